import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { createDatabaseFile, createDiskFile, isDiskFileInUse, type SpoolFile } from "./files.ts";
import type { Answers, Ask } from "./worker-client.ts";

/** Keeps one recording. It runs beside the page, so that neither a busy page nor a hidden one delays a write. */
let file: SpoolFile | null = null;
let bytes = 0;
/** Bytes the file took; what came after it was full stays with the page, whose chunks `overflow` refers to. */
let filed = 0;
const overflow: Blob[] = [];
const checksum = sha256.create();
let isSealed = false;

let last: Promise<unknown> = Promise.resolve();

addEventListener("message", ({ data, ports }: MessageEvent<Ask>) => {
  const [port] = ports;
  last = last
    .then(() => answer(data))
    .then(
      (reply) => port?.postMessage({ answer: reply }, reply instanceof ArrayBuffer ? [reply] : []),
      (error) => port?.postMessage({ error: String(error) }),
    );
});

function answer(ask: Ask): Promise<Answers[keyof Answers]> | Answers[keyof Answers] {
  switch (ask.ask) {
    case "open":
      return open(ask.id);
    case "append":
      return append(ask.chunk);
    case "read":
      return read(ask.from, ask.to);
    case "seal":
      return seal();
    case "is-in-use":
      return isDiskFileInUse(ask.id);
    case "hash":
      return hash(ask.blob);
  }
}

async function open(id: string): Promise<Answers["open"]> {
  try {
    file = await createDiskFile(id);
    return "disk";
  } catch {
    file = await createDatabaseFile(id).catch(() => null);
    return file ? "database" : "memory";
  }
}

async function append(chunk: Blob): Promise<Answers["append"]> {
  if (isSealed) throw new Error("The recording has ended.");
  // A chunk that cannot be read is lost, and no other with it.
  const added = new Uint8Array(await chunk.arrayBuffer().catch(() => new ArrayBuffer()));
  checksum.update(added);
  const durable = await appendToFile(added);
  if (!durable) overflow.push(chunk);
  bytes += added.length;
  return { bytes, durable };
}

/** Once one chunk did not fit, all later ones go to memory: the file stays a clean beginning of the recording. */
async function appendToFile(added: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (!file || overflow.length > 0) return false;
  try {
    await file.append(added, filed);
    filed += added.length;
    return true;
  } catch {
    return false;
  }
}

async function read(from: number, to: number): Promise<ArrayBuffer> {
  const onFile =
    from < filed && file ? await file.read(from, Math.min(to, filed)) : new Uint8Array();
  if (to <= filed) return onFile.buffer.slice(0, onFile.length);
  const rest = new Blob(overflow).slice(Math.max(0, from - filed), to - filed);
  return new Blob([onFile, rest]).arrayBuffer();
}

function seal(): Answers["seal"] {
  isSealed = true;
  file?.close();
  return { sha256: bytesToHex(checksum.digest()), bytes };
}

async function hash(blob: Blob): Promise<string> {
  const whole = sha256.create();
  const reader = blob.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytesToHex(whole.digest());
    whole.update(value);
  }
}
