import type { Logger } from "pino";
import { percentEncoded } from "#api/platform/percent-encoded.ts";
import { type FetchPatience, patientFetch, readingOn, Silence } from "./patient-fetch.ts";
import { SPARE_SECONDS } from "./signed-links.ts";
import { checkKey, type LinkWishes, type ObjectBody, StoreUnreachable } from "./store.ts";

/** A bucket, as the settings name it. */
export interface S3Options extends FetchPatience {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  region?: string | undefined;
  /** Whether the bucket's name stands in the path or before the host. */
  style?: "path" | "host" | undefined;
  /** Stands before every key. */
  prefix?: string | undefined;
  /** The endpoint to which browsers are sent, where that is another one. */
  publicEndpoint?: string | undefined;
  log?: Pick<Logger, "warn"> | undefined;
  /** Milliseconds to wait before each further try. */
  pauses?: readonly number[] | undefined;
}

export interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Without a key, the bucket itself is asked. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  /** Of the body, where it is known already. */
  sha256?: string;
}

/** The answer of a service that did not do what it was asked; without a code, something before it answered. */
export class S3Refusal extends StoreUnreachable {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    message: string,
  ) {
    super(`S3: ${code ?? status}: ${message}`);
    this.name = "S3Refusal";
  }
}

/** A service that is busy says so for seconds; so long, a caller can wait as well. */
const PAUSES_MS = [250, 500, 1000, 2000, 4000];

/** Codes that ask for patience, and those of a body that did not arrive as it was sent. */
const PASSING =
  /SlowDown|Throttl|TooManyRequests|Unavailable|InternalError|OperationAborted|RequestTimeout|RequestLimit|IncompleteBody|BadDigest|SHA256Mismatch|ChecksumMismatch/;

/** An answer to read at once. `SlowDown` is waited for; a broken line as well, where bytes were brought. */
export function askS3(options: S3Options, request: S3Request): Promise<Response> {
  const ask = patientFetch(options);
  return patiently(options, request, async (address, init) => {
    const answer = await ask(address, init);
    if (init.method !== "POST") return answer;
    // A service may begin a good answer, and find out then that it fails.
    const text = await answer.text();
    const isError = answer.ok && text.includes("<Error>");
    return new Response(text, isError ? { status: 500 } : answer);
  });
}

/** The bytes of an answer as they come. */
export async function openS3(options: S3Options, request: S3Request): Promise<ObjectBody> {
  const silence = new Silence(options);
  const { body, headers } = await patiently(options, request, silence.fetch);
  return body ? readingOn("S3", body, silence, lengthIn(headers)) : new Blob([]);
}

/** A range tells its own length, which whatever stands between cannot shorten with the bytes. */
function lengthIn(headers: Headers): number | undefined {
  const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(headers.get("Content-Range") ?? "") ?? [];
  const length = headers.get("Content-Length");
  if (end !== undefined) return Number(end) - Number(start) + 1;
  return length === null ? undefined : Number(length);
}

async function patiently(
  options: S3Options,
  request: S3Request,
  send: (address: string, init: RequestInit) => Promise<Response>,
): Promise<Response> {
  const { pauses = PAUSES_MS } = options;
  for (let tries = 0; ; tries++) {
    const { address, headers } = signed(options, request);
    const { method, body = null } = request;
    const answer = await send(address, { method, headers, body, redirect: "manual" }).catch(
      (cause: Error) => new StoreUnreachable(`S3: ${cause.message}`, { cause }),
    );
    if (answer instanceof Response && answer.ok) return answer;
    const error = answer instanceof Response ? await refusalOf(answer) : answer;
    const pause = pauses[tries];
    if (pause === undefined || !mayPass(error, request)) throw error;
    await Bun.sleep(pause * (0.5 + Math.random())); // not all who were sent away come back at once
  }
}

/** Where no service answers, who brought bytes may bring them again; a HEAD request hears no more than a status. */
function mayPass(error: StoreUnreachable, { method, body }: S3Request): boolean {
  if (error instanceof S3Refusal && error.code !== undefined) return isPassing(error);
  if (!(error instanceof S3Refusal)) return body !== undefined;
  return error.status === 429 || (error.status >= 500 && (body !== undefined || method === "HEAD"));
}

export const isPassing = ({ code = "" }: S3Refusal): boolean => PASSING.test(code);

