import { createClient } from "@supabase/supabase-js";
import { InPieces } from "./in-pieces.ts";
import { SignedLinks } from "./signed-links.ts";
import {
  type ByteRange,
  type Bytes,
  checkKey,
  chunksOf,
  Meter,
  type ObjectBody,
  type ObjectStore,
  ObjectTooLarge,
  type PutOptions,
  type StoredObject,
  StoreUnreachable,
  TooLargeForStore,
} from "./store.ts";
import { failureOf, isMissingObject, type Refusal, readRefusal } from "./supabase-answers.ts";
import { type BucketOptions, requireBucket } from "./supabase-bucket.ts";
import { ObjectLimit } from "./supabase-limits.ts";

/** Objects in a private bucket of Supabase Storage. Who may read is our decision, so the secret key does the work. */
export async function openSupabaseStore(options: BucketOptions): Promise<ObjectStore> {
  const { url, secretKey, bucket } = options;
  const { storage } = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const limit = await ObjectLimit.ask(await requireBucket(storage, options), options);
  const objects = storage.from(bucket);
  const pieces = new InPieces({
    put: (key, body, wishes) => putWhole(objects, limit, { key, body, wishes }),
    get: (key, range) => read(options, key, range),
    remove: (keys) => removeWhole(objects, keys),
  });
  const links = new SignedLinks(async (key, seconds) => {
    const { data, error } = await objects.createSignedUrl(key, seconds);
    if (error) return isMissingObject(error) ? null : raise(error);
    return data.signedUrl;
  });

  return {
    name: "supabase",
    storageType: "s3",

    put: async (key, body, wishes = {}) => putWithin(limit, pieces, objects, { key, body, wishes }),

    get: async (key, range) =>
      pieces.isKnown(key)
        ? pieces.get(key, range)
        : ((await read(options, key, range)) ?? pieces.get(key, range)),

    async remove(keys) {
      if (keys.length === 0) return;
      links.forget(keys);
      const removed = new Set(await removeWhole(objects, keys));
      await pieces.remove(keys.filter((key) => !removed.has(key)));
    },

    async size(key) {
      const { data, error } = await objects.info(checkKey(key));
      if (error) return isMissingObject(error) ? pieces.size(key) : raise(error);
      return data.size ?? null;
    },

    async link(key, seconds, downloadAs) {
      if (pieces.isKnown(key)) return null; // only we know how they follow each other
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

type Bucketed = ReturnType<ReturnType<typeof createClient>["storage"]["from"]>;

interface Putting {
  key: string;
  body: Bytes;
  wishes: PutOptions;
}

/** A file that is refused can be read again, and is kept in smaller pieces; a stream cannot. */
async function putWithin(
  limit: ObjectLimit,
  pieces: InPieces,
  objects: Bucketed,
  putting: Putting,
): Promise<StoredObject> {
  const { key, body, wishes } = putting;
  checkKey(key);
  for (;;) {
    const most = limit.most;
    try {
      return body instanceof Blob && body.size > most
        ? await pieces.put(key, body, wishes, most)
        : await putWhole(objects, limit, putting);
    } catch (error) {
      const isRefused = error instanceof TooLargeForStore && body instanceof Blob;
      if (!isRefused || !limit.lower(Math.min(body.size, most))) throw error;
    }
  }
}

async function putWhole(
  objects: Bucketed,
  limit: ObjectLimit,
  { key, body, wishes }: Putting,
): Promise<StoredObject> {
  const { contentType = "application/octet-stream", maxBytes = Number.POSITIVE_INFINITY } = wishes;
  const meter = new Meter({ ...wishes, maxBytes: Math.min(maxBytes, limit.most) });
  const upload = meteredStream(body, meter);
  const { error } = await objects.upload(checkKey(key), upload.stream, {
    contentType,
    duplex: "half",
  });
  const broken = upload.failure.error;
  if (broken instanceof ObjectTooLarge && maxBytes > limit.most)
    throw new TooLargeForStore(limit.bytes);
  if (broken !== undefined) throw broken;
  if (error) throw failureOf(error, limit.bytes);
  return meter.result();
}

async function removeWhole(objects: Bucketed, keys: readonly string[]): Promise<string[]> {
  const { data, error } = await objects.remove(keys.map(checkKey));
  return error ? raise(error) : data.map(({ name }) => name);
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
