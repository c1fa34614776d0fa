import type { ClientErrorStatusCode, ServerErrorStatusCode } from "hono/utils/http-status";

type Texts = Record<string, string>;

/** The one error type that reaches a person. Everything else is shown as a request id. */
export class HttpError extends Error {
  constructor(
    readonly status: ClientErrorStatusCode | ServerErrorStatusCode,
    readonly code: string,
    message: string,
    /** `fault` is one of this server's, for its log. */
    readonly more: { fields?: Texts; headers?: Texts; fault?: string } = {},
  ) {
    super(message);
    this.name = "HttpError";
  }
}

export const badRequest = (message: string, code = "bad_request") =>
  new HttpError(400, code, message);
export const unauthorized = (message: string, code = "unauthorized") =>
  new HttpError(401, code, message);
export const forbidden = (message: string, code = "forbidden") => new HttpError(403, code, message);
export const notFound = (what = "Not found", code = "not_found") => new HttpError(404, code, what);
export const wrongMethod = (allow: string) =>
  new HttpError(405, "wrong_method", `This address takes ${allow}.`, { headers: { Allow: allow } });
export const conflict = (message: string, code = "conflict") => new HttpError(409, code, message);
export const tooLarge = (message: string, code = "too_large") => new HttpError(413, code, message);
export const wrongType = (message: string) => new HttpError(415, "wrong_type", message);
export const invalid = (message: string, fields?: Record<string, string>) =>
  new HttpError(422, "invalid", message, fields ? { fields } : {});
export const tooMany = (message: string, seconds: number) =>
  new HttpError(429, "too_many_requests", message, {
    headers: { "Retry-After": String(Math.max(1, Math.ceil(seconds))) },
  });
export const unavailable = (message: string, code: string) => new HttpError(503, code, message);

export const noRoom = () =>
  new HttpError(
    507,
    "no_room",
    "This server's disk is full. Nothing is lost: try again when there is room.",
  );

/** A write or a read that must concern exactly one row; a row the caller may not see does not exist. */
export function one<T>(rows: readonly T[], what?: string): T {
  const [row] = rows;
  if (row === undefined) throw notFound(what);
  return row;
}

/**
 * A write that must concern exactly one row. A thing that the caller may see but not change is refused
 * with words; a thing that they may not see does not exist.
 */
export async function oneOrRefuse<T>(
  rows: readonly T[],
  seen: () => Promise<readonly unknown[]>,
  { words, what }: { words: string; what?: string },
): Promise<T> {
  if (rows.length === 0 && (await seen()).length > 0) throw forbidden(words, "not_yours");
  return one(rows, what);
}
