import type { Logger } from "pino";
import { z } from "zod";
import { parseJson } from "#api/platform/parse-json.ts";
import { type FetchPatience, patientFetch, unreachable } from "./patient-fetch.ts";
import { checkKey, StoreUnreachable, TooLargeForStore } from "./store.ts";

/** A bucket of a project, as the settings name it. */
export interface StorageOptions extends FetchPatience {
  url: string;
  secretKey: string;
  bucket: string;
  /** Where the operator is told what the project's limits mean. */
  log?: Pick<Logger, "warn"> | undefined;
  /** Milliseconds to wait before each further try of a chunk that did not arrive. */
  pauses?: readonly number[] | undefined;
}

export interface StorageRequest extends RequestInit {
  headers?: Record<string, string>;
  /** Sent as the body of a POST, unless there is another method. */
  json?: unknown;
}

export const STORAGE = "Supabase Storage";

/** The answer of Storage, or of something before it, that did not do what was asked. */
export class Refusal extends StoreUnreachable {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    message: string,
  ) {
    super(`${STORAGE}: ${message}`);
    this.name = "Refusal";
  }

  /** Whether it says so itself: a gateway without a route and a host without a name are "not found" as well. */
  misses(what: "Object" | "Bucket"): boolean {
    const code = what === "Object" ? "NoSuchKey" : "NoSuchBucket";
    const isSaid = this.message.toLowerCase() === `${STORAGE}: ${what} not found`.toLowerCase();
    return this.status === 404 && (this.code === code || isSaid);
  }
}

/** Where Storage is asked for an object. It signs the path that it was asked by, so names stand there as they are. */
export const placeIn = (
  { bucket }: StorageOptions,
  key: string,
  way?: "info" | "sign" | "authenticated",
) => `object/${way ? `${way}/` : ""}${bucket}/${checkKey(key)}`;

/** An answer, whatever it is: to read at once, unless it is asked for in another way. */
export async function fetchStorage(
  options: StorageOptions,
  path: string,
  { json, ...init }: StorageRequest = {},
  send: (address: string, init: RequestInit) => Promise<Response> = patientFetch(options),
): Promise<Response> {
  const { url, secretKey } = options;
  const asJson = json !== undefined && { method: "POST", body: JSON.stringify(json) };
  const typed = json !== undefined && { "Content-Type": "application/json" };
  const keys = { Authorization: `Bearer ${secretKey}`, apikey: secretKey };
  const headers = { ...keys, ...typed, ...init.headers };
  const sending = send(`${url}/storage/v1/${path}`, { ...asJson, ...init, headers });
  return await sending.catch(unreachable(STORAGE));
}

/** The answer of Storage, read. A website has a page for every address, which is no such answer. */
export async function askStorage<Said>(
  options: StorageOptions,
  path: string,
  says: z.ZodType<Said>,
  request: StorageRequest = {},
): Promise<Said> {
  const answer = await fetchStorage(options, path, request);
  if (!answer.ok) throw await refusalOf(answer);
  return await answer.json().then(says.parse).catch(unreachable(STORAGE));
}

export function unlessMissing(error: unknown): null {
  if (error instanceof Refusal && error.misses("Object")) return null;
  throw error;
}

const Body = z.object({
  message: z.string(),
  statusCode: z.coerce.number().optional().catch(undefined),
  code: z.string().optional(),
});

/** Storage answers 400 to nearly everything, and gives the true status in the body. */
export async function refusalOf(answer: Response): Promise<Refusal | TooLargeForStore> {
  const text = await answer.text();
  // Without such a body it is an answer of a gateway in between.
  const body = Body.safeParse(parseJson(text)).data ?? { message: text.slice(0, 200) };
  const { message, statusCode, code } = body;
  const status = statusCode || answer.status;
  return status === 413 ? new TooLargeForStore(null) : new Refusal(status, code, message);
}
