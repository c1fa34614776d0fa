import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Turns } from "#api/platform/turns.ts";
import { TranscriptionTrouble } from "./transcription.ts";

export interface ModelFile {
  url: string;
  sha256: string;
  bytes: number;
  /** The place of the file. On a server without access to the address, the operator copies the file there. */
  path: string;
}

interface FetchOptions {
  signal?: AbortSignal;
  /** Milliseconds before each further try. */
  pauses?: readonly number[];
}

const PAUSES = [500, 2_000, 8_000, 30_000];

/** Files that were checked since the start, with the time of their last change. */
const looked = new Map<string, { changedAt: number; as: "ready" | "broken" }>();

/** Two callers who need the same file share a download; where the first gives it up, the next goes on. */
const inTurn = new Turns();

export const partOf = (path: string) => `${path}.part`;

export const bytesAt = (path: string): number => Bun.file(path).size;

/** Makes sure that the right file is there whole: found, or downloaded, going on where an earlier try was cut off. */
export async function fetchModel(file: ModelFile, options: FetchOptions = {}): Promise<void> {
  const { signal } = options;
  const work = async () => {
    const found = await isRight(file);
    if (found === "broken") throw wrongFile(file);
    if (found !== "ready") await download(file, options);
  };
  await inTurn.run(work, [{ name: file.path, atOnce: 1 }], signal && { signal });
}

async function download(file: ModelFile, { signal, pauses = PAUSES }: FetchOptions): Promise<void> {
  await mkdir(dirname(file.path), { recursive: true });
  const part = partOf(file.path);
  for (let attempt = 0; bytesAt(part) !== file.bytes; attempt++) {
    try {
      await goOn(file, part, signal);
    } catch (error) {
      signal?.throwIfAborted();
      const pause = pauses[attempt];
      if (pause === undefined) throw notDownloaded(file, error);
      await Bun.sleep(pause);
    }
  }
  if ((await sumOf(part)) !== file.sha256) {
    await rm(part, { force: true });
    throw wrongFile(file);
  }
  await rename(part, file.path);
}

/** Whether the file in its place is the right one; undefined where there is none. */
export async function isRight(
  file: Pick<ModelFile, "path" | "bytes" | "sha256">,
): Promise<"ready" | "broken" | undefined> {
  const found = await stat(file.path).catch(() => null);
  if (!found) return undefined;
  const known = looked.get(file.path);
  if (known?.changedAt === found.mtimeMs) return known.as;
  // A file that cannot be read is of no use either.
  const sum = found.size === file.bytes ? await sumOf(file.path).catch(() => null) : null;
  const as = sum === file.sha256 ? "ready" : "broken";
  looked.set(file.path, { changedAt: found.mtimeMs, as });
  return as;
}

async function goOn(
  { url, bytes }: ModelFile,
  part: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  let here = bytesAt(part);
  if (here > bytes) here = 0;
  const headers: HeadersInit = here > 0 ? { Range: `bytes=${here}-` } : {};
  const response = await fetch(url, { headers, signal: signal ?? null });
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
  if (response.status !== 206) here = 0; // the server sends the file from its beginning
  const file = await open(part, here > 0 ? "a" : "w", 0o600);
  try {
    for await (const chunk of response.body) {
      here += chunk.length;
      if (here > bytes) throw new Error("There is more of it than there should be");
      await file.write(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (here < bytes) throw new Error("It was cut off");
}

async function sumOf(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
  return hash.digest("hex");
}

const notDownloaded = ({ url, path }: ModelFile, cause: unknown) =>
  new TranscriptionTrouble(
    `The speech model could not be downloaded from ${new URL(url).host}. Ask this server's operator; the file can also be copied to ${path}.`,
    { isForAll: true, cause },
  );

const wrongFile = ({ path }: ModelFile) =>
  new TranscriptionTrouble(
    `The speech model at ${path} is not the file that it should be: its checksum differs. Ask this server's operator to remove it.`,
    { isForAll: true },
  );
