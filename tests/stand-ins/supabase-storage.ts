/** Speaks the calls of Supabase Storage that the object store makes, over objects in memory. */
export interface StorageStandIn extends State {
  url: string;
  secretKey: string;
  stop(): Promise<void>;
}

interface State {
  buckets: Map<string, { public: boolean }>;
  objects: Map<string, Uint8Array>;
}

export function startStorage(): StorageStandIn {
  const secretKey = "sb_secret_stand_in";
  const state: State = { buckets: new Map(), objects: new Map() };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    maxRequestBodySize: 2 ** 31,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const path = decodeURIComponent(pathname.replace("/storage/v1", ""));
      if (path.startsWith("/object/sign/") && request.method === "GET")
        return searchParams.get("token") === "signed"
          ? ranged(request, state.objects.get(path.slice("/object/sign/".length)))
          : failure(400, "InvalidJWT", "jwt expired");
      if (request.headers.get("authorization") !== `Bearer ${secretKey}`)
        return failure(401, "Unauthorized", "Invalid key");
      const answer = path.startsWith("/bucket") ? answerBucket : answerObject;
      return answer(state, request, path);
    },
  });
  return {
    ...state,
    url: `http://127.0.0.1:${server.port}`,
    secretKey,
    stop: () => server.stop(true),
  };
}

async function answerBucket(state: State, request: Request, path: string): Promise<Response> {
  if (request.method === "GET") {
    const found = state.buckets.get(path.slice("/bucket/".length));
    return found ? Response.json(found) : failure(404, "NoSuchBucket", "Bucket not found");
  }
  const { name, public: isPublic } = await request.json();
  if (state.buckets.has(name)) return failure(409, "Duplicate", "The resource already exists");
  state.buckets.set(name, { public: isPublic });
  return Response.json({ name });
}

async function answerObject(state: State, request: Request, path: string): Promise<Response> {
  const [, , first = "", ...rest] = path.split("/");
  const name = rest.join("/");
  if (request.method === "DELETE") {
    const { prefixes } = await request.json();
    for (const prefix of prefixes) state.objects.delete(`${first}/${prefix}`);
    return Response.json([]);
  }
  if (first === "authenticated") return ranged(request, state.objects.get(name));
  if (first === "info") {
    const found = state.objects.get(name);
    return found
      ? Response.json({ id: "1", name, size: found.length })
      : failure(404, "NoSuchKey", "Object not found");
  }
  if (first === "sign") return Response.json({ signedURL: `/object/sign/${name}?token=signed` });
  return storeObject(state, request, `${first}/${name}`);
}

async function storeObject(state: State, request: Request, name: string): Promise<Response> {
  if (!state.buckets.has(name.split("/")[0] ?? ""))
    return failure(404, "NoSuchBucket", "Bucket not found");
  if (state.objects.has(name)) return failure(409, "Duplicate", "The resource already exists");
  state.objects.set(name, new Uint8Array(await request.arrayBuffer()));
  return Response.json({ Id: "1", Key: name });
}

function failure(status: number, error: string, message: string): Response {
  return Response.json({ statusCode: String(status), error, message }, { status });
}

function ranged(request: Request, bytes: Uint8Array | undefined): Response {
  if (!bytes) return failure(404, "NoSuchKey", "Object not found");
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get("range") ?? "");
  if (!range) return new Response(Buffer.from(bytes));
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
  return new Response(Buffer.from(bytes.subarray(start, end + 1)), {
    status: 206,
    headers: { "Content-Range": `bytes ${start}-${end}/${bytes.length}` },
  });
}
