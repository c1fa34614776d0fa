import { z } from "zod";
import { InPieces } from "./in-pieces.ts";
import { readingOn, Silence } from "./patient-fetch.ts";
import { SignedLinks } from "./signed-links.ts";
import { type ByteRange, checkKey, type ObjectBody, type ObjectStore } from "./store.ts";
import { findBucket, requireBucket } from "./supabase-bucket.ts";
import { ObjectLimit } from "./supabase-limits.ts";
import { keysInBucket, sizeInStorage } from "./supabase-listing.ts";
import { putFile, putWithin } from "./supabase-put.ts";
import {
  askStorage,
  fetchStorage,
  placeIn,
  refusalOf,
  STORAGE,
  type StorageOptions,
  unlessMissing,
} from "./supabase-requests.ts";

/** Objects in a private bucket of Supabase Storage. We decide who may read, so the secret key does the work. */
export async function openSupabaseStore(options: StorageOptions): Promise<ObjectStore> {
  const limit = await ObjectLimit.ask(await requireBucket(options), options);
  const ways = { options, limit };
  const pieces = new InPieces({
    put: (key, file, wishes) => putFile(ways, key, file, wishes),
    get: (key, range) => read(options, key, range),
    remove: (keys) => removeWhole(options, keys),
  });
  const links = new SignedLinks((key, seconds) => sign(options, key, seconds));

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
      const removed = new Set(await removeWhole(options, keys));
      await pieces.remove(keys.filter((key) => !removed.has(key)));
    },

    size: async (key) => (await sizeInStorage(options, key)) ?? pieces.size(key),

    async link(key, seconds, downloadAs, isMost = false) {
      if (pieces.isKnown(key)) return null; // only we know the order of the pieces
      const link = await (isMost ? links.sign : links.get)(key, seconds);
      if (link === null || downloadAs === undefined) return link;
      return `${link}&download=${encodeURIComponent(downloadAs)}`;
    },

    keys: () => keysInBucket(options),

    room: async () => null,

    async check() {
      await findBucket(options);
    },
  };
}

const Signed = z.object({ signedURL: z.string() });
const Removed = z.array(z.object({ name: z.string() }));

async function sign(options: StorageOptions, key: string, expiresIn: number) {
  const asked = askStorage(options, placeIn(options, key, "sign"), Signed, { json: { expiresIn } });
  const said = await asked.catch(unlessMissing);
  return said && new URL(`${options.url}/storage/v1${said.signedURL}`).href;
}

async function removeWhole(options: StorageOptions, keys: readonly string[]): Promise<string[]> {
  const json = { prefixes: keys.map(checkKey) };
  const path = `object/${options.bucket}`;
  const removed = await askStorage(options, path, Removed, { method: "DELETE", json });
  return removed.map(({ name }) => name);
}

async function read(
  options: StorageOptions,
  key: string,
  range?: ByteRange,
): Promise<ObjectBody | null> {
  const of = range && { Range: `bytes=${range.start}-${range.end}` };
  const request = { headers: { "Accept-Encoding": "identity", ...of } };
  const silence = new Silence(options);
  const path = placeIn(options, key, "authenticated");
  const answer = await fetchStorage(options, path, request, silence.fetch);
  const { status, body } = answer;
  if (status !== (range ? 206 : 200)) return unlessMissing(await refusalOf(answer));
  const length = range && range.end - range.start + 1;
  return body ? readingOn(STORAGE, body, silence, length) : new Blob([]);
}
