import { asJson } from "#api/http/body-type.ts";
import { badRequest, invalid, tooLarge } from "#api/http/errors.ts";
import { MultipartError, readMultipart } from "#api/http/multipart.ts";
import { bytesWithin } from "#api/platform/bytes-within.ts";
import { SUBTITLE_LIMIT_BYTES } from "#contract/subtitles.ts";

const TOO_LARGE = "A file of subtitles may have 5 MB.";

/** A form says the same as the JSON whose names its fields have, with the file as its content. */
export const formAsJson = asJson("multipart/form-data", async (raw) =>
  JSON.stringify(await readForm(raw)),
);

async function readForm({ body, headers }: Request): Promise<Record<string, string>> {
  if (!body) throw badRequest("The request has no body");
  const fields: Record<string, string> = {};
  let room = SUBTITLE_LIMIT_BYTES; // of all fields together
  try {
    const type = headers.get("Content-Type") ?? "";
    for await (const part of readMultipart(body, type, { maxFileBytes: SUBTITLE_LIMIT_BYTES })) {
      const name = part.name === "file" ? "content" : part.name;
      if (name !== "content" && name !== "language") continue; // it is not kept
      fields[name] = await textOf(part.body, room);
      room -= Buffer.byteLength(fields[name]);
    }
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    if (error.code === "too_large") throw tooLarge(TOO_LARGE);
    throw badRequest(error.message, `multipart_${error.code}`);
  }
  return fields;
}

async function textOf(body: AsyncIterable<Uint8Array>, room: number): Promise<string> {
  const bytes = await bytesWithin(room, body, () => tooLarge(TOO_LARGE));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("This file is not written in UTF-8.", { content: "Save the file as UTF-8." });
  }
}
