/** A file on its way in chunks. */
interface Upload {
  bucket: string;
  name: string;
  type: string;
  length: number;
  bytes: Uint8Array;
}

/** The fault of a request: so much of its body arrives, and the answer is this one all the same. */
export interface Fault {
  status: number;
  arrives: "nothing" | "half" | "all" | "all, and is an object";
}

export interface StoredObject {
  bytes: Uint8Array;
  type: string;
}

export interface Resumable {
  uploads: Map<string, Upload>;
  /** How long each chunk was that came. */
  chunks: number[];
}

/** The state that the server of all calls shares with this one. */
interface State {
  buckets: ReadonlyMap<string, { file_size_limit?: number }>;
  objects: Map<string, StoredObject>;
  limit: { bytes: number };
  resumable: Resumable;
  faults: (Fault | null)[];
}

/**
 * TUS as the real server speaks it: refusals are plain text under their true status, unlike those of every
 * other call, and it believes that it was asked by https.
 */
export async function answerResumable(
  state: State,
  request: Request,
  path: string,
): Promise<Response> {
  if (request.headers.get("Tus-Resumable") !== "1.0.0")
    return plain(412, "Tus-Resumable Required\n");
  if (request.method === "POST") return begin(state, request);
  const id = path.slice("/upload/resumable/".length);
  const upload = state.resumable.uploads.get(id);
  if (!upload) return plain(404, "The file for this url was not found\n");
  if (request.method === "HEAD") return tus(200, { "Upload-Offset": `${upload.bytes.length}` });
  if (state.objects.has(`${upload.bucket}/${upload.name}`)) return plain(409, EXISTS);
  if (request.method === "PATCH") return append(state, request, upload);
  if (upload.bytes.length === upload.length)
    return plain(400, "Cannot terminate an already completed upload");
  state.resumable.uploads.delete(id);
  return tus(204);
}

const EXISTS = "The resource already exists";

function begin(state: State, request: Request): Response {
  const { bucketName = "", objectName = "", contentType = "" } = metadataOf(request);
  const length = Number(request.headers.get("Upload-Length"));
  const bucket = state.buckets.get(bucketName);
  if (!bucket) return plain(404, "Bucket not found");
  if (length > Math.min(bucket.file_size_limit ?? state.limit.bytes, state.limit.bytes))
    return plain(413, "Maximum size exceeded\n");
  if (state.objects.has(`${bucketName}/${objectName}`)) return plain(409, EXISTS);
  const id = Buffer.from(`${bucketName}/${objectName}/${crypto.randomUUID()}`);
  const upload = { bucket: bucketName, name: objectName, type: contentType, length };
  state.resumable.uploads.set(id.toString("base64url"), { ...upload, bytes: new Uint8Array() });
  const { host } = new URL(request.url);
  const address = `https://${host}/storage/v1/upload/resumable/${id.toString("base64url")}`;
  return tus(201, { Location: address });
}

function metadataOf(request: Request): Record<string, string> {
  const pairs = (request.headers.get("Upload-Metadata") ?? "").split(",");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", value = ""] = pair.split(" ");
      return [name, Buffer.from(value, "base64").toString()];
    }),
  );
}

async function append(state: State, request: Request, upload: Upload): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer());
  const offset = upload.bytes.length;
  if (Number(request.headers.get("Upload-Offset")) !== offset)
    return plain(409, "Upload-Offset conflict\n");
  if (offset + body.length > upload.length) return plain(413, "upload's size exceeded\n");
  state.resumable.chunks.push(body.length);
  const fault = state.faults.shift();
  const arrived = arriving(body.length, fault);
  upload.bytes = Buffer.concat([upload.bytes, body.subarray(0, arrived)]);
  const { bucket, name, bytes, type, length } = upload;
  if (bytes.length === length && fault?.arrives !== "all")
    state.objects.set(`${bucket}/${name}`, { bytes, type });
  if (fault) return new Response("upstream is gone", { status: fault.status });
  return tus(204, { "Upload-Offset": `${bytes.length}` });
}

function arriving(length: number, fault: Fault | null | undefined): number {
  if (fault?.arrives === "nothing") return 0;
  return fault?.arrives === "half" ? length / 2 : length;
}

const tus = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { "Tus-Resumable": "1.0.0", ...headers } });

const plain = (status: number, words: string) =>
  new Response(words, { status, headers: { "Tus-Resumable": "1.0.0" } });
