import { countPassed } from "#api/platform/collect.ts";
import { measure, type PutOptions, type StoredObject, StoreUnreachable } from "./store.ts";
import { sizeInStorage } from "./supabase-listing.ts";
import { fetchStorage, Refusal, refusalOf, type StorageOptions } from "./supabase-requests.ts";

/** The only length that hosted Storage takes, but for the last one. */
export const CHUNK_BYTES = 6 * 1024 * 1024;

/** The pauses before each further try of a broken request: a Storage that restarts is back by then. */
const PAUSES_MS = [0, 1000, 2000, 4000, 8000, 16_000];

/** How often an upload that Storage has forgotten is begun again. */
const MOST_BEGINNINGS = 3;

const [NOT_FOUND, CONFLICT, GONE] = [404, 409, 410];

const hasStatus = (error: unknown, ...statuses: (number | undefined)[]) =>
  error instanceof Refusal && statuses.includes(error.status);

/**
 * One object in many requests, by TUS: a broken connection costs a chunk and not the file, and a file that is too
 * large is refused before any of it was sent.
 */
export async function putInChunks(
  options: StorageOptions,
  key: string,
  file: Blob,
  wishes: PutOptions,
): Promise<StoredObject> {
  const stored = await measure(file, wishes);
  for (let beginnings = 1; ; beginnings++) {
    try {
      await putOnce(options, key, file, wishes);
      return stored;
    } catch (error) {
      // Nothing more can be sent there: it ran out, was lost, or became an object and only the answer is missing.
      if (!hasStatus(error, NOT_FOUND, CONFLICT, GONE)) throw error;
      if ((await sizeInStorage(options, key)) === file.size) return stored;
      if (beginnings === MOST_BEGINNINGS) throw error;
    }
  }
}

async function putOnce(options: StorageOptions, key: string, file: Blob, wishes: PutOptions) {
  const { contentType = "application/octet-stream", passed } = wishes;
  const named = { bucketName: options.bucket, objectName: key, contentType, cacheControl: "3600" };
  const metadata = Object.entries(named).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`,
  );
  const begun = await ask(options, "POST", "", {
    "Upload-Length": String(file.size),
    "Upload-Metadata": metadata.join(","),
  });
  // Only the last part of the address: behind a proxy, Storage does not know its own address.
  const id = `/${begun.get("Location")?.split("/").at(-1)}`;
  try {
    await send(options, id, file, passed);
  } catch (error) {
    // An upload that cannot be taken back now runs out by itself, within a day.
    await ask(options, "DELETE", id).catch(() => {});
    throw error;
  }
}

/** "Another writer" and "wrong offset" leave a doubt, too: perhaps only the answer to an earlier request was lost. */
async function send(options: StorageOptions, id: string, file: Blob, passed: PutOptions["passed"]) {
  const { pauses = PAUSES_MS } = options;
  let tries = 0;
  for (let at: number | null = 0; at !== file.size; ) {
    try {
      at ??= await askOffset(options, id, file.size);
      const chunk = file.slice(at, at + CHUNK_BYTES);
      passed?.(chunk.size);
      countPassed(chunk.size);
      const type = "application/offset+octet-stream";
      const headers = { "Upload-Offset": String(at), "Content-Type": type };
      at = offsetIn(await ask(options, "PATCH", id, headers, chunk));
      tries = 0;
    } catch (error) {
      const pause = pauses[tries++];
      const mayPass = error instanceof StoreUnreachable && !hasStatus(error, NOT_FOUND, GONE);
      if (!mayPass || pause === undefined) throw error;
      await Bun.sleep(pause);
      at = null;
    }
  }
}

/** That all bytes are there does not mean that they became an object. */
async function askOffset(options: StorageOptions, id: string, size: number): Promise<number> {
  const offset = offsetIn(await ask(options, "HEAD", id));
  if (offset < size) return offset;
  throw new Refusal(GONE, undefined, "it has all of the file and made no object of it");
}

async function ask(
  options: StorageOptions,
  method: string,
  id: string,
  headers = {},
  body: Blob | null = null,
): Promise<Headers> {
  const request = { method, headers: { ...headers, "Tus-Resumable": "1.0.0" }, body };
  const answer = await fetchStorage(options, `upload/resumable${id}`, request);
  if (!answer.ok) throw await refusalOf(answer);
  return answer.headers;
}

/** An answer of something else tells no offset. */
function offsetIn(headers: Headers): number {
  const offset = headers.get("Upload-Offset");
  if (offset === null) throw new StoreUnreachable("Storage does not say how much has arrived");
  return Number(offset);
}
