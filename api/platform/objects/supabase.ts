import { createClient } from "@supabase/supabase-js";
import { StartError } from "#api/platform/start-error.ts";
import {
  type ByteRange,
  type Bytes,
  checkKey,
  chunksOf,
  Meter,
  type ObjectStore,
} from "./store.ts";

export interface SupabaseStoreOptions {
  url: string;
  secretKey: string;
  bucket: string;
}

/** Objects in a private bucket of Supabase Storage. Who may read is our decision, so the secret key does the work. */
export async function openSupabaseStore(options: SupabaseStoreOptions): Promise<ObjectStore> {
  const { url, secretKey, bucket } = options;
  const { storage } = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await ensureBucket(storage, bucket);
  const objects = storage.from(bucket);

  return {
    name: "supabase",
    storageType: "s3",

    async put(key, body, options = {}) {
      const { contentType = "application/octet-stream" } = options;
      const meter = new Meter(options);
      const upload = meteredStream(body, meter);
      const { error } = await objects.upload(checkKey(key), upload.stream, {
        contentType,
        duplex: "half",
      });
      if (upload.failure.error !== undefined) throw upload.failure.error;
      if (error) throw error;
      return meter.result();
    },

    get: (key, range) => read(options, key, range),

    async remove(keys) {
      if (keys.length === 0) return;
      const { error } = await objects.remove(keys.map(checkKey));
      if (error) throw error;
    },

    async size(key) {
      const { data, error } = await objects.info(checkKey(key));
      if (error) return isMissing(error) ? null : raise(error);
      return data.size ?? null;
    },

    async link(key, seconds, downloadAs) {
      const download = downloadAs === undefined ? {} : { download: downloadAs };
      const { data, error } = await objects.createSignedUrl(checkKey(key), seconds, download);
      if (error) throw error;
      return data.signedUrl;
    },

    room: async () => null,
  };
}

type Storage = ReturnType<typeof createClient>["storage"];

async function ensureBucket(storage: Storage, bucket: string): Promise<void> {
  const { data, error } = await storage.getBucket(bucket);
  if (data?.public)
    throw new StartError(
      `STORAGE_BUCKET: the bucket ${bucket} is public, so its recordings would be everybody's. Make it private.`,
    );
  if (!error) return;
  if (!isMissing(error))
    throw new StartError(
      `SUPABASE_URL, SUPABASE_SECRET_KEY: the project's Storage lets nobody in (${error.message}).`,
    );
  const created = await storage.createBucket(bucket, { public: false });
  // Two API processes may start at once: the second finds what the first has made.
  if (created.error && !/already exists/i.test(created.error.message)) throw created.error;
}

/** storage-js has no Range, and its download() holds the file in memory. */
async function read(
  { url, secretKey, bucket }: SupabaseStoreOptions,
  key: string,
  range?: ByteRange,
): Promise<ReadableStream<Uint8Array> | null> {
  const address = `${url}/storage/v1/object/authenticated/${bucket}/${checkKey(key)}`;
  const headers: Record<string, string> = {
    Authorization: `Bearer ${secretKey}`,
    apikey: secretKey,
    "Accept-Encoding": "identity",
  };
  if (range) headers.Range = `bytes=${range.start}-${range.end}`;
  const response = await fetch(address, { headers });
  if (response.status === (range ? 206 : 200)) return response.body;
  const text = await response.text();
  if (response.status === 404 || /not.?found/i.test(text)) return null;
  throw new Error(`Storage answered ${response.status} for ${key}: ${text.slice(0, 200)}`);
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

/** Storage says "not found" with 400 in older versions and 404 in newer ones. */
function isMissing(error: { message: string }): boolean {
  const status = "status" in error ? error.status : undefined;
  const code = "statusCode" in error ? error.statusCode : undefined;
  return status === 404 || code === "404" || /not.?found/i.test(error.message);
}

function raise(error: Error): never {
  throw error;
}
