import { InPieces } from "./in-pieces.ts";
import { patientFetch, Silence } from "./patient-fetch.ts";
import { SignedLinks } from "./signed-links.ts";
import {
  type ByteRange,
  checkKey,
  type ObjectBody,
  type ObjectStore,
  StoreUnreachable,
} from "./store.ts";
import { failureOf, isMissingObject, type Refusal, readRefusal } from "./supabase-answers.ts";
import { type BucketOptions, requireBucket } from "./supabase-bucket.ts";
import { ObjectLimit } from "./supabase-limits.ts";
import { keysInBucket } from "./supabase-listing.ts";
import { type BucketObjects, putFile, putWithin } from "./supabase-put.ts";
import { ResumableUploads } from "./supabase-resumable.ts";

/** Objects in a private bucket of Supabase Storage. We decide who may read, so the secret key does the work. */
export async function openSupabaseStore(options: BucketOptions): Promise<ObjectStore> {
  const { url, secretKey, bucket } = options;
  const { createClient } = await import("@supabase/supabase-js");
  const { storage } = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: patientFetch(options) },
  });
  const limit = await ObjectLimit.ask(await requireBucket(storage, options), options);
  const objects = storage.from(bucket);
  const sizeOf = async (key: string) => {
    const { data, error } = await objects.info(checkKey(key));
    if (error) return isMissingObject(error) ? null : raise(error);
    return data.size ?? null;
  };
  const ways = { objects, limit, resumable: new ResumableUploads(options, sizeOf) };
  const pieces = new InPieces({
    put: (key, file, wishes) => putFile(ways, key, file, wishes),
    get: (key, range) => read(options, key, range),
    remove: (keys) => removeWhole(objects, keys),
  });
  const links = linksTo(objects);

  return {
    name: "supabase",
    storageType: "s3",

    put: async (key, body, wishes = {}) => putWithin({ ...ways, pieces }, key, body, wishes),

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

    size: async (key) => (await sizeOf(key)) ?? pieces.size(key),

    async link(key, seconds, downloadAs) {
      if (pieces.isKnown(key)) return null; // only we know the order of the pieces
      const link = await links.get(checkKey(key), seconds);
      if (link === null || downloadAs === undefined) return link;
      // Added here and not by the SDK, which would encode the link a second time.
      return `${link}&download=${encodeURIComponent(downloadAs)}`;
    },

    keys: () => keysInBucket(objects),

    room: async () => null,

    async check() {
      const { error } = await storage.getBucket(bucket);
      if (error) raise(error);
    },
  };
}

const linksTo = (objects: BucketObjects) =>
  new SignedLinks(async (key, seconds) => {
    const { data, error } = await objects.createSignedUrl(key, seconds);
    if (error) return isMissingObject(error) ? null : raise(error);
    return data.signedUrl;
  });

async function removeWhole(objects: BucketObjects, keys: readonly string[]): Promise<string[]> {
  const { data, error } = await objects.remove(keys.map(checkKey));
  return error ? raise(error) : data.map(({ name }) => name);
}

/** storage-js has no Range, and its download() holds the file in memory. */
async function read(
  options: BucketOptions,
  key: string,
  range?: ByteRange,
): Promise<ObjectBody | null> {
  const { url, secretKey, bucket } = options;
  const address = `${url}/storage/v1/object/authenticated/${encodeURIComponent(bucket)}/${checkKey(key)}`;
  const headers: Record<string, string> = {
    Authorization: `Bearer ${secretKey}`,
    apikey: secretKey,
    "Accept-Encoding": "identity",
  };
  if (range) headers.Range = `bytes=${range.start}-${range.end}`;
  const silence = new Silence(options);
  const { signal } = silence;
  const asked = silence.begins(() => fetch(address, { headers, signal }));
  const response = await asked.catch(unreachable);
  if (response.status === (range ? 206 : 200))
    return response.body ? readingOn(response.body, silence, range) : new Blob([]);
  const refusal = await readRefusal(response);
  return isMissingObject(refusal) ? null : raise(refusal);
}

function unreachable(cause: Error): never {
  throw new StoreUnreachable(`Supabase Storage: ${cause.message}`, { cause });
}

/** A stream that breaks off, falls silent or ends too early counts as a store out of reach. */
function readingOn(
  body: ReadableStream<Uint8Array>,
  silence: Silence,
  range: ByteRange | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = range && range.end - range.start + 1;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await silence.until(() => reader.read()).catch(unreachable);
      if (done && left) unreachable(new Error("it has ended too early"));
      if (done) return controller.close();
      if (left !== undefined) left -= value.length;
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function raise(refusal: Refusal): never {
  throw failureOf(refusal, null);
}
