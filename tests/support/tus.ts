import type { TestApp } from "./app.ts";

/** A client of the upload protocol that can be told to misbehave. */
export interface TusClient {
  create(wishes?: Creation): Promise<Response>;
  head(url: string): Promise<Response>;
  offset(url: string): Promise<number>;
  patch(url: string, part: Part): Promise<Response>;
  remove(url: string): Promise<Response>;
}

export interface Creation {
  filename?: string;
  filetype?: string;
  kind?: string;
  key?: string;
  /** The running recording that begins anew, and which take of it this is. */
  recording?: string;
  take?: string;
  /** Left out: the length is declared later. */
  length?: number;
}

interface Part {
  offset: number;
  bytes: Uint8Array | ReadableStream<Uint8Array>;
  /** The length that the request states as its own; that of the bytes unless it lies. */
  contentLength?: number;
  /** Declares the length of the whole upload. */
  length?: number;
  request?: TestApp["request"];
}

export function tusClient(app: Pick<TestApp, "request">, token: string): TusClient {
  const call = (
    method: string,
    url: string,
    headers: Record<string, string | undefined>,
    { body, request = app.request }: { body?: Part["bytes"]; request?: TestApp["request"] } = {},
  ) => {
    const all = new Headers({ "Tus-Resumable": "1.0.0", Authorization: `Bearer ${token}` });
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) all.set(name, value);
    return request(url, { method, headers: all, ...(body && { body: bodyOf(body) }) });
  };

  return {
    create({
      filename = "clip.webm",
      filetype = "video/webm",
      kind = "recording",
      length,
      ...again
    } = {}) {
      return call("POST", "/api/uploads", {
        "Upload-Metadata": encode({ filename, filetype, kind, ...again }),
        ...(length === undefined
          ? { "Upload-Defer-Length": "1" }
          : { "Upload-Length": String(length) }),
      });
    },
    head: (url) => call("HEAD", url, {}),
    async offset(url) {
      const response = await call("HEAD", url, {});
      return Number(response.headers.get("Upload-Offset") ?? Number.NaN);
    },
    patch(url, { offset, bytes, contentLength, length, request }) {
      const own = bytes instanceof Uint8Array ? bytes.length : undefined;
      return call(
        "PATCH",
        url,
        {
          "Content-Type": "application/offset+octet-stream",
          "Content-Length": (contentLength ?? own)?.toString(),
          "Upload-Offset": String(offset),
          "Upload-Length": length?.toString(),
        },
        { body: bytes, ...(request && { request }) },
      );
    },
    remove: (url) => call("DELETE", url, {}),
  };
}

/** The addresses of the upload and its recording, as the answer to a creation says. */
export function created(response: Response): { url: string; recording: string } {
  return {
    url: response.headers.get("Location") ?? "",
    recording: response.headers.get("X-Recording-Id") ?? "",
  };
}

/** A body that breaks off after the bytes, as that of a vanished sender does. */
export function brokenAfter(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length)
        return controller.error(new DOMException("The connection was closed.", "AbortError"));
      controller.enqueue(bytes.subarray(at, at + 65_536));
      at += 65_536;
    },
  });
}

const bodyOf = (bytes: Uint8Array | ReadableStream<Uint8Array>) =>
  bytes instanceof Uint8Array ? Buffer.from(bytes) : bytes;

function encode(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}
