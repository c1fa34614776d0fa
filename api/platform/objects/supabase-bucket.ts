import type { createClient } from "@supabase/supabase-js";
import type { Logger } from "pino";
import { StartError } from "#api/platform/start-error.ts";
import type { FetchPatience } from "./patient-fetch.ts";
import { isMissingBucket, meant, type Refusal } from "./supabase-answers.ts";

export interface BucketOptions extends FetchPatience {
  url: string;
  secretKey: string;
  bucket: string;
  /** Where the operator is told what the project's limits mean. */
  log?: Pick<Logger, "warn"> | undefined;
  /** Milliseconds to wait before each further try of a chunk that did not arrive. */
  pauses?: readonly number[] | undefined;
}

type Storage = ReturnType<typeof createClient>["storage"];
export type Bucket = NonNullable<Awaited<ReturnType<Storage["getBucket"]>>["data"]>;

/**
 * The bucket is there, private and takes what we keep, or the start says which setting is wrong.
 * Null where it was made just now, and has no settings of its own.
 */
export async function requireBucket(
  storage: Storage,
  options: BucketOptions,
): Promise<Bucket | null> {
  requireSettings(options);
  const { bucket } = options;
  const { data, error } = await storage.getBucket(bucket);
  if (data?.public)
    throw new StartError(
      `STORAGE_BUCKET: the bucket ${bucket} is public, so its recordings would be everybody's. Make it private.`,
    );
  if (data) return requireTypes(data);
  if (!isMissingBucket(error)) throw startError(error, options);
  const created = await storage.createBucket(bucket, { public: false });
  // Two API processes may start at once: the second finds what the first has made.
  if (created.error && !/already exists/i.test(created.error.message))
    throw startError(created.error, options);
  return null;
}

/** Parts and pictures are kept in the same bucket as videos, and not every part knows its type. */
const kept = ["video/webm", "video/mp4", "image/jpeg", "application/octet-stream"];

function requireTypes(bucket: Bucket): Bucket {
  const allowed = bucket.allowed_mime_types ?? [];
  const takes = (type: string) =>
    allowed.includes(type) || allowed.includes(type.replace(/\/.*/, "/*"));
  const refused = allowed.length > 0 ? kept.filter((type) => !takes(type)) : [];
  if (refused.length > 0)
    throw new StartError(
      `STORAGE_BUCKET: the bucket ${bucket.name} takes ${allowed.join(", ")} only, and would refuse ${refused.join(", ")}. ` +
        "Remove its list of allowed MIME types in the settings of the bucket.",
    );
  return bucket;
}

/** As Storage allows it, but for what has a meaning of its own in an address. */
const bucketName = /^(?!\.+$)[\w!.*'() &$=@;:+,-]{1,100}$/;

function requireSettings({ url, secretKey, bucket }: BucketOptions): void {
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

/** Which setting an answer speaks of. */
function startError(refusal: Refusal, { url, bucket }: BucketOptions): StartError {
  const { message, code } = refusal;
  const status = meant(refusal);
  // The SDK has read something else than JSON.
  const isForeign = status === 404 || refusal.originalError instanceof SyntaxError;
  if (status === undefined && !isForeign)
    return new StartError(`SUPABASE_URL: nothing answers at ${url} (${message}).`);
  if (code === "InvalidBucketName")
    return new StartError(`STORAGE_BUCKET: the project takes no bucket named "${bucket}".`);
  if (status === 401 || status === 403)
    return new StartError(
      `SUPABASE_SECRET_KEY: the project's Storage lets nobody in with this key (${message}).`,
    );
  if (isForeign)
    return new StartError(
      `SUPABASE_URL: what answers at ${url} is not a Supabase project with Storage (${message}).`,
    );
  return new StartError(
    `SUPABASE_URL: the project's Storage does not work at the moment (${status}: ${message}).`,
  );
}
