import { z } from "zod";
import { countCarried } from "#api/platform/collect.ts";
import {
  type Bytes,
  chunksOf,
  Meter,
  type PutOptions,
  StoreUnreachable,
} from "#api/platform/objects/store.ts";
import { type AskDrive, asRefusal, type Pauses, rest } from "./calls.ts";
import { failureOf, NO_ANSWER, Refusal, readRefusal, unreachable } from "./refusals.ts";
import type { DriveSettings } from "./settings.ts";

/** Google takes multiples of 256 KiB. */
const CHUNK_BYTES = 16 * 256 * 1024;
/** A chunk may take so much longer than an answer: it goes over a slow line. */
const TIMES_THE_PATIENCE = 4;
/** A lost session begins again from our bytes; so often, and not for ever. */
const MOST_SESSIONS = 4;

export interface Upload {
  ask: AskDrive;
  settings: DriveSettings;
  pauses: Pauses;
  owner: string;
  fileId: string;
  folder: string;
  source: Source;
  wishes: PutOptions;
}

export const FileFacts = z.object({
  id: z.string(),
  // Numbers come as text.
  size: z.coerce.number().optional(),
  md5Checksum: z.string().optional(),
  trashed: z.boolean().optional(),
});
export type FileFacts = z.infer<typeof FileFacts>;
const FACTS = "id,size,md5Checksum,trashed";

export const readFacts = (ask: AskDrive, owner: string, fileId: string): Promise<FileFacts> =>
  ask(owner, async ({ api }) => {
    const { data } = await api.files.get({ fileId, fields: FACTS });
    return FileFacts.parse(data);
  });

export type Sent = Awaited<ReturnType<typeof upload>>;

/** By Google's resumable protocol, in sessions: what has arrived is what Google says has arrived. */
export async function upload(sending: Upload) {
  const counted = new Counted(sending.source, new Meter(sending.wishes));
  for (let sessions = 1; ; sessions++) {
    const session = await openSession(sending);
    const facts = await sendAll(sending, session, counted);
    if (facts) return { ...counted.result(), facts };
    if (sessions === MOST_SESSIONS) throw unreachable("drive_unavailable", "sessions get lost");
  }
}

/** Bytes are counted and hashed when they are read for the first time. */
class Counted {
  #seen = 0;
  readonly #md5 = new Bun.CryptoHasher("md5");

  constructor(
    private readonly source: Source,
    private readonly meter: Meter,
  ) {}

