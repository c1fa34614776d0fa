import type { Server } from "bun";
import type { Env } from "#api/env.ts";
import { attachment, downloadName } from "#api/http/content-disposition.ts";
import { HttpError, notFound } from "#api/http/errors.ts";
import { rangeHeaders, type Selection, selectRange } from "#api/http/ranges.ts";
import { cutWhenRevoked, revocable } from "#api/http/revocable.ts";
import { extensionOf } from "#api/media/sniff.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { readParts } from "#api/platform/objects/parts.ts";
import type { ObjectBody } from "#api/platform/objects/store.ts";
import { MEDIA_TOKEN_SECONDS } from "#contract/durations.ts";
import { representationOf } from "./find-media.ts";
import type { OpenMedia } from "./remembered-media.ts";

export interface Asking {
  request: Request;
  /** The server that sends the answer. */
  server: Server<unknown> | undefined;
}

interface Answer extends OpenMedia, Asking {
  objects: Objects;
  /** The people who are sent to the store for the bytes, where it has an address for them. */
  redirect: Env["PREFER_REDIRECT"];
  isDownload?: boolean;
  /** Whether the request came through a link, which may end at any moment. */
  isLink: boolean;
}

/** An answer up to this size is sent without a second check: what a connection holds at once, for a right that may end. */
const AT_ONCE = { lasting: 4 * 1024 * 1024, passing: 256 * 1024 };

/** A link may be revoked, and whoever may not edit loses the film when another is shown. */
const mayEnd = ({ isLink, media }: Pick<Answer, "isLink" | "media">) => isLink || !media.can_edit;

/** The longest that somebody may go on at a store's address once the right to it has ended. */
const PASSING_ADDRESS_SECONDS = 600;

/** The whole file, a range of it, or the address of a store that sends it without us. */
export async function answerWithMedia(answer: Answer): Promise<Response> {
  const { request, objects, media, isDownload = false } = answer;
  const { file, size } = media;
  if (size === 0) throw notFound("There is nothing to play yet.", "no_bytes_yet");
  const extension = extensionOf(media.mime_type);
  const savedAs = isDownload ? downloadName(media.filename, extension) : undefined;
  // The address works for as long as a media token: a browser goes on asking it.
  const isPassing = mayEnd(answer);
  const seconds = isPassing ? PASSING_ADDRESS_SECONDS : MEDIA_TOKEN_SECONDS;
  const link = file && !isOurs(answer) && (await objects.link(file, seconds, savedAs, isPassing));
  if (link)
    return new Response(null, {
      status: 302,
      headers: { Location: link, "Cache-Control": "no-store" },
    });

  const representation = representationOf(media);
  const selection = selectRange(request.method, request.headers, representation);
  const body = await bodyOf(answer, selection);
  const headers = rangeHeaders(selection, representation);
  headers["Content-Type"] = media.mime_type;
  headers["Cache-Control"] = media.status === "recording" ? "no-store" : "private, no-cache";
  if (isDownload) headers["Content-Disposition"] = attachment(media.filename, extension);
  const length = selection.status === 206 ? selection.end - selection.start + 1 : size;
  const sent = body && revocably(body, length, answer);
  return new Response(sent, { status: selection.status, headers });
}

/**
 * A store's address would outlive a link that is revoked, and a film that was cut, so whoever may not edit gets the
 * bytes from us, unless the operator wants it otherwise. So does a client that goes on with a file: only we know whether it is still the
 * same. And a page that reads the bytes itself: a bucket need not allow that to other pages. A HEAD request would
 * need an address of its own.
 */
function isOurs(answer: Answer): boolean {
  const { request, redirect } = answer;
  if (redirect === "off" || (mayEnd(answer) && redirect === "on")) return true;
  const { method, headers } = request;
  return method === "HEAD" || headers.has("If-Range") || headers.get("Sec-Fetch-Mode") === "cors";
}

/** The kernel sends files with their length; another store's bytes pass through us. */
function revocably(body: ObjectBody, length: number, answer: Answer): ObjectBody {
  const { id, request, server, isStillOpen } = answer;
  const isFile = body instanceof Blob;
  const isPassing = mayEnd(answer);
  if (length <= AT_ONCE[isPassing ? "passing" : "lasting"] && (isFile || !isPassing)) return body;
  if (!isFile || !server) return revocable(body, isStillOpen, undefined, id);
  cutWhenRevoked(server, request, isStillOpen, id);
  return body;
}

async function bodyOf({ request, objects, media, id }: Answer, selection: Selection) {
  if (selection.status === 304 || selection.status === 416) return null;
  if (request.method === "HEAD") {
    // A HEAD request learns as well that the file is gone: other programs may delete files in a store.
    if (media.file && (await objects.size(media.file)) === null) throw gone(id);
    return null;
  }
  const range = selection.status === 206 ? selection : undefined;
  const { file, parts } = media;
  const body = await (file ? objects.get(file, range) : readParts(objects, parts ?? [], range));
  if (body === null) throw gone(id);
  return body;
}

export const GONE = "The file of this recording is lost. Ask the operator of this server about it.";

export const gone = (id: string) =>
  new HttpError(404, "file_gone", GONE, { fault: `The bytes of ${id} are gone` });
