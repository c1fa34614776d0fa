import { RECORDING_ID_HEADER } from "#contract/uploads.ts";
import { readRefusal } from "#web/lib/api-error.ts";
import { addressHeader } from "#web/lib/client-address.ts";
import type { Failure } from "./machine.ts";

export interface Created {
  url: string;
  recordingId: string;
}

export class UploadError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind === "refused" ? failure.message : failure.kind);
    this.name = "UploadError";
  }
}

interface Part {
  offset: number;
  body: Blob | ArrayBuffer;
  length: number | null;
}

interface TusOptions {
  endpoint: string;
  token: () => string | undefined;
  fetch?: typeof fetch;
}

const REQUEST_TIMEOUT_MS = 60_000;

export type Tus = ReturnType<typeof connectTus>;

/**
 * TUS 1.0, without tus-js-client: after an error that quietly begins another upload, on another link than the one
 * copied.
 */
export function connectTus(options: TusOptions) {
  const call = caller(options);
  const { endpoint } = options;
  return {
    async create(
      metadata: Record<string, string>,
      length: number | null,
      folder?: string,
    ): Promise<Created> {
      const size: Record<string, string> =
        length === null ? { "upload-defer-length": "1" } : { "upload-length": String(length) };
      const headers = { ...size, "upload-metadata": encodeMetadata(metadata) };
      const into = folder ? `${endpoint}?folder_id=${encodeURIComponent(folder)}` : endpoint;
      const response = await call("POST", into, headers).catch((error) => {
        // A recording must arrive, also where its folder was deleted meanwhile.
        if (folder && isGone(error)) return call("POST", endpoint, headers);
        throw error;
      });
      const url = response.headers.get("location");
      const recordingId = response.headers.get(RECORDING_ID_HEADER);
      if (!url || !recordingId) throw new UploadError({ kind: "unreachable" });
      return { url, recordingId };
    },
    async locate(url: string, signal?: AbortSignal) {
      const { headers } = await call("HEAD", url, {}, undefined, signal);
      const length = headers.get("upload-length");
      return { offset: readOffset(headers), length: length === null ? null : Number(length) };
    },
    async send(url: string, { offset, body, length }: Part, signal?: AbortSignal) {
      const response = await call(
        "PATCH",
        url,
        {
          "content-type": "application/offset+octet-stream",
          "upload-offset": String(offset),
          ...(length === null ? {} : { "upload-length": String(length) }),
        },
        body,
        signal,
      );
      return readOffset(response.headers);
    },
    async terminate(url: string) {
      await call("DELETE", url, {});
    },
  };
}

const isGone = (error: unknown) => error instanceof UploadError && error.failure.kind === "gone";

type Headed = Record<string, string>;
type Sent = [body?: BodyInit | undefined, signal?: AbortSignal | undefined];

function caller({ token, fetch = globalThis.fetch }: TusOptions) {
  return async (method: string, url: string, headers: Headed, ...[body, signal]: Sent) => {
    const bearer = token();
    if (!bearer) throw new UploadError({ kind: "signed-out" });
    const response = await fetch(url, {
      method,
      headers: {
        "tus-resumable": "1.0.0",
        authorization: `Bearer ${bearer}`,
        ...addressHeader(),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      // A network that swallows packets gives no error: give up, and ask the server what arrived.
      signal: signal ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }).catch(() => {
      throw new UploadError({ kind: "unreachable" });
    });
    // A session that was renewed while the request was under way has not ended.
    if (response.status === 401 && token() && token() !== bearer)
      throw new UploadError({ kind: "disagreement" });
    if (!response.ok) throw new UploadError(await failureOf(response));
    return response;
  };
}

function readOffset(headers: Headers): number {
  const offset = Number(headers.get("upload-offset") ?? Number.NaN);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new UploadError({ kind: "unreachable" });
  return offset;
}

export async function failureOf(response: Response): Promise<Failure> {
  const { status } = response;
  // A proxy's own refusal says nothing about the upload, but for a part that is too large for the proxy.
  if (!response.headers.has("tus-resumable"))
    return { kind: status === 413 ? "too-large" : "unreachable" };
  if (status === 401) return { kind: "signed-out" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 409 || status === 423 || status === 460) return { kind: "disagreement" };
  if (status === 507) return { kind: "full" };
  if (status === 408 || status === 429 || status >= 500) return { kind: "unreachable" };
  return { kind: "refused", message: await messageOf(response) };
}

async function messageOf(response: Response): Promise<string> {
  const said = (await readRefusal(response))?.said;
  return said ?? `The server refused the upload (${response.status}).`;
}

/** Values are base64 of their UTF-8 bytes, as the protocol wants them. */
export function encodeMetadata(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([key, value]) => {
      const bytes = new TextEncoder().encode(value);
      return `${key} ${btoa(String.fromCharCode(...bytes))}`;
    })
    .join(",");
}
