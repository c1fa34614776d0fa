import { type Breakage, broken } from "./broken-line.ts";
import {
  answerResumable,
  type Fault,
  type Resumable,
  type StoredObject,
} from "./supabase-resumable.ts";

/**
 * Speaks the calls of Supabase Storage that the object store makes, over objects in memory, and answers
 * as the real server does behind its gateway: almost every refusal is a 400 with the true status in its body.
 */
export interface StorageStandIn extends State {
  url: string;
  secretKey: string;
  publishableKey: string;
  /** The calls since the start, as `POST /object/sign/…`. */
  asked: readonly string[];
  stop(): Promise<void>;
}

interface Bucket {
  name: string;
  public: boolean;
  file_size_limit?: number;
  allowed_mime_types?: string[];
}

interface State {
  buckets: Map<string, Bucket>;
  objects: Map<string, StoredObject>;
  /** While it is set, every call is answered with this status, as by a gateway whose server is gone. */
  down: { status: number | null };
  /** The project's limit for one object, and whether its gateway lets the server tell it; and that for one request. */
  limit: { bytes: number; isTold: boolean; request?: number };
  resumable: Resumable;
  /** While it is set, calls whose name begins so get no good answer, but the first few; the bytes they bring arrive. */
  line: { calls: string; breakage: Breakage | null; lets: number };
  /** The faults of the next requests that bring an object's bytes, one each; null where nothing goes wrong. */
  faults: (Fault | null)[];
}

type Caller = "service" | "anon";

/** `secretIs`: whom the key that we give as the secret one speaks for. */
export function startStorage({ secretIs = "service" }: { secretIs?: Caller } = {}): StorageStandIn {
  const secretKey = "sb_secret_stand_in";
  const publishableKey = "sb_publishable_stand_in";
  const state: State = {
    buckets: new Map(),
    objects: new Map(),
    down: { status: null },
    limit: { bytes: 50_000_000_000, isTold: true },
    resumable: { uploads: new Map(), chunks: [] },
    line: { calls: "", breakage: null, lets: 0 },
    faults: [],
  };
  const asked: string[] = [];
  const callers: Record<string, Caller> = { [secretKey]: secretIs, [publishableKey]: "anon" };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    maxRequestBodySize: 2 ** 31,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (state.down.status) return new Response("upstream is down", { status: state.down.status });
      if (!pathname.startsWith("/storage/v1/"))
        return Response.json({ message: "no Route matched with those values" }, { status: 404 });
      const path = decodeURIComponent(pathname.slice("/storage/v1".length));
      if (request.method === "OPTIONS") return answerLimit(state.limit);
      const call = `${request.method} ${path}`;
      asked.push(call);
      const { line } = state;
      const { breakage } = line;
      const answer = await answerTo(request, path, searchParams);
      if (!breakage || !call.startsWith(line.calls)) return answer;
      return line.lets-- > 0 ? answer : broken(answer, breakage);
    },
  });
  const answerTo = (request: Request, path: string, searchParams: URLSearchParams) => {
    if (path.startsWith("/object/sign/") && request.method === "GET")
      return answerSigned(state, request, path.slice("/object/sign/".length), searchParams);
    const key = request.headers.get("apikey") ?? "";
    const caller = callers[key];
    if (caller === undefined && key.startsWith("sb_"))
      return Response.json({ message: "Invalid API key" }, { status: 401 });
    if (caller === undefined) return failure(403, "Unauthorized", "Invalid Compact JWS");
    return answerOf(path)(state, request, path, caller);
  };
  return {
    ...state,
    url: `http://127.0.0.1:${server.port}`,
    secretKey,
    publishableKey,
    asked,
    stop: () => server.stop(true),
  };
}

/** Of the token in a signed address, in the place where a JWT has it. */
const SIGNATURE = "stand-in";

function answerOf(path: string) {
  if (/^\/bucket(\/[^/]*)?$/.test(path)) return answerBucket;
  if (path.startsWith("/object/")) return answerObject;
  return path.startsWith("/upload/resumable") ? answerResumable : noRoute;
}

/** Storage's endpoint for resumable uploads tells every caller what the project takes. */
function answerLimit({ bytes, isTold }: State["limit"]): Response {
  const headers = { "Tus-Version": "1.0.0", ...(isTold && { "Tus-Max-Size": String(bytes) }) };
  return new Response(null, { status: 204, headers });
}

export const bucketNamed = (name: string, settings: Partial<Bucket> = {}): Bucket => ({
  name,
  public: false,
  ...settings,
});