  async at(start: number): Promise<Uint8Array<ArrayBuffer>> {
    const chunk = await this.source.at(start);
    const fresh = chunk.subarray(Math.max(0, this.#seen - start));
    if (fresh.length > 0) {
      this.meter.add(fresh);
      this.#md5.update(fresh);
      this.#seen += fresh.length;
    }
    return chunk;
  }

  result() {
    return { ...this.meter.result(), md5: this.#md5.digest("hex") };
  }
}

/** The address of a session is a secret as good as a token: it is never kept nor logged. */
async function openSession(sending: Upload): Promise<string> {
  const { ask, settings, owner, fileId, folder, wishes, source } = sending;
  const { contentType = "application/octet-stream", name = fileId } = wishes;
  return await ask(owner, async ({ token }) => {
    const address = `${settings.apiUrl}/upload/drive/v3/files?uploadType=resumable&fields=${FACTS}`;
    const answer = await fetch(address, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json; charset=UTF-8",
        "X-Upload-Content-Type": contentType,
        ...(source.size !== null && { "X-Upload-Content-Length": String(source.size) }),
      },
      body: JSON.stringify({ id: fileId, name, parents: [folder], mimeType: contentType }),
      signal: AbortSignal.timeout(settings.patience),
    });
    const session = answer.headers.get("Location");
    if (!answer.ok) throw await readRefusal(answer);
    await answer.body?.cancel();
    if (!session) throw new Refusal(NO_ANSWER, "", "a session without an address");
    return session;
  });
}

type Step = { next: number } | { facts: FileFacts } | "lost";

/** Null when the session was lost on the way. */
async function sendAll(
  sending: Upload,
  session: string,
  counted: Counted,
): Promise<FileFacts | null> {
  let at = 0;
  let failed = 0;
  let isSure = true;
  for (;;) {
    try {
      const chunk = isSure ? await counted.at(at) : new Uint8Array();
      const step = await speak(sending, session, at, chunk);
      if (step === "lost") return null;
      if ("facts" in step) return step.facts;
      if (step.next > at) failed = 0;
      else if (isSure) throw new Refusal(NO_ANSWER, "", "nothing of it was taken");
      at = step.next;
      isSure = true;
    } catch (error) {
      const refusal = asRefusal(error);
      if (!refusal) throw error;
      // A session needs no token; where Google wants one after all, its state is asked for first.
      if (!refusal.isForNow && refusal.status !== 401) throw failureOf(refusal);
      const pause = sending.pauses[failed++];
      if (pause === undefined) throw failureOf(refusal);
      await rest(pause);
      isSure = false;
    }
  }
}

/** Sends the bytes that begin `at`; without any, Google only says how much has arrived. */
async function speak(
  { source, settings }: Upload,
  session: string,
  at: number,
  chunk: Uint8Array<ArrayBuffer>,
): Promise<Step> {
  countCarried(chunk.length);
  const range = chunk.length === 0 ? "*" : `${at}-${at + chunk.length - 1}`;
  const answer = await fetch(session, {
    method: "PUT",
    headers: { "Content-Range": `bytes ${range}/${source.size ?? "*"}` }, // known once the end was read
    body: chunk,
    redirect: "manual", // 308 is Google's word for "go on"
    signal: AbortSignal.timeout(settings.patience * TIMES_THE_PATIENCE),
  });
  if (answer.status === 200 || answer.status === 201)
    return { facts: FileFacts.parse(await answer.json()) };
  if (answer.status === 308) {
    await answer.body?.cancel();
    const last = /^bytes=0-(\d+)$/.exec(answer.headers.get("Range") ?? "")?.[1];
    return { next: last === undefined ? 0 : Number(last) + 1 };
  }
  const refusal = await readRefusal(answer);
  if (refusal.status === 404 || refusal.status === 410) return "lost";
  throw refusal;
}

/** The bytes of an upload, readable from any position that is asked for: Google decides where it goes on, not we. */
interface Source {
  /** Null while the size is unknown. */
  readonly size: number | null;
  /** A chunk from `start` on; shorter than usual only at the end, after which the size is known. */
  at(start: number): Promise<Uint8Array<ArrayBuffer>>;
}

export function sourceOf(body: Bytes): Source {
  if (body instanceof Blob) return ofBlob(body);
  if (body instanceof Uint8Array) return ofBlob(new Blob([Buffer.from(body)]));
  return new Stream(body);
}

const ofBlob = (blob: Blob): Source => ({
  size: blob.size,
  at: (start) => blob.slice(start, start + CHUNK_BYTES).bytes(),
});

/** A stream is read once: it can go back no further than to the chunk that is being sent. */
class Stream implements Source {
  size: number | null = null;
  #start = 0;
  #held: Uint8Array<ArrayBuffer> = new Uint8Array();
  readonly #chunks: AsyncGenerator<Uint8Array>;

  constructor(body: Exclude<Bytes, Blob | Uint8Array>) {
    this.#chunks = chunksOf(body);
  }

  async at(start: number): Promise<Uint8Array<ArrayBuffer>> {
    if (start < this.#start || start > this.#start + this.#held.length)
      throw new StoreUnreachable("Google Drive: a session was lost, and a stream cannot go back");
    const parts: Uint8Array[] = [this.#held.subarray(start - this.#start)];
    let held = parts[0]?.length ?? 0;
    while (held < CHUNK_BYTES && this.size === null) {
      const { done, value } = await this.#chunks.next();
      if (done) this.size = start + held;
      else {
        parts.push(value);
        held += value.length;
      }
    }
    this.#start = start;
    this.#held = Buffer.concat(parts);
    return this.#held.subarray(0, CHUNK_BYTES);
  }
}
