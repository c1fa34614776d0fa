import { StartError } from "#api/platform/start-error.ts";
import { patientFetch } from "./patient-fetch.ts";
import { listFirst, removeFromBucket } from "./s3-listing.ts";
import { addressIn, askS3, isPassing, type S3Options, S3Refusal } from "./s3-requests.ts";

/** The bucket is there, takes objects and is nobody else's, or a StartError says which setting is wrong. */
export async function requireBucket(options: S3Options): Promise<void> {
  try {
    const list = await listFirst(options);
    if (!list.includes("<ListBucketResult")) throw new S3Refusal(200, undefined, "no list");
    await requireWritable(options);
  } catch (error) {
    throw error instanceof S3Refusal ? startError(error, options) : error;
  }
}

/** An object that is there for a moment, to see who can read it. */
const PROBE = "kinora-probe";

async function requireWritable(options: S3Options): Promise<void> {
  const body = Buffer.from(crypto.randomUUID());
  await askS3(options, { method: "PUT", key: PROBE, body });
  const stranger = await patientFetch(options)(addressIn(options, PROBE)).catch(() => undefined);
  const isPublic = stranger?.ok && (await stranger.text()) === body.toString();
  await removeFromBucket(options, PROBE);
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
