import type { NamesIn } from "#contract/common.ts";
import { ApiError, ContractError, readRefusal } from "./api-error.ts";
import { addressHeader } from "./client-address.ts";
import { READ_PATIENCE_MS } from "./read-patience.ts";
import { hearTime } from "./server-clock.ts";
import { expireSession, SESSION_EXPIRED, sessionToken, sessionUserId, tokenOf } from "./session.ts";

interface RequestOptions {
  /** Sent as JSON; a Blob is sent as it is. */
  body?: unknown;
  query?: Record<string, string | number | boolean | null | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** The request arrives also when the page is closed meanwhile. */
  keepalive?: boolean;
  /** The answer of the same call, where that was sent before anybody could wait for it. */
  begun?: Promise<Response> | undefined;
}

/** A zod schema of the contract, as far as this file needs to know one. */
interface Parser<Answer> {
  safeParse(answer: unknown): { success: true; data: Answer } | { success: false; error: unknown };
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A call of the contract, as far as this file needs to know one. */
export interface Operation {
  call: `${string} /${string}`;
  answer?: unknown;
}

/** A body that is no JSON, whose kind the contract names, is sent as it is. */
type Body<Call> = Call extends { body: { _zod: { input: infer Sent } } }
  ? Sent
  : Call extends { body: string }
    ? Blob
    : never;
/** Every field may be left out: the contract has a default for most, and the server says where it has not. */
type Query<Call> = Call extends { query: { _zod: { output: infer Fields } } }
  ? { [field in keyof Fields]?: string | number | boolean | null | undefined }
  : never;
type AnswerOf<Call> = Call extends { answer: { _zod: { output: infer Answer } } }
  ? Answer
  : undefined;

export type CallOptions<Call extends Operation> = Omit<RequestOptions, "body" | "query"> &
  ([NamesIn<Call["call"]>] extends [never]
    ? { params?: never }
    : { params: Record<NamesIn<Call["call"]>, string> }) &
  ([Body<Call>] extends [never] ? { body?: never } : { body: Body<Call> }) &
  ([Query<Call>] extends [never] ? { query?: never } : { query?: Query<Call> });

/** A call as the contract says it: where it goes, with what, and how its answer is read. */
export function call<const Call extends Operation>(
  operation: Call,
  ...[options]: object extends CallOptions<Call> ? [CallOptions<Call>?] : [CallOptions<Call>]
): Promise<AnswerOf<Call>> {
  const { params, ...rest } = (options ?? {}) as RequestOptions & {
    params?: Record<string, string>;
  }; // what the operation asks for is a part of these
  const [method, path = ""] = operation.call.split(" ");
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(params?.[name] ?? ""),
  );
  const schema = (operation.answer ?? NO_ANSWER) as Parser<AnswerOf<Call>>; // the type says the same of this operation
  return request(method as Method, filled, schema, rest); // the contract knows no other methods
}

/** The answer as it is, for code that reads it by hand: the contract's schema would bring zod into the first load. */
export const asItCame: Parser<unknown> = {
  safeParse: (answer) => ({ success: true, data: answer }),
};

const NO_ANSWER: Parser<unknown> = { safeParse: () => ({ success: true, data: undefined }) };

/** One call of the API: `path` without /api; the answer is what `schema` makes of it. */
export async function request<Answer>(
  method: Method,
  path: string,
  schema: Parser<Answer>,
  options: RequestOptions = {},
): Promise<Answer> {
  const response = await send(method, apiUrl(path, options.query), options);
  const answer =
    response.status === 204 ? undefined : await response.json().catch(unanswered(options));
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new ContractError(`${method} ${path}`, parsed.error);
  return parsed.data;
}

/** The file at an address that `apiUrl` made. */
export async function requestFile(url: string, options: RequestOptions = {}): Promise<Blob> {
  return (await send("GET", url, options)).blob();
}

export const requestAnswer = (url: string, options: RequestOptions = {}): Promise<Response> =>
  send("GET", url, options);

async function send(method: Method, url: string, options: RequestOptions): Promise<Response> {
  const token = sessionToken();
  const userId = sessionUserId();
  const sent =
    options.begun ??
    patiently(url, {
      method,
      headers: headersOf(token, options),
      body: payloadOf(options.body),
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
    });
  const response = await sent.catch(unanswered(options));
  hearTime(response.headers);
  if (response.ok) return response;
  const refusal = await readRefusal(response);
  // Words of a proxy or a gateway instead of ours say nothing about what was asked.
  if (!refusal && response.status < 500) throw new ApiError(0, "unreachable", undefined);
  if (response.status === 401 && token) {
    expireSession(token);
    // Another tab has changed the password, or this person has signed in anew: nothing was done yet.
    if (userId && tokenOf(userId)) return send(method, url, { ...options, begun: undefined });
    // The one notice of an expired session replaces all other words of a screen about this call.
    throw new ApiError(401, "session_expired", SESSION_EXPIRED);
  }
  const { said, code, fields } = refusal ?? {};
  throw new ApiError(response.status, code ?? `http_${response.status}`, said, fields);
}

/** A network that swallows a question gives no error. A write is not given up: it may have been done. */
function patiently(url: string, asked: RequestInit): Promise<Response> {
  if (asked.method !== "GET") return fetch(url, asked);
  const silence = new AbortController();
  const late = setTimeout(() => silence.abort(), READ_PATIENCE_MS);
  const signal = AbortSignal.any([silence.signal, ...(asked.signal ? [asked.signal] : [])]);
  return fetch(url, { ...asked, signal }).finally(() => clearTimeout(late));
}

/** An answer that ends in the middle is none. */
const unanswered = (options: RequestOptions) => (error: unknown) => {
  throw options.signal?.aborted ? error : new ApiError(0, "unreachable", undefined);
};

export function apiUrl(path: string, query: RequestOptions["query"] = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  return search.size > 0 ? `/api${path}?${search}` : `/api${path}`;
}

function headersOf(token: string | undefined, { body, headers }: RequestOptions) {
  return {
    ...(body !== undefined && { "Content-Type": typeOf(body) }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...addressHeader(),
    ...headers,
  };
}

const payloadOf = (body: unknown) =>
  body === undefined || body instanceof Blob ? (body ?? null) : JSON.stringify(body);

const typeOf = (body: unknown) => (body instanceof Blob ? body.type : "application/json");
