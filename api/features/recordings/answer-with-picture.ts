import { notFound } from "#api/http/errors.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectRef } from "#api/platform/objects/store.ts";

/** Small, and asked for often: we send it ourselves, wherever it lies. */
export async function answerWithPicture(
  request: Request,
  objects: Objects,
  picture: ObjectRef | null,
): Promise<Response> {
  if (!picture) throw none();
  const etag = `"${picture.key.replaceAll("/", "-")}"`;
  const headers = { ETag: etag, "Cache-Control": "private, max-age=300" };
  if (request.headers.get("If-None-Match")?.includes(etag))
    return new Response(null, { status: 304, headers });
  const body = await objects.get(picture);
  if (body === null) throw none();
  return new Response(body, { headers: { ...headers, "Content-Type": "image/jpeg" } });
}

const none = () => notFound("There is no picture yet.", "no_picture");
