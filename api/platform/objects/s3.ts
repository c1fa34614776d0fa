import { requireBucket } from "./s3-bucket.ts";
import {
  abortUpload,
  keysInBucket,
  listFirst,
  readFromBucket,
  removeFromBucket,
  sizeInBucket,
  unfinishedIn,
} from "./s3-listing.ts";
import { putInBucket } from "./s3-put.ts";
import { presigned, type S3Options } from "./s3-requests.ts";
import { checkKey, type ObjectStore, StoreUnreachable } from "./store.ts";

const AT_ONCE = 10;
/** Longer than any upload is sent, by any process. */
const FORSAKEN_MS = 7 * 24 * 3600 * 1000;

/**
 * Objects in a private bucket of whatever speaks S3. An endpoint that is away keeps no server from starting: the
 * bucket is looked at when it is back, before the first byte goes there.
 */
export async function openS3Store(options: S3Options): Promise<ObjectStore> {
  let isSeen = false;
  const look = async () => {
    if (!isSeen) await requireBucket(options);
    isSeen = true;
  };
  await look().catch((error: unknown) => {
    if (!(error instanceof StoreUnreachable)) throw error;
    options.log?.warn(
      `S3_ENDPOINT: the bucket cannot be reached (${error.message}). Until it can, nothing is saved there or played from there.`,
    );
  });
  const require = () =>
    look().catch((error: Error) => {
      throw error instanceof StoreUnreachable ? error : new StoreUnreachable(error.message);
    });

  return {
    name: "s3",
    storageType: "s3",

    async put(key, body, wishes = {}) {
      checkKey(key);
      await require();
      return await putInBucket(options, key, body, wishes);
    },
    get: async (key, range) => readFromBucket(options, key, range),

    async remove(keys) {
      keys.forEach(checkKey);
      for (let at = 0; at < keys.length; at += AT_ONCE)
        await Promise.all(
          keys.slice(at, at + AT_ONCE).map((key) => removeFromBucket(options, key)),
        );
    },

    size: async (key) => sizeInBucket(options, key),
    link: async (key, ...wishes) => presigned(options, key, ...wishes),
    keys: () => keysInBucket(options),

    async endForsaken(areNoted) {
      const uploads = await Array.fromAsync(unfinishedIn(options));
      const old = uploads.filter(({ begun }) => Date.now() - begun.getTime() > FORSAKEN_MS);
      const noted = new Set(await areNoted(old.map(({ key }) => key)));
      for (const upload of old) if (!noted.has(upload.key)) await abortUpload(options, upload);
    },

    room: async () => null,
    async check() {
      await require();
      await listFirst(options);
    },
  };
}