/** A bucket that row-level security hides does not exist; a refused one says so. */
async function answerBucket(state: State, request: Request, path: string, caller: Caller) {
  if (request.method === "GET") {
    const found = caller === "service" && state.buckets.get(path.slice("/bucket/".length));
    return found ? Response.json(found) : noBucket();
  }
  const { name, public: isPublic } = await request.json();
  if (!/^[\w!.*'() &$=@;:+,?-]{1,100}$/.test(name))
    return failure(400, "Invalid Input", "Bucket name invalid", "InvalidBucketName");
  if (caller === "anon")
    return failure(403, "Unauthorized", "new row violates row-level security policy");
  if (state.buckets.has(name)) return duplicate("BucketAlreadyExists");
  state.buckets.set(name, bucketNamed(name, { public: isPublic }));
  return Response.json({ name });
}

async function answerObject(state: State, request: Request, path: string): Promise<Response> {
  const [, , first = "", ...rest] = path.split("/");
  const name = rest.join("/");
  if (request.method === "DELETE") return removeObjects(state, request, first);
  if (first === "authenticated") return ranged(plainly(request), state.objects.get(name));
  const found = state.objects.get(name);
  if (first === "info")
    return found
      ? Response.json({ id: "1", name, size: found.bytes.length, content_type: found.type })
      : noObject();
  if (first === "list") return listObjects(state, request, name);
  if (first === "sign") {
    if (!found) return noObject();
    const { expiresIn } = await request.json();
    const [, url = ""] = decodeURI(request.url).split("/object/sign/"); // of a name that was encoded, another
    const claims = { url, exp: Math.floor(Date.now() / 1000) + expiresIn };
    const token = ["", Buffer.from(JSON.stringify(claims)).toString("base64url"), SIGNATURE].join(
      ".",
    );
    return Response.json({ signedURL: `/object/sign/${name}?token=${token}` });
  }
  return storeObject(state, request, `${first}/${name}`);
}

/** One folder: the objects in it by name, and folders below it, which have no row and so no id. */
async function listObjects(state: State, request: Request, bucket: string): Promise<Response> {
  const { prefix = "", limit = 100, offset = 0 } = await request.json();
  const folder = prefix === "" ? `${bucket}/` : `${bucket}/${prefix.replace(/\/?$/, "/")}`;
  const below = [...state.objects.keys()]
    .filter((name) => name.startsWith(folder))
    .map((name) => name.slice(folder.length).split("/"));
  const isFile = new Map(below.map(([name = "", ...deeper]) => [name, deeper.length === 0]));
  const entries = [...isFile].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Response.json(
    entries
      .slice(offset, offset + Math.min(limit, 1000))
      .map(([name, file]) => ({ name, id: file ? "1" : null })),
  );
}

async function removeObjects(state: State, request: Request, bucket: string): Promise<Response> {
  const { prefixes }: { prefixes: string[] } = await request.json();
  const removed = prefixes.filter((name) => state.objects.delete(`${bucket}/${name}`));
  return Response.json(removed.map((name) => ({ name })));
}

async function storeObject(state: State, request: Request, name: string): Promise<Response> {
  const bucket = state.buckets.get(name.split("/")[0] ?? "");
  if (!bucket) return noBucket();
  const type = request.headers.get("content-type") ?? "application/octet-stream";
  if (!isAllowed(type, bucket.allowed_mime_types))
    return failure(
      415,
      "invalid_mime_type",
      `mime type ${type} is not supported`,
      "InvalidMimeType",
    );
  // The hosted gateway knows the length before Storage hears of it.
  const bytes = new Uint8Array(await request.arrayBuffer());
  const { bytes: most, request: mostAtOnce = most } = state.limit;
  if (bytes.length > Math.min(bucket.file_size_limit ?? most, most, mostAtOnce))
    return failure(
      413,
      "Payload too large",
      "The object exceeded the maximum allowed size",
      "EntityTooLarge",
    );
  if (state.objects.has(name)) return duplicate("KeyAlreadyExists");
  const fault = state.faults.shift();
  if (!fault || fault.arrives === "all, and is an object") state.objects.set(name, { bytes, type });
  if (fault) return new Response("upstream is gone", { status: fault.status });
  return Response.json({ Id: "1", Key: name });
}

function isAllowed(type: string, allowed: string[] | undefined): boolean {
  const [kind] = type.split("/");
  return !allowed || allowed.includes(type) || allowed.includes(`${kind}/*`);
}

function answerSigned(
  state: State,
  request: Request,
  name: string,
  wishes: URLSearchParams,
): Response {
  const [, claims = "", signature] = wishes.get("token")?.split(".") ?? [];
  const { url, exp } = JSON.parse(Buffer.from(claims, "base64url").toString() || "{}");
  if (signature !== SIGNATURE || url !== name || !(exp > Date.now() / 1000))
    return failure(400, "InvalidJWT", '"exp" claim timestamp check failed');
  const answer = ranged(request, state.objects.get(name));
  const download = wishes.get("download");
  if (download) {
    const encoded = encodeURIComponent(download);
    answer.headers.set(
      "Content-Disposition",
      `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`,
    );
  }
  return answer;
}

function ranged(request: Request, found: StoredObject | undefined): Response {
  if (!found) return noObject();
  const { bytes, type } = found;
  const asked = request.headers.get("range");
  const headers = { "Content-Type": type };
  if (asked === null) return new Response(Buffer.from(bytes), { headers });
  const range = /^bytes=(\d+)-(\d*)$/.exec(asked);
  const start = Number(range?.[1]);
  const end = Math.min(Number(range?.[2] || bytes.length), bytes.length - 1);
  if (!range || start > end)
    return failure(416, "invalid_range", "invalid range provided", "InvalidRange");
  return new Response(Buffer.from(bytes.subarray(start, end + 1)), {
    status: 206,
    headers: { ...headers, "Content-Range": `bytes ${start}-${end}/${bytes.length}` },
  });
}

/** An answer that may be compressed is compressed by the gateway, which knows no ranges then. */
function plainly(request: Request): Request {
  if (/gzip|br/.test(request.headers.get("accept-encoding") ?? "")) request.headers.delete("range");
  return request;
}

async function noRoute(_state: State, request: Request, path: string): Promise<Response> {
  const message = `Route ${request.method}:${path} not found`;
  return Response.json({ message, error: "Not Found", statusCode: 404 }, { status: 404 });
}

const noBucket = () => failure(404, "Bucket not found", "Bucket not found", "NoSuchBucket");
const noObject = () => failure(404, "not_found", "Object not found", "NoSuchKey");
const duplicate = (code: string) => failure(409, "Duplicate", "The resource already exists", code);

/** The body tells the true status; the answer's own is 400, but where the range is wrong. */
function failure(status: number, error: string, message: string, code = error): Response {
  const body = { statusCode: String(status), code, error, message };
  return Response.json(body, { status: status === 416 ? 416 : 400 });
}
