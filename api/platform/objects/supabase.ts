import { createClient } from "@supabase/supabase-js";
import { SignedLinks } from "./signed-links.ts";
import {
  type ByteRange,
  type Bytes,
  checkKey,
  chunksOf,
  Meter,
  type ObjectBody,
  type ObjectStore,
  StoreUnreachable,
} from "./store.ts";
import { failureOf, isMissingObject, type Refusal, readRefusal } from "./supabase-answers.ts";
import { type BucketOptions, requireBucket } from "./supabase-bucket.ts";

/** Objects in a private bucket of Supabase Storage. Who may read is our decision, so the secret key does the work. */
export async function openSupabaseStore(options: BucketOptions): Promise<ObjectStore> {
  const { url, secretKey, bucket } = options;
  const { storage } = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await requireBucket(storage, options);
  const objects = storage.from(bucket);
  const links = new SignedLinks(async (key, seconds) => {
    const { data, error } = await objects.createSignedUrl(key, seconds);
    if (error) return isMissingObject(error) ? null : raise(error);
    return data.signedUrl;
  });

  return {
    name: "supabase",
    storageType: "s3",

    async put(key, body, wishes = {}) {
      const { contentType = "application/octet-stream" } = wishes;
      const meter = new Meter(wishes);
      const upload = meteredStream(body, meter);
      const { error } = await objects.upload(checkKey(key), upload.stream, {
        contentType,
        duplex: "half",
      });
      if (upload.failure.error !== undefined) throw upload.failure.error;
      if (error) raise(error);
      return meter.result();
    },

    get: (key, range) => read(options, key, range),

    async remove(keys) {
      if (keys.length === 0) return;
      links.forget(keys);
      const { error } = await objects.remove(keys.map(checkKey));
      if (error) raise(error);
    },

    async size(key) {
      const { data, error } = await objects.info(checkKey(key));
      if (error) return isMissingObject(error) ? null : raise(error);
      return data.size ?? null;
    },

    async link(key, seconds, downloadAs) {
      const link = await links.get(checkKey(key), seconds);
      if (link === null || downloadAs === undefined) return link;
      // Not by the SDK, which encodes what is encoded already.
      return `${link}&download=${encodeURIComponent(downloadAs)}`;
    },

    room: async () => null,

    async check() {
      const { error } = await storage.getBucket(bucket);
      if (error) raise(error);
    },
  };
}

/** storage-js has no Range, and its download() holds the file in memory. */
async function read(
  { url, secretKey, bucket }: BucketOptions,
  key: string,
  range?: ByteRange,
): Promise<ObjectBody | null> {
  const address = `${url}/storage/v1/object/authenticated/${encodeURIComponent(bucket)}/${checkKey(key)}`;
  const headers: Record<string, string> = {
    Authorization: `Bearer ${secretKey}`,
    apikey: secretKey,
    "Accept-Encoding": "identity",
  };
  if (range) headers.Range = `bytes=${range.start}-${range.end}`;
  const response = await fetch(address, { headers }).catch(unreachable);
  if (response.status === (range ? 206 : 200))
    return response.body ? readingOn(response.body) : new Blob([]);
  const refusal = await readRefusal(response);
  return isMissingObject(refusal) ? null : raise(refusal);
}

function unreachable(cause: Error): never {
  throw new StoreUnreachable(`Supabase Storage: ${cause.message}`, { cause });
}

/** What breaks off under way is out of reach as well. */
function readingOn(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch(unreachable);
      if (done) return controller.close();
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The client reports a broken stream in words of its own; what broke it is kept here. */
function meteredStream(body: Bytes, meter: Meter) {
  const failure: { error?: unknown } = {};
  const chunks = chunksOf(body);
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        meter.add(value);
        controller.enqueue(value);
      } catch (error) {
        failure.error = error;
        await chunks.return(undefined).catch(() => {});
        controller.error(error);
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return { stream, failure };
}

function raise(refusal: Refusal): never {
  throw failureOf(refusal, null);
}