/** The error in an answer; a HEAD request has none but its status. */
async function refusalOf(answer: Response): Promise<S3Refusal> {
  const text = await answer.text();
  const [code] = textsOf(text, "Code");
  const [region] = textsOf(text, "Region");
  const [message = text.slice(0, 200)] = textsOf(text, "Message");
  const words = region ? `${message} (its region is ${region})` : message;
  if (code !== "RequestTimeTooSkewed") return new S3Refusal(answer.status, code, words);
  const ahead = Math.round((Date.now() - Date.parse(answer.headers.get("Date") ?? "")) / 60_000);
  const off = ahead > 0 ? `${ahead} minutes ahead of` : `${-ahead} minutes behind`;
  return new S3Refusal(answer.status, code, `this machine's clock is ${off} the service's`);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The texts of all elements of this name, in the order in which they stand. */
export const textsOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(/<(\w+)>([^<]*)<\//g)].flatMap(([, name, text = ""]) =>
    name === element ? [plain(text)] : [],
  );

const plain = (text: string) =>
  text
    .replace(/&#(x?)([\da-f]+);/gi, (_, hex, digits) =>
      String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)),
    )
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => ENTITIES[name] ?? "");

/** The address of an object or of the bucket, unsigned. */
export function addressIn(
  { endpoint, bucket, style, prefix = "" }: S3Options,
  key?: string,
  query: Record<string, string> = {},
): URL {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/$/, "");
  if (style === "host") url.hostname = `${bucket}.${url.hostname}`;
  const place =
    key === undefined ? "" : `/${percentEncoded(prefix + checkKey(key)).replaceAll("%2F", "/")}`;
  url.pathname = style === "host" ? base + (place || "/") : `${base}/${bucket}${place}`;
  url.search = Object.entries(query)
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .toSorted()
    .join("&");
  return url;
}

const sha256 = (bytes: string | Uint8Array) => Bun.CryptoHasher.hash("sha256", bytes, "hex");
const hmac = (key: string | Uint8Array, text: string) =>
  new Bun.CryptoHasher("sha256", key).update(text).digest();

/** AWS' signature, version 4. The checksum of the body is signed, so the service refuses a byte that was changed. */
function signed(options: S3Options, request: S3Request) {
  const { method, key, query, body = new Uint8Array() } = request;
  const url = addressIn(options, key, query);
  const checksum = request.sha256 ?? sha256(body);
  const time = timeOf(new Date());
  const { scope, signature } = signature4(options, time, [
    ...[method, url.pathname, url.search.slice(1)],
    ...[`host:${url.host}`, `x-amz-content-sha256:${checksum}`, `x-amz-date:${time}`, ""],
    ...["host;x-amz-content-sha256;x-amz-date", checksum],
  ]);
  const headers = {
    ...request.headers,
    "Accept-Encoding": "identity",
    "x-amz-content-sha256": checksum,
    "x-amz-date": time,
    Authorization: `AWS4-HMAC-SHA256 Credential=${options.accessKeyId}/${scope}, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
  };
  return { address: url.href, headers };
}

/**
 * An address that gives the object to who has it. All who ask within an hour, on any process, get the same one: it
 * begins at the full hour, so that a cache before the bucket knows the object.
 */
export function presigned(
  { publicEndpoint, ...options }: S3Options,
  key: string,
  ...[seconds, downloadAs, isMost = false]: LinkWishes
): string {
  const steady = isMost ? Math.floor(seconds / 2) : SPARE_SECONDS;
  const time = timeOf(new Date(Math.floor(Date.now() / 1000 / steady) * steady * 1000));
  const { region = "us-east-1", accessKeyId } = options;
  const at = { ...options, endpoint: publicEndpoint ?? options.endpoint };
  const url = addressIn(at, key, {
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": `${accessKeyId}/${scopeOf(time, region)}`,
    "X-Amz-Date": time,
    "X-Amz-Expires": String(isMost ? seconds : seconds + steady),
    "X-Amz-SignedHeaders": "host",
    ...(downloadAs !== undefined && {
      "response-content-disposition": `attachment; filename*=UTF-8''${percentEncoded(downloadAs)}`,
    }),
  });
  const { signature } = signature4(options, time, [
    ...["GET", url.pathname, url.search.slice(1), `host:${url.host}`, ""],
    ...["host", "UNSIGNED-PAYLOAD"],
  ]);
  return `${url.href}&X-Amz-Signature=${signature}`;
}

const timeOf = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, "");

const scopeOf = (time: string, region: string) => `${time.slice(0, 8)}/${region}/s3/aws4_request`;

function signature4(
  { secretAccessKey, region = "us-east-1" }: S3Options,
  time: string,
  canonical: string[],
) {
  const scope = scopeOf(time, region);
  const key = scope.split("/").reduce<string | Uint8Array>(hmac, `AWS4${secretAccessKey}`);
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical.join("\n"))].join("\n");
  return { scope, signature: Buffer.from(hmac(key, text)).toString("hex") };
}
