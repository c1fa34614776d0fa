/** A refusal by the server, or (status 0) no answer at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    /** The server's words for a person; undefined when it said nothing. */
    readonly said: string | undefined,
    readonly fields: Record<string, string> = {},
  ) {
    super(said ?? code);
    this.name = "ApiError";
  }

  get isOffline() {
    return this.status === 0;
  }
}

/** The server's own words where it had any, else the screen's. */
export function errorText(error: unknown, otherwise: string) {
  return (error instanceof ApiError && error.said) || otherwise;
}

/** The server's no, as against no answer: the page stops showing what it showed before. */
export const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** There is no such thing, or none that the caller may see. */
export const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

/** A refusal for the pace, or for the caller's rights: only the server's words say what to do about it. */
export const isTheirsToSay = (error: unknown) =>
  error instanceof ApiError && (error.status === 429 || error.status === 403);

/** The objection is about fields and stands beside them, so the error needs no toast. */
export function isAboutFields(error: unknown) {
  return error instanceof ApiError && Object.keys(error.fields).length > 0;
}

export function fieldError(error: unknown, field: string) {
  return error instanceof ApiError ? error.fields[field] : undefined;
}

/** An answer that is not what the contract promises: a bug, and never shown as the person's fault. */
export class ContractError extends Error {
  constructor(request: string, cause: unknown) {
    super(`${request} answered something else than the contract says`, { cause });
    this.name = "ContractError";
  }
}

/** The content of a refusal, in the one body that the API has for it; undefined for any other, such as a gateway's. */
export async function readRefusal(response: Response) {
  const body: unknown = await response.json().catch(() => undefined);
  const { error, message, code, fields } = Object(body);
  if (!isText(error) || !isText(message) || !isText(code)) return undefined;
  const texts = Object.entries(Object(fields)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return { said: message, code, fields: Object.fromEntries(texts) };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
