import { z } from "zod";
import { StartError } from "#api/platform/start-error.ts";
import { askStorage, Refusal, STORAGE, type StorageOptions } from "./supabase-requests.ts";

const Bucket = z.object({
  public: z.boolean(),
  file_size_limit: z.number().nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
});
export type Bucket = z.infer<typeof Bucket>;

export const findBucket = (options: StorageOptions) =>
  askStorage(options, `bucket/${options.bucket}`, Bucket);

/**
 * The bucket is there, private and takes what we keep, or the start says which setting is wrong.
 * Null where it was made just now, and has no settings of its own.
 */
export async function requireBucket(options: StorageOptions): Promise<Bucket | null> {
  requireSettings(options);
  const { bucket } = options;
  const found = await findBucket(options).catch((error: Error) => {
    if (error instanceof Refusal && error.misses("Bucket")) return null;
    throw startError(error, options);
  });
  if (found) return requireUse(found, bucket);
  const json = { id: bucket, name: bucket, public: false };
  await askStorage(options, "bucket", z.unknown(), { json }).catch((error: Error) => {
    // Two API processes may start at once: the second finds what the first has made.
    if (!/already exists/i.test(error.message)) throw startError(error, options);
  });
  return null;
}

/** Parts and pictures are kept in the same bucket as videos, and not every part knows its type. */
const kept = ["video/webm", "video/mp4", "image/jpeg", "application/octet-stream"];

function requireUse(bucket: Bucket, name: string): Bucket {
  if (bucket.public)
    throw new StartError(
      `STORAGE_BUCKET: the bucket ${name} is public, so its recordings would be everybody's. Make it private.`,
    );
  const allowed = bucket.allowed_mime_types ?? [];
  const takes = (type: string) =>
    allowed.includes(type) || allowed.includes(type.replace(/\/.*/, "/*"));
  const refused = allowed.length > 0 ? kept.filter((type) => !takes(type)) : [];
  if (refused.length > 0)
    throw new StartError(
      `STORAGE_BUCKET: the bucket ${name} takes ${allowed.join(", ")} only, and would refuse ${refused.join(", ")}. ` +
        "Remove its list of allowed MIME types in the settings of the bucket.",
    );
  return bucket;
}

/** As Storage allows it, but for what has a meaning of its own in an address. */
const bucketName = /^(?!\.+$)[\w!.*'() &$=@;:+,-]{1,100}$/;

function requireSettings({ url, secretKey, bucket }: StorageOptions): void {
  const [, part] = /\/(storage|rest|auth|realtime)\/v1$/.exec(url) ?? [];
  if (part)
    throw new StartError(
      `SUPABASE_URL: give the address of the project itself, without /${part}/v1.`,
    );
  if (secretKey.startsWith("sb_publishable_"))
    throw new StartError(
      "SUPABASE_SECRET_KEY: this is a publishable key. Give the secret one, which begins with sb_secret_.",
    );
  if (!bucketName.test(bucket))
    throw new StartError(
      `STORAGE_BUCKET: "${bucket}" cannot be the name of a bucket. Letters, digits, dots and dashes can, up to 100.`,
    );
}

/** The setting that an answer speaks of. */
function startError(error: Error, { url, bucket }: StorageOptions): StartError {
  const message = error.message.replace(`${STORAGE}: `, "");
  const { status, code } = error instanceof Refusal ? error : {};
  if (code === "InvalidBucketName")
    return new StartError(`STORAGE_BUCKET: the project takes no bucket named "${bucket}".`);
  if (status === 401 || status === 403)
    return new StartError(
      `SUPABASE_SECRET_KEY: the project's Storage lets nobody in with this key (${message}).`,
    );
  const isForeign = error.cause instanceof SyntaxError || error.cause instanceof z.ZodError;
  if (status === 404 || isForeign)
    return new StartError(
      `SUPABASE_URL: what answers at ${url} is not a Supabase project with Storage (${message}).`,
    );
  return new StartError(
    status === undefined
      ? `SUPABASE_URL: nothing answers at ${url} (${message}).`
      : `SUPABASE_URL: the project's Storage does not work at the moment (${status}: ${message}).`,
  );
}
