import type { Logger } from "pino";
import { StartError } from "#api/platform/start-error.ts";
import { PART_BYTES } from "./parts.ts";
import type { Bucket, BucketOptions } from "./supabase-bucket.ts";

const MIB = 1024 * 1024;

/** Storage takes no more in a single request, whatever the plan. */
const LARGEST_REQUEST = 5_000_000_000;

/** Tried where a larger file was refused and nobody says how large one may be: what hosted plans begin with, and a part. */
const GUESSES = [50 * MIB, PART_BYTES];

/** How large one object may be. Told at the start where Storage tells it; learned from a refusal otherwise. */
export class ObjectLimit {
  private constructor(
    public bytes: number | null,
    private readonly log: Pick<Logger, "warn"> | undefined,
  ) {}

  static async ask(bucket: Bucket | null, options: BucketOptions): Promise<ObjectLimit> {
    const ofBucket = bucket?.file_size_limit ?? null;
    const ofProject = await limitOfProject(options);
    const told = [ofBucket, ofProject].filter((limit) => limit !== null);
    const bytes = told.length > 0 ? Math.min(...told) : null;
    if (bytes === null || bytes >= LARGEST_REQUEST) return new ObjectLimit(null, options.log);
    const where = bytes === ofBucket ? `the bucket ${options.bucket}` : "the project";
    if (bytes < PART_BYTES)
      throw new StartError(
        `STORAGE_BUCKET: ${where} takes files of up to ${megabytes(bytes)} only, and a recording comes in parts of ${megabytes(PART_BYTES)}. ${REMEDY}`,
      );
    options.log?.warn(
      `Supabase Storage: ${where} takes files of up to ${megabytes(bytes)}. Longer recordings are kept as several files; a larger file in one request is refused. ${REMEDY}`,
    );
    return new ObjectLimit(bytes, options.log);
  }

  /** For one request. */
  get most(): number {
    return this.bytes ?? LARGEST_REQUEST;
  }

  /** So much was refused. False where there is nothing smaller to try. */
  lower(refused: number): boolean {
    const next = GUESSES.find((guess) => guess < Math.min(refused, this.most));
    if (next === undefined) return false;
    this.bytes = next;
    this.log?.warn(
      `Supabase Storage refused a file of ${megabytes(refused)}. From now on what is larger than ${megabytes(next)} is kept as several files. ${REMEDY}`,
    );
    return true;
  }
}

const REMEDY =
  "The limit is raised in the project's dashboard: Storage, Settings, global file size limit, and in the settings of the bucket.";

const megabytes = (bytes: number) => `${Math.floor((bytes / MIB) * 10) / 10} MB`;

/** Its endpoint for resumable uploads tells the limit of all buckets; a gateway may keep that to itself. */
async function limitOfProject({ url, secretKey }: BucketOptions): Promise<number | null> {
  const headers = { Authorization: `Bearer ${secretKey}`, apikey: secretKey };
  const address = `${url}/storage/v1/upload/resumable`;
  const answer = await fetch(address, { method: "OPTIONS", headers }).catch(() => undefined);
  return Number(answer?.headers.get("Tus-Max-Size")) || null;
}
