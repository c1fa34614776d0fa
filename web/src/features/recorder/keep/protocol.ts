import type { Manifest } from "./manifest.ts";

/** The requests of the page to the spool's worker; it answers each in turn, in the order it was asked. */
export type Ask =
  | { ask: "open"; id: string }
  | { ask: "append"; chunk: Blob }
  | { ask: "read"; from: number; to: number }
  | { ask: "seal" }
  | { ask: "is-in-use"; id: string }
  | { ask: "hash"; blob: Blob };

export interface Answers {
  open: Manifest["keeps"];
  append: Kept;
  read: ArrayBuffer;
  seal: { sha256: string; bytes: number };
  "is-in-use": boolean;
  hash: string;
}

export interface Kept {
  bytes: number;
  /** The bytes survive the death of this browser; false when the disk is full or there is none. */
  durable: boolean;
}

export type Answer = { answer: unknown } | { error: string };
