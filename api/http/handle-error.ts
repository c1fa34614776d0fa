import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { StatusCode } from "hono/utils/http-status";
import postgres from "postgres";
import { isDatabaseLost } from "#api/platform/database-lost.ts";
import { isFull, StoreUnreachable, TooLargeForStore } from "#api/platform/objects/store.ts";
import { QueueFull } from "#api/platform/turns.ts";
import type { Refusal } from "#contract/common.ts";
import type { AppEnv } from "./context.ts";
import { HttpError, invalid, noRoom, notFound, tooLarge, tooMany, unavailable } from "./errors.ts";

const BUSY = "The server is busy. Please try again.";
const AWAY = "The database is not available at the moment. Please try again.";
const STORE_AWAY =
  "The storage of this server does not answer at the moment. Nothing is lost: please try again.";
const LINE_IS_FULL = "Too much is waiting already. Please wait a moment and try again.";
const SOON = { headers: { "Retry-After": "1" } };

/** The one place that turns errors into answers. An error not meant for people is logged, and shown as a request id. */
export function handleError(error: Error, c: Context<AppEnv>): Response {
  const { requestId, log } = c.var;
  const known = asHttpError(error);
  if (known?.more.fault) log?.error({ request: requestId }, known.more.fault);
  if (known) return refuse(c, known);
  if (error instanceof StoreUnreachable) {
    log?.warn({ request: requestId, err: error }, "the storage does not answer");
    const { code, words } = error.said ?? { code: "storage_unavailable", words: STORE_AWAY };
    return refuse(c, new HttpError(503, code, words, SOON));
  }
  if (hasLeft(error)) {
    log?.debug({ request: requestId }, "the client has left");
    return c.body(null, CLIENT_LEFT);
  }
  log?.error({ request: requestId, err: error }, "unhandled error");
  const message = `Something went wrong on our side. Please try again. (Request ${requestId})`;
  const body: Refusal = {
    error: message,
    message,
    code: "internal",
    request_id: requestId,
  };
  return c.json(body, 500);
}

/** The status that proxies log for it: nobody is there to read an answer. */
const CLIENT_LEFT = 499 as StatusCode; // Hono's types know only what is registered

/** The error with which a body ends when its sender hangs up; it is nobody's fault. */
const hasLeft = (error: Error) => error instanceof DOMException && error.name === "AbortError";

function refuse(c: Context, error: HttpError): Response {
  const { fields, headers } = error.more;
  const body: Refusal = { error: error.message, message: error.message, code: error.code };
  if (fields) body.fields = fields;
  if (error.status === 401) c.header("WWW-Authenticate", challenge(c));
  return c.json(body, error.status, headers);
}

/** The way to authenticate, and whether the token that the client sent was refused (RFC 6750). */
const challenge = (c: Context) =>
  c.req.header("Authorization") ? 'Bearer error="invalid_token"' : "Bearer";

function asHttpError(error: Error): HttpError | undefined {
  if (error instanceof HttpError) return error;
  // Hono raises these itself for a body that is not JSON, or not UTF-8.
  if (error instanceof HTTPException && error.status === 400)
    return new HttpError(400, "malformed", error.message || "Malformed request");
  if (isFull(error)) return noRoom();
  if (error instanceof TooLargeForStore) return overLimit(error.limit);
  if (error instanceof QueueFull) return tooMany(LINE_IS_FULL, 2);
  const known = error instanceof postgres.PostgresError ? fromPostgres(error) : undefined;
  if (known || !isDatabaseLost(error)) return known;
  return new HttpError(503, "database_unavailable", AWAY, SOON);
}

function overLimit(limit: number | null): HttpError {
  const most = limit === null ? "" : ` (${Math.floor(limit / 1024 / 1024)} MB)`;
  return tooLarge(
    `This file is larger than this server's storage takes in one request${most}. Send it in parts, by a resumable upload, or ask the server's operator to raise the limit.`,
    "storage_limit",
  );
}

const unkeepable = () => invalid("The text contains a character that cannot be kept.");

/** Refusals by rules in SQL, with the name that each has where the rule gives none. */
const RULES: Record<string, [status: HttpError["status"], code: string]> = {
  KN400: [400, "bad_request"],
  KN401: [401, "unauthorized"],
  KN402: [402, "payment_required"],
  KN403: [403, "forbidden"],
  KN404: [404, "not_found"],
  KN409: [409, "conflict"],
  KN422: [422, "invalid"],
};

/** Rules raise `KNxxx`, with a stable name in the detail; with 429, the seconds. */
function fromRule({ code, detail, message }: postgres.PostgresError): HttpError | undefined {
  if (code === "KN429") return tooMany(message, Number(detail));
  const [status, name = ""] = RULES[code] ?? [];
  return status && new HttpError(status, detail ?? name, message);
}

function fromPostgres(error: postgres.PostgresError): HttpError | undefined {
  switch (error.code) {
    case "42501": // a policy or a missing grant: what the caller may not touch does not exist for them
    case "23503": // what it refers to was removed while this was on its way
      return notFound();
    case "22021": // U+0000: JSON may carry it, no text in Postgres can, nor can its own JSON
    case "22P05":
      return unkeepable();
    case "22P02": // half a surrogate, which its JSON refuses by the same code as a number that is none
      return error.routine?.startsWith("json") ? unkeepable() : undefined;
    case "53100":
      return noRoom();
    case "57014":
    case "53300":
    case "40001": // somebody else changed the same: the next try finds it done
    case "40P01":
      return unavailable(BUSY, "busy");
    default:
      return fromRule(error);
  }
}
