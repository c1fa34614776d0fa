import { z } from "zod";

/**
 * The wire format of Supabase Realtime, version 2.0.0: text frames are Phoenix messages as JSON
 * arrays, binary frames are broadcasts with a header of lengths.
 */
export interface Message {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

/** A broadcast's body is passed on as it came; only its encoding is known here. */
export interface Broadcast {
  topic: string;
  event: string;
  encoding: Encoding;
  body: Uint8Array;
}

/** Stands before every topic on the wire. */
export const PREFIX = "realtime:";

type Encoding = typeof BINARY | typeof JSON_TEXT;
const BINARY = 0;
export const JSON_TEXT = 1;

const CLIENT_BROADCAST = 3;
const SERVER_BROADCAST = 4;

const TextFrame = z.tuple([
  z.string().nullable(),
  z.string().nullable(),
  z.string(),
  z.string(),
  z.unknown(),
]);

/** Throws for what is no frame at all. */
export function readFrame(raw: string | Uint8Array): Message | (Broadcast & { ref: string }) {
  if (typeof raw !== "string") return readBroadcast(raw);
  const [joinRef, ref, topic, event, payload] = TextFrame.parse(JSON.parse(raw));
  return { joinRef, ref, topic, event, payload };
}

const decoder = new TextDecoder("utf-8", { fatal: true });
const encoder = new TextEncoder();

/** kind, five lengths, encoding; then join reference, reference, topic, event, metadata, body. */
function readBroadcast(bytes: Uint8Array): Broadcast & { ref: string } {
  const [kind, ...lengths] = bytes.subarray(0, 6);
  if (kind !== CLIENT_BROADCAST) throw new Error("Unknown kind of frame");
  const fields: string[] = [];
  let start = 7;
  for (const length of lengths) {
    fields.push(decoder.decode(bytes.subarray(start, start + length)));
    start += length;
  }
  if (start > bytes.length) throw new Error("The frame ends early");
  const [, ref = "", topic = "", event = ""] = fields;
  const encoding = bytes[6] === BINARY ? BINARY : JSON_TEXT;
  return { ref, topic, event, encoding, body: bytes.subarray(start) };
}

export function textFrame({ joinRef, ref, topic, event, payload }: Message): string {
  return JSON.stringify([joinRef, ref, topic, event, payload]);
}

/** kind, three lengths, encoding; then topic, event, metadata, body. */
export function broadcastFrame(
  { topic, event, encoding, body }: Broadcast,
  meta?: Record<string, unknown>,
): Uint8Array {
  const fields = [topic, event, meta ? JSON.stringify(meta) : ""].map((f) => encoder.encode(f));
  const lengths = fields.map((field) => field.length);
  if (lengths.some((length) => length > 255))
    throw new RangeError(`The name of a topic or event is too long: ${topic} ${event}`);
  return Buffer.concat([Uint8Array.of(SERVER_BROADCAST, ...lengths, encoding), ...fields, body]);
}
