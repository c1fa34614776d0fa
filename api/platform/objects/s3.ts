import { once } from "#api/platform/once.ts";
import { StartError } from "#api/platform/start-error.ts";
import { patientFetch } from "./patient-fetch.ts";
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
import {
  addressIn,
  askS3,
  isPassing,
  presigned,
  type S3Options,
  S3Refusal,
} from "./s3-requests.ts";
import { checkKey, type ObjectStore, StoreUnreachable } from "./store.ts";

const AT_ONCE = 10;
/** Longer than any upload is sent, by any process. */
const FORSAKEN_MS = 7 * 24 * 3600 * 1000;

/**
 * Objects in a private bucket of whatever speaks S3. An endpoint that is away keeps no server from starting: the
 * bucket is looked at when it is back, before the first byte goes there.
 */
export async function openS3Store(options: S3Options): Promise<ObjectStore> {
  const look = once(() => requireBucket(options));
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

/** The bucket is there, takes objects and is nobody else's, or a StartError says which setting is wrong. */
async function requireBucket(options: S3Options): Promise<void> {
  try {
    const list = await listFirst(options);
    if (!list.includes("<ListBucketResult")) throw new S3Refusal(200, undefined, "no list");
    await requireWritable(options);
  } catch (error) {
    throw error instanceof S3Refusal ? startError(error, options) : error;
  }
}

/** An object is there for a moment, to see who can read it; of servers that start at once, each has its own. */
async function requireWritable(options: S3Options): Promise<void> {
  const key = `kinora-probe-${crypto.randomUUID()}`;
  await askS3(options, { method: "PUT", key, body: Buffer.from(key) });
  const stranger = await patientFetch(options)(addressIn(options, key)).catch(() => undefined);
  const isPublic = stranger?.ok && (await stranger.text()) === key;
  await removeFromBucket(options, key);
  if (isPublic && options.publicEndpoint === undefined)
    throw new StartError(
      `S3_BUCKET: the bucket ${options.bucket} is public, so its recordings would be everybody's. ` +
        "Make it private, or set S3_PUBLIC_ENDPOINT where that is meant.",
    );
}

/** The setting that an answer speaks of; the answer itself where it may be another one later. */
function startError(refusal: S3Refusal, { endpoint, bucket }: S3Options): Error {
  const { status, code, message } = refusal;
  const words: Record<string, string> = {
    NoSuchBucket: `S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}. Make a private one.`,
    InvalidBucketName: `S3_BUCKET: "${bucket}" cannot be the name of a bucket.`,
    InvalidAccessKeyId: `S3_ACCESS_KEY_ID: ${endpoint} does not know this key.`,
    SignatureDoesNotMatch: `S3_SECRET_ACCESS_KEY: ${endpoint} lets nobody in with this secret.`,
    AccessDenied: `S3_ACCESS_KEY_ID: this key may not list, read, write and delete in the bucket ${bucket}.`,
    RequestTimeTooSkewed: `Set the clock of this machine, or of the service at ${endpoint} (${message}).`,
    AuthorizationHeaderMalformed: `S3_REGION: the bucket is in another region (${message}).`,
    PermanentRedirect: `S3_ENDPOINT: the bucket has another endpoint (${message}).`,
    TemporaryRedirect: `S3_ENDPOINT: the bucket has another endpoint (${message}).`,
  };
  if (code !== undefined && code in words) return new StartError(words[code] ?? "");
  if (status >= 500 || isPassing(refusal)) return refusal;
  return new StartError(
    code === undefined
      ? `S3_ENDPOINT: what answers at ${endpoint} is not an S3 service (${message}).`
      : `S3_ENDPOINT: ${endpoint} refuses what Kinora asks of it (${message}).`,
  );
}
