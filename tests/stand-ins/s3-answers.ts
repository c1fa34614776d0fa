import { createHash } from "node:crypto";

interface StoredObject {
  bytes: Buffer;
  type: string;
}

interface Upload {
  bucket: string;
  key: string;
  type: string;
  parts: Map<number, Buffer>;
  begun: Date;
}

export interface S3State {
  buckets: Map<string, { isPublic: boolean }>;
  /** By bucket and key. */
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  /** How many entries a page of a list has. */
  page: { entries: number };
}

interface Asked {
  request: Request;
  query: URLSearchParams;
  bucket: string;
  key: string;
  body: Buffer;
}

const LEAST_PART = 5 * 1024 * 1024;

const xml = (text: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
    headers: { "Content-Type": "application/xml" },
  });

export const failure = (status: number, code: string, message: string, more = "") =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message>${more}</Error>`,
    { status, headers: { "Content-Type": "application/xml" } },
  );

/** What lies in the bucket, or what is unfinished there, a page at a time. */
export function answerBucket(state: S3State, { query, bucket }: Asked): Response {
  const prefix = query.get("prefix") ?? "";
  const { entries } = state.page;
  if (query.has("uploads")) {
    const all = [...state.uploads]
      .filter(([, upload]) => upload.bucket === bucket && upload.key.startsWith(prefix))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const after = query.get("upload-id-marker") ?? "";
    const rest = all.filter(([id]) => id > after);
    const page = rest.slice(0, entries);
    const last = page.at(-1);
    const next = `<NextKeyMarker>${last?.[1].key}</NextKeyMarker><NextUploadIdMarker>${last?.[0]}</NextUploadIdMarker>`;
    const items = page.map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Owner><ID>x</ID></Owner><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    );
    const isCut = rest.length > page.length;
    return xml(
      `<ListMultipartUploadsResult><Prefix>${prefix}</Prefix>${isCut ? next : ""}<IsTruncated>${isCut}</IsTruncated>${items.join("")}</ListMultipartUploadsResult>`,
    );
  }
  const all = [...state.objects.keys()]
    .filter((name) => name.startsWith(`${bucket}/${prefix}`))
    .map((name) => name.slice(bucket.length + 1))
    .toSorted();
  const rest = all.filter((key) => key > (query.get("continuation-token") ?? ""));
  const page = rest.slice(0, Number(query.get("max-keys") ?? entries));
  const isCut = rest.length > page.length;
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  const items = page.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
  return xml(
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isCut}</IsTruncated>${next}${items.join("")}</ListBucketResult>`,
  );
}

export function answerObject(state: S3State, asked: Asked): Response {
  const { request, query, bucket, key, body } = asked;
  const name = `${bucket}/${key}`;
  const type = request.headers.get("content-type") ?? "binary/octet-stream";
  if (query.has("uploads")) {
    const id = `2~${state.uploads.size}.${crypto.randomUUID()}`;
    state.uploads.set(id, { bucket, key, type, parts: new Map(), begun: new Date() });
    return xml(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  const id = query.get("uploadId");
  if (id !== null) return answerUpload(state, id, asked);
  const found = state.objects.get(name);
  switch (request.method) {
    case "PUT":
      state.objects.set(name, { bytes: body, type });
      return new Response(null, { headers: { ETag: tagOf(body) } });
    case "DELETE":
      state.objects.delete(name);
      return new Response(null, { status: 204 });
    default:
      return found ? ranged(asked, found) : failure(404, "NoSuchKey", "");
  }
}

const tagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;

function answerUpload(state: S3State, id: string, { request, query, bucket, key, body }: Asked) {
  const upload = state.uploads.get(id);
  if (!upload || upload.key !== key) return failure(404, "NoSuchUpload", "");
  if (request.method === "PUT") {
    upload.parts.set(Number(query.get("partNumber")), body);
    return new Response(null, { headers: { ETag: tagOf(body) } });
  }
  state.uploads.delete(id);
  if (request.method === "DELETE") return new Response(null, { status: 204 });
  const parts = completed(upload, body.toString());
  if (parts instanceof Response) {
    state.uploads.set(id, upload);
    return parts;
  }
  state.objects.set(`${bucket}/${key}`, { bytes: Buffer.concat(parts), type: upload.type });
  return xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
}

function completed(upload: Upload, wanted: string): Buffer[] | Response {
  const named = [...wanted.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
  const parts = named.map(([, number, tag]) => {
    const part = upload.parts.get(Number(number));
    return part && tagOf(part) === tag ? part : undefined;
  });
  const there = parts.filter((part) => part !== undefined);
  if (there.length === 0 || there.length < parts.length) return failure(400, "InvalidPart", "");
  if (there.slice(0, -1).some((part) => part.length < LEAST_PART))
    return failure(400, "EntityTooSmall", "");
  return there;
}

function ranged({ request, query }: Asked, { bytes, type }: StoredObject): Response {
  const disposition = query.get("response-content-disposition");
  const headers = {
    "Content-Type": type,
    ETag: tagOf(bytes),
    ...(disposition && { "Content-Disposition": disposition }),
  };
  if (request.method === "HEAD")
    return new Response(null, { headers: { ...headers, "Content-Length": String(bytes.length) } });
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get("range") ?? "");
  if (!range) return new Response(new Uint8Array(bytes), { headers });
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
  if (start > end) return failure(416, "InvalidRange", "");
  return new Response(new Uint8Array(bytes.subarray(start, end + 1)), {
    status: 206,
    headers: { ...headers, "Content-Range": `bytes ${start}-${end}/${bytes.length}` },
  });
}
