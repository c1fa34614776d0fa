import { createHash, createHmac } from "node:crypto";
import { type Breakage, broken } from "./broken-line.ts";
import { answerBucket, answerObject, failure, type S3State } from "./s3-answers.ts";

/** Speaks S3 over objects in memory: signatures are checked, and refusals are those that Ceph and AWS give. */
export interface S3StandIn extends S3State {
  endpoint: string;
  keys: { accessKeyId: string; secretAccessKey: string };
  /** The calls since the start, as `PUT part`. */
  asked: string[];
  /** While it is set, every call is answered with this status, as by a gateway whose server is gone. */
  down: { status: number | null };
  /** Milliseconds by which the service's clock is ahead. */
  clock: { ahead: number };
  /** Of calls whose name begins so, the next few are refused with this code; where `isDone`, they are done all the same. */
  refuses: { calls: string; times: number; code: string; status?: number; isDone?: boolean };
  /** The next few bodies arrive with another byte. */
  changed: { bodies: number };
  /** While it is set, calls whose name begins so get no good answer, but the first few. */
  line: { calls: string; breakage: Breakage | null; lets: number };
  stop(): Promise<void>;
}

const REGION = "us-east-1";
const SKEW_MS = 15 * 60_000;

export function startS3(): S3StandIn {
  const state = {
    buckets: new Map([["recordings", { isPublic: false }]]),
    objects: new Map(),
    uploads: new Map(),
    page: { entries: 1000 },
    keys: { accessKeyId: "stand-in-access", secretAccessKey: "stand-in/secret+key" },
    asked: new Array<string>(),
    down: { status: null },
    clock: { ahead: 0 },
    refuses: { calls: "", times: 0, code: "SlowDown" },
    changed: { bodies: 0 },
    line: { calls: "", breakage: null, lets: 0 },
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    maxRequestBodySize: 2 ** 31,
    idleTimeout: 60,
    async fetch(request) {
      const answer = await answerTo(standIn, request);
      answer.headers.set("Date", new Date(Date.now() + standIn.clock.ahead).toUTCString());
      // A HEAD request is told no reason.
      return request.method === "HEAD" && !answer.ok
        ? new Response(null, { status: answer.status, headers: answer.headers })
        : answer;
    },
  });
  const standIn: S3StandIn = {
    ...state,
    endpoint: `http://127.0.0.1:${server.port}`,
    stop: () => server.stop(true),
  };
  return standIn;
}

async function answerTo(standIn: S3StandIn, request: Request): Promise<Response> {
  const { down, line, refuses, changed, asked } = standIn;
  if (down.status) return new Response("upstream is down", { status: down.status });
  const url = new URL(request.url);
  const [, bucket = "", ...rest] = decodeURIComponent(url.pathname).split("/");
  const key = rest.join("/");
  const call = callOf(request.method, key, url.searchParams);
  asked.push(call);
  const body = Buffer.from(await request.arrayBuffer());
  if (body.length > 0 && changed.bodies > 0) {
    changed.bodies -= 1;
    body.writeUInt8(body.readUInt8(0) ^ 1, 0);
  }
  const found = standIn.buckets.get(bucket);
  const isOpen = found?.isPublic && request.method === "GET" && key !== "";
  const refusal = isOpen && !isSigned(request, url) ? null : refusalOf(standIn, request, url, body);
  if (refusal) return refusal;
  const isRefused = refuses.times > 0 && call.startsWith(refuses.calls);
  if (isRefused) refuses.times -= 1;
  if (isRefused && !refuses.isDone)
    return failure(refuses.status ?? 503, refuses.code, "Please reduce your rate.");
  if (!found) return failure(404, "NoSuchBucket", "");
  const at = { request, query: url.searchParams, bucket, key, body };
  const answer = key === "" ? answerBucket(standIn, at) : answerObject(standIn, at);
  if (isRefused) return failure(500, refuses.code, "We encountered an internal error.");
  if (!line.breakage || !call.startsWith(line.calls)) return answer;
  return line.lets-- > 0 ? answer : broken(answer, line.breakage);
}

function callOf(method: string, key: string, query: URLSearchParams): string {
  if (key === "") return query.has("uploads") ? "GET uploads" : `${method} list`;
  if (query.has("uploads")) return "POST begin";
  if (!query.has("uploadId")) return `${method} object`;
  if (method === "PUT") return "PUT part";
  return method === "POST" ? "POST complete" : "DELETE upload";
}

const isSigned = ({ headers }: Request, { searchParams }: URL) =>
  headers.has("authorization") || searchParams.has("X-Amz-Signature");

/** Null where the signature is good, and the body is the one that was signed. */
function refusalOf(
  { keys, clock }: S3StandIn,
  request: Request,
  url: URL,
  body: Buffer,
): Response | null {
  if (!isSigned(request, url)) return failure(403, "AccessDenied", "");
  const now = Date.now() + clock.ahead;
  const signed = url.searchParams.has("X-Amz-Signature") ? inAddress(url) : inHeaders(request);
  const since = Date.parse(signed.time.replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5"));
  if (signed.seconds === null && Math.abs(now - since) > SKEW_MS)
    return failure(403, "RequestTimeTooSkewed", "The difference is too large.");
  if (signed.seconds !== null && now > since + signed.seconds * 1000)
    return failure(403, "AccessDenied", "Request has expired");
  const [accessKeyId, day, region, ...service] = signed.credential.split("/");
  if (accessKeyId !== keys.accessKeyId) return failure(403, "InvalidAccessKeyId", "");
  if (region !== REGION)
    return failure(400, "AuthorizationHeaderMalformed", "", `<Region>${REGION}</Region>`);
  const scope = [day ?? "", region, ...service];
  const headers = signed.names.map((name) => `${name}:${request.headers.get(name) ?? ""}\n`);
  const canonical = [request.method, url.pathname, queryOf(url), headers.join("")];
  const text = [...canonical, signed.names.join(";"), signed.checksum].join("\n");
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`);
  const toSign = ["AWS4-HMAC-SHA256", signed.time, scope.join("/"), sha256(text)].join("\n");
  if (hmac(key, toSign).toString("hex") !== signed.signature)
    return failure(403, "SignatureDoesNotMatch", "The signature does not match.");
  const isAsSent = signed.seconds !== null || signed.checksum === sha256(body);
  return isAsSent ? null : failure(400, "XAmzContentSHA256Mismatch", "");
}

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();

/** As it came, sorted: it is signed as it is encoded. */
const queryOf = (url: URL) =>
  url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !pair.startsWith("X-Amz-Signature="))
    .toSorted()
    .join("&");

function inAddress({ searchParams }: URL) {
  const of = (name: string) => searchParams.get(`X-Amz-${name}`) ?? "";
  return {
    time: of("Date"),
    seconds: Number(of("Expires")),
    credential: of("Credential"),
    names: of("SignedHeaders").split(";"),
    checksum: "UNSIGNED-PAYLOAD",
    signature: of("Signature"),
  };
}

function inHeaders({ headers }: Request) {
  const text = headers.get("authorization") ?? "";
  const of = (name: string) => new RegExp(`${name}=([^,]+)`).exec(text)?.[1] ?? "";
  return {
    time: headers.get("x-amz-date") ?? "",
    seconds: null,
    credential: of("Credential"),
    names: of("SignedHeaders").split(";"),
    checksum: headers.get("x-amz-content-sha256") ?? "",
    signature: of("Signature"),
  };
}
