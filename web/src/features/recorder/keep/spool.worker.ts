import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { createDatabaseFile, createDiskFile, isDiskFileInUse, type SpoolFile } from "./files.ts";
import type { Manifest } from "./manifest.ts";

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
    .then(async () => answers[data.ask](data as never)) // each question comes with what it needs
    .then(
      (reply) => port?.postMessage({ answer: reply }, reply instanceof ArrayBuffer ? [reply] : []),
      (error) => port?.postMessage({ error: String(error) }),
    );
});

/** The questions of the page, each answered in its turn. */
const answers = {
  async open({ id }: { id: string }): Promise<Manifest["keeps"]> {
    try {
      file = await createDiskFile(id);
      return "disk";
    } catch {
      file = await createDatabaseFile(id).catch(() => null);
      return file ? "database" : "memory";
    }
  },
  /** `durable`: the bytes survive the death of this browser. False when the disk is full or there is none. */
  async append({ chunk }: { chunk: Blob }) {
    if (isSealed) throw new Error("The recording has ended.");
    // A chunk that cannot be read is lost, and no other with it.
    const added = new Uint8Array(await chunk.arrayBuffer().catch(() => new ArrayBuffer()));
    checksum.update(added);
    const durable = await appendToFile(added);
    if (!durable) overflow.push(chunk);
    bytes += added.length;
    return { bytes, durable };
  },
  async read({ from, to }: { from: number; to: number }): Promise<ArrayBuffer> {
    const onFile =
      from < filed && file ? await file.read(from, Math.min(to, filed)) : new Uint8Array();
    if (to <= filed) return onFile.buffer.slice(0, onFile.length);
    const rest = new Blob(overflow).slice(Math.max(0, from - filed), to - filed);
    return new Blob([onFile, rest]).arrayBuffer();
  },
  seal(_: object) {
    isSealed = true;
    file?.close();
    return { sha256: bytesToHex(checksum.digest()), bytes };
  },
  "is-in-use": ({ id }: { id: string }) => isDiskFileInUse(id),
  async hash({ blob }: { blob: Blob }) {
    const whole = sha256.create();
    const reader = blob.stream().getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytesToHex(whole.digest());
      whole.update(value);
    }
  },
};
export type Answers = typeof answers;

/** The requests of the page; they are answered in the order in which they were asked. */
export type Ask = {
  [Name in keyof Answers]: { ask: Name } & Parameters<Answers[Name]>[0];
}[keyof Answers];

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
