import { notFound } from "#api/http/errors.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { Media } from "./find-media.ts";

/** Small, and asked for often: we send it ourselves, wherever it lies. */
export async function answerWithThumbnail(
  request: Request,
  objects: Objects,
  { thumbnail }: Pick<Media, "thumbnail">,
): Promise<Response> {
  if (!thumbnail) throw none();
  const etag = `"${thumbnail.key.replaceAll("/", "-")}"`;
  const headers = { ETag: etag, "Cache-Control": "private, max-age=300" };
  if (request.headers.get("If-None-Match")?.includes(etag))
    return new Response(null, { status: 304, headers });
  const body = await objects.get(thumbnail);
  if (body === null) throw none();
  return new Response(body, { headers: { ...headers, "Content-Type": "image/jpeg" } });
}

const none = () => notFound("There is no thumbnail yet.", "no_thumbnail");
