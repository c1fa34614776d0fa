import { z } from "zod";
import { parseJson } from "#api/platform/parse-json.ts";

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

/** Stands before every topic on the wire. */
export const PREFIX = "realtime:";

const JSON_TEXT = 1;
const SERVER_BROADCAST = 4;

const TextFrame = z.tuple([
  z.string().nullable(),
  z.string().nullable(),
  z.string(),
  z.string(),
  z.unknown(),
]);

/** Undefined for what is no frame at all. */
export function readFrame(raw: string): Message | undefined {
  const { data } = TextFrame.safeParse(parseJson(raw));
  if (!data) return undefined;
  const [joinRef, ref, topic, event, payload] = data;
  return { joinRef, ref, topic, event, payload };
}

export function textFrame({ joinRef, ref, topic, event, payload }: Message): string {
  return JSON.stringify([joinRef, ref, topic, event, payload]);
}

const encoder = new TextEncoder();

/** kind, three lengths, encoding; then topic, event, metadata, body, which is JSON. */
export function broadcastFrame(
  { topic, event, body }: { topic: string; event: string; body: string },
  meta?: Record<string, unknown>,
): Uint8Array {
  const metadata = meta ? JSON.stringify(meta) : "";
  const fields = [PREFIX + topic, event, metadata].map((field) => encoder.encode(field));
  const lengths = fields.map((field) => field.length);
  if (lengths.some((length) => length > 255))
    throw new RangeError(`The name of a topic or event is too long: ${topic} ${event}`);
  const head = Uint8Array.of(SERVER_BROADCAST, ...lengths, JSON_TEXT);
  return Buffer.concat([head, ...fields, encoder.encode(body)]);
}
