import type { Logger } from "pino";
import { StartError } from "#api/platform/start-error.ts";
import { PART_BYTES } from "./parts.ts";
import type { Bucket } from "./supabase-bucket.ts";
import { fetchStorage, type StorageOptions } from "./supabase-requests.ts";

const MIB = 1024 * 1024;

/** Storage takes no more in a single request, whatever the plan. */
const LARGEST_REQUEST = 5_000_000_000;

/** Tried where a larger file was refused and nobody says how large one may be: what hosted plans begin with, and a part. */
const GUESSES = [50 * MIB, PART_BYTES];

/** By one request where it fits, by many where only the object may be so large, as several objects where not. */
export type Way = "request" | "resumable" | "pieces";

/** How large one object and one request may be. Told at the start where Storage tells it; learned from a refusal otherwise. */
export class ObjectLimit {
  #request = LARGEST_REQUEST;

  private constructor(
    /** The most bytes of one object; null where no limit is known. */
    public bytes: number | null,
    private readonly log: Pick<Logger, "warn"> | undefined,
  ) {}

  static async ask(bucket: Bucket | null, options: StorageOptions): Promise<ObjectLimit> {
    const ofBucket = bucket?.file_size_limit ?? null;
    const ofProject = await limitOfProject(options);
    const told = [ofBucket, ofProject].filter((limit) => limit !== null);
    const bytes = told.length > 0 ? Math.min(...told) : null;
    const where = bytes === ofBucket ? `the bucket ${options.bucket}` : "the project";
    if (bytes !== null && bytes < PART_BYTES)
      throw new StartError(
        `STORAGE_BUCKET: ${where} takes files of up to ${megabytes(bytes)} only, and a recording comes in parts of ${megabytes(PART_BYTES)}. ${REMEDY}`,
      );
    if (bytes !== null && bytes < LARGEST_REQUEST)
      options.log?.warn(
        `Supabase Storage: ${where} takes files of up to ${megabytes(bytes)}. Longer recordings are kept as several files; a larger file in one request is refused. ${REMEDY}`,
      );
    return new ObjectLimit(bytes, options.log);
  }

  /** For one request. */
  get most(): number {
    return Math.min(this.bytes ?? LARGEST_REQUEST, this.#request);
  }

  wayOf(size: number): Way {
    if (size <= this.most) return "request";
    return this.bytes === null || size <= this.bytes ? "resumable" : "pieces";
  }

  /** So much was refused on this way. False where there is nothing smaller to try. */
  lower(refused: number, way: Way): boolean {
    const next = GUESSES.find((guess) => guess < refused);
    if (next === undefined) return false;
    const isRequest = way === "request";
    const known = isRequest ? this.#request : this.bytes;
    if (known !== null && known <= next) return true; // found out by another file meanwhile
    if (isRequest) this.#request = next;
    else this.bytes = next;
    this.log?.warn(
      isRequest
        ? `Supabase Storage, or what stands before it, refused a request of ${megabytes(refused)}. From now on what is larger than ${megabytes(next)} is sent in chunks, and a form with a larger file is refused. ${REMEDY}`
        : `Supabase Storage refused a file of ${megabytes(refused)}. From now on what is larger than ${megabytes(next)} is kept as several files. ${REMEDY}`,
    );
    return true;
  }
}

const REMEDY =
  "The limit is raised in the project's dashboard: Storage, Settings, global file size limit, and in the settings of the bucket.";

const megabytes = (bytes: number) => `${Math.floor((bytes / MIB) * 10) / 10} MB`;

/** Its endpoint for resumable uploads tells the limit of all buckets; a gateway may keep that to itself. */
async function limitOfProject(options: StorageOptions): Promise<number | null> {
  const asked = fetchStorage(options, "upload/resumable", { method: "OPTIONS" });
  const answer = await asked.catch(() => undefined);
  return Number(answer?.headers.get("Tus-Max-Size")) || null;
}
