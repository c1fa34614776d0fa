import { InPieces } from "./in-pieces.ts";
import { patientFetch, Silence } from "./patient-fetch.ts";
import { readingOn, unreachable } from "./read-on.ts";
import { SignedLinks } from "./signed-links.ts";
import { type ByteRange, checkKey, type ObjectBody, type ObjectStore } from "./store.ts";
import { failureOf, isMissingObject, type Refusal, readRefusal } from "./supabase-answers.ts";
import { type BucketOptions, requireBucket } from "./supabase-bucket.ts";
import { ObjectLimit } from "./supabase-limits.ts";
import { keysInBucket } from "./supabase-listing.ts";
import { type BucketObjects, putFile, putWithin } from "./supabase-put.ts";
import { ResumableUploads } from "./supabase-resumable.ts";

const NAME = "Supabase Storage";

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
  const links = new SignedLinks(signerOf(objects));

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

    async link(key, seconds, downloadAs, isMost = false) {
      if (pieces.isKnown(key)) return null; // only we know the order of the pieces
      const link = await (isMost ? links.sign : links.get)(checkKey(key), seconds);
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

const signerOf = (objects: BucketObjects) => async (key: string, seconds: number) => {
  const { data, error } = await objects.createSignedUrl(key, seconds);
  if (error) return isMissingObject(error) ? null : raise(error);
  return data.signedUrl;
};

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
  const response = await asked.catch(unreachable(NAME));
  const { status, body } = response;
  if (status === (range ? 206 : 200))
    return body
      ? readingOn(NAME, body, silence, range && range.end - range.start + 1)
      : new Blob([]);
  const refusal = await readRefusal(response);
  return isMissingObject(refusal) ? null : raise(refusal);
}

function raise(refusal: Refusal): never {
  throw failureOf(refusal, null);
}
