import { z } from "zod";
import { HttpError } from "#api/http/errors.ts";
import { StoreUnreachable } from "#api/platform/objects/store.ts";
import { parseJson } from "#api/platform/parse-json.ts";

/**
 * The words "Google Drive" tell the client that a drive must be connected, and it leads to the page for that.
 * Messages with other reasons speak of "your Drive" or of Google.
 */
const SAID = {
  drive_not_connected:
    "Google Drive is not connected. What lies there is safe, and can be watched as soon as its owner connects it again.",
  drive_full: "Your Drive is full. Free some room there, or choose a plan with cloud storage.",
  drive_download_limit:
    "Google has let this recording be fetched very often today, and does so again in some hours. It is safe.",
  drive_busy: "Google asks for a pause. Nothing is lost: please try again in a moment.",
  drive_unavailable: "Google does not answer at the moment. Nothing is lost: please try again.",
};
export type Said = keyof typeof SAID;

export const unreachable = (code: Said, why: string): StoreUnreachable =>
  new StoreUnreachable(`Google Drive: ${why}`, { said: { code, words: SAID[code] } });

const MISSING = {
  trashed: "This recording lies in the trash of its owner's Drive. Restored there, it plays again.",
  gone: "This recording was deleted in its owner's Drive, or Kinora may no longer see it there.",
};

/** A file is not where we left it, and only the owner of the drive can change that. */
export const missing = (how: keyof typeof MISSING): HttpError =>
  new HttpError(404, `file_${how}`, MISSING[how]);

/** An answer of Google's, without the request: requests carry secrets. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(`${status} ${reason}: ${message}`);
    this.name = "Refusal";
  }

  /** Whether the request may be repeated after a pause. */
  get isForNow(): boolean {
    return this.status === 429 || this.status >= 500 || SLOW_DOWN.includes(this.reason);
  }
}

const SLOW_DOWN = ["userRateLimitExceeded", "rateLimitExceeded"];

/** The status for no answer of Google's, or one that was cut off. */
export const NO_ANSWER = 599;

const GoogleError = z.object({
  error: z.object({
    message: z.string().default(""),
    errors: z.array(z.object({ reason: z.string().default("") })).default([]),
  }),
});

/** Google's answer, of which the library hands on as text what it could not read. */
export function readAnswer({ status, data }: { status: number; data?: unknown }): Refusal {
  const { data: said } = GoogleError.safeParse(typeof data === "string" ? parseJson(data) : data);
  return new Refusal(status, said?.error.errors[0]?.reason ?? "", said?.error.message ?? "");
}

export const readRefusal = async (answer: Response): Promise<Refusal> =>
  readAnswer({ status: answer.status, data: await answer.text().catch(() => "") });

/** The error for the rest of this server. */
export function failureOf(refusal: Refusal): Error {
  const { reason, status, message } = refusal;
  if (reason === "storageQuotaExceeded") return unreachable("drive_full", message);
  if (/^(downloadQuotaExceeded|dailyLimitExceeded)$/.test(reason))
    return unreachable("drive_download_limit", message);
  if (status >= 500 || status === 401) return unreachable("drive_unavailable", message);
  if (refusal.isForNow) return unreachable("drive_busy", message);
  return status === 403 ? unreachable("drive_unavailable", message) : refusal;
}
