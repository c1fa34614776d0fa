import { countPassed } from "#api/platform/collect.ts";
import { patientFetch } from "./patient-fetch.ts";
import { measure, type PutOptions, type StoredObject, StoreUnreachable } from "./store.ts";
import { failureOf, meant, readRefusal } from "./supabase-answers.ts";
import type { BucketOptions } from "./supabase-bucket.ts";

/** The only length that hosted Storage takes, but for the last one. */
export const CHUNK_BYTES = 6 * 1024 * 1024;

/** The pauses before each further try of a broken request: a Storage that restarts is back by then. */
const PAUSES_MS = [0, 1000, 2000, 4000, 8000, 16_000];

/** How often an upload that Storage has forgotten is begun again. */
const MOST_BEGINNINGS = 3;

/** Whether the request arrived is not known, and Storage can be asked. */
class InDoubt extends StoreUnreachable {}

/** Nothing more can be sent to this address: it ran out or was lost, or all bytes are there without an answer. */
class UploadEnded extends Error {}

/**
 * One object in many requests, by TUS: a broken connection costs a chunk and not the file, and a file that is too
 * large is refused before any of it was sent.
 */
export class ResumableUploads {
  readonly #endpoint: string;
  readonly #headers: Record<string, string>;
  readonly #fetch: typeof fetch;

  constructor(
    private readonly options: BucketOptions,
    /** The size of the object under a key; null where there is none. */
    private readonly sizeOf: (key: string) => Promise<number | null>,
  ) {
    const { url, secretKey } = options;
    this.#fetch = patientFetch(options);
    this.#endpoint = `${url}/storage/v1/upload/resumable`;
    this.#headers = {
      Authorization: `Bearer ${secretKey}`,
      apikey: secretKey,
      "Tus-Resumable": "1.0.0",
    };
  }

  async put(key: string, file: Blob, wishes: PutOptions): Promise<StoredObject> {
    const stored = await measure(file, wishes);
    for (let beginnings = 1; ; beginnings++) {
      try {
        await this.#putOnce(key, file, wishes);
        return stored;
      } catch (error) {
        if (!(error instanceof UploadEnded)) throw error;
        if ((await this.sizeOf(key)) === file.size) return stored;
        if (beginnings === MOST_BEGINNINGS) throw new StoreUnreachable(error.message);
      }
    }
  }

  async #putOnce(key: string, file: Blob, wishes: PutOptions): Promise<void> {
    const address = await this.#begin(key, file, wishes);
    try {
      await this.#send(address, file, wishes);
    } catch (error) {
      // An upload that cannot be taken back now runs out by itself, within a day.
      await this.#ask(address, "DELETE").catch(() => {});
      throw error;
    }
  }

  async #begin(key: string, file: Blob, wishes: PutOptions): Promise<string> {
    const { contentType = "application/octet-stream" } = wishes;
    const named = { bucketName: this.options.bucket, objectName: key, contentType };
    const metadata = Object.entries({ ...named, cacheControl: "3600" }).map(
      ([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`,
    );
    const answer = await this.#ask(this.#endpoint, "POST", {
      "Upload-Length": String(file.size),
      "Upload-Metadata": metadata.join(","),
    });
    if (answer.status !== 201) {
      const refusal = await readRefusal(answer);
      throw meant(refusal) === 409 ? new UploadEnded(refusal.message) : failureOf(refusal, null);
    }
    // Only the last part of the address: behind a proxy, Storage does not know its own address.
    const id = answer.headers.get("Location")?.split("/").at(-1);
    return `${this.#endpoint}/${id}`;
  }

  async #send(address: string, file: Blob, { passed }: PutOptions): Promise<void> {
    let tries = 0;
    for (let at: number | null = 0; at !== file.size; ) {
      try {
        if (at === null) {
          at = await this.#askOffset(address, file.size);
        } else {
          const chunk = file.slice(at, at + CHUNK_BYTES);
          passed?.(chunk.size);
          at = await this.#sendChunk(address, at, chunk);
          tries = 0;
        }
      } catch (error) {
        const pause = (this.options.pauses ?? PAUSES_MS)[tries++];
        if (!(error instanceof InDoubt) || pause === undefined) throw error;
        await Bun.sleep(pause);
        at = null;
      }
    }
  }

  async #sendChunk(address: string, offset: number, chunk: Blob): Promise<number> {
    countPassed(chunk.size);
    const headers = {
      "Upload-Offset": String(offset),
      "Content-Type": "application/offset+octet-stream",
    };
    const answer = await this.#ask(address, "PATCH", headers, chunk);
    if (answer.status !== 204) return await refuse(answer);
    return offset + chunk.size;
  }

  /** The offset; that all bytes are there does not mean that they became an object. */
  async #askOffset(address: string, size: number): Promise<number> {
    const answer = await this.#ask(address, "HEAD");
    if (!answer.ok) return await refuse(answer);
    const offset = Number(answer.headers.get("Upload-Offset"));
    if (offset === size)
      throw new UploadEnded("Storage has all of the file and made no object of it");
    return offset;
  }

  async #ask(
    address: string,
    method: string,
    headers: Record<string, string> = {},
    body: Blob | null = null,
  ): Promise<Response> {
    const request = { method, headers: { ...this.#headers, ...headers }, body };
    return await this.#fetch(address, request).catch((cause: Error) => {
      throw new InDoubt(`Supabase Storage: ${cause.message}`, { cause });
    });
  }
}

/** "Another writer" and "wrong offset" leave a doubt, too: perhaps only the answer to an earlier request was lost. */
async function refuse(answer: Response): Promise<never> {
  const refusal = await readRefusal(answer);
  const status = meant(refusal) ?? 500;
  if (status === 404 || status === 410) throw new UploadEnded(`Storage: ${refusal.message}`);
  if ([409, 423, 429].includes(status) || status >= 500)
    throw new InDoubt(`Supabase Storage: ${refusal.message}`, { cause: refusal });
  throw failureOf(refusal, null);
}
