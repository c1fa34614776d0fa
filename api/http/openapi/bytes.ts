import type { AnswerBytes, RequestBytes } from "#contract/common.ts";
import { LIVE_HEADER, NEXT_BYTE_HEADER } from "#contract/live.ts";
import type { Answer, Header, RequestBody } from "./types.ts";

/** Bodies that are no JSON: a form, a picture, a part of a file, a video. */
const file = { format: "binary", contentMediaType: "application/octet-stream" }; // with a type it would be text

const form = {
  type: "object",
  properties: { video: { ...file, description: "The file; its name is taken from here" } },
  required: ["video"],
};

const fields = { language: { type: "string" }, file };
const captionForm = { type: "object", properties: fields, required: ["file"] };

const ofType = (type: string, required = true): RequestBody => ({
  required,
  content: { [type]: { schema: file } },
});

export const requestBytes: Record<RequestBytes, RequestBody> = {
  form: { required: true, content: { "multipart/form-data": { schema: form } } },
  "caption-form": { required: true, content: { "multipart/form-data": { schema: captionForm } } },
  picture: ofType("image/jpeg", false), // the server may draw it instead
  bytes: ofType("application/octet-stream"),
  part: ofType("application/offset+octet-stream"),
  "first-part": ofType("application/offset+octet-stream", false),
};

/** The types under which a stored video is served: its own, or the general one for bytes. */
const VIDEO_TYPES = [
  "video/webm",
  "video/mp4",
  "video/quicktime",
  "video/x-matroska",
  "video/x-msvideo",
  "application/octet-stream",
];

export const text = (description: string): Header => ({ description, schema: { type: "string" } });

const ETag = text("Another one means other bytes");
const length = { description: "In bytes", schema: { type: "integer" } };
const ofVideo = {
  "Accept-Ranges": { description: "Ranges may be asked for", schema: { const: "bytes" } },
  ETag,
  "Last-Modified": text("When it last changed"),
};
const ContentRange = text("Which bytes these are, of how many");
const video = Object.fromEntries(VIDEO_TYPES.map((type) => [type, { schema: file }]));
const Location = text("Where it is");

const unchanged = {
  description: "What you hold is still what there is",
  headers: { ETag },
};

const asText = { schema: { type: "string" } };

const asFile = (
  description: string,
  content: NonNullable<Answer["content"]>,
  name = "`attachment`, with a name",
): Record<number, Answer> => ({
  200: { description, headers: { "Content-Disposition": text(name) }, content },
});

/** The answers of a text that is asked for anew with its tag. */
const tagged = (description: string, content: NonNullable<Answer["content"]>) => ({
  200: { description, headers: { ETag }, content },
  304: unchanged,
});

/** The answers with bytes; those to HEAD come without their bodies, and know no ranges. */
export const answerBytes: Record<AnswerBytes, Record<number, Answer>> = {
  video: videoAnswers({}),
  download: videoAnswers({
    "Content-Disposition": text("`attachment`, with the title as the file's name"),
  }),
  picture: tagged("The picture", { "image/jpeg": { schema: file } }),
  zip: asFile("An archive (ZIP64), made while it is sent", { "application/zip": { schema: file } }),
  csv: asFile(
    "A table, in UTF-8 as RFC 4180 has it",
    { "text/csv": { schema: file } },
    "`attachment`, with the name of the report",
  ),
  markdown: asFile("A text in Markdown", { "text/markdown": asText }),
  live: {
    200: {
      description:
        "The facts that a player needs to begin; with `from_byte` the bytes from there on",
      content: { "application/octet-stream": { schema: file } },
    },
    204: {
      description: "Nothing new",
      headers: {
        [NEXT_BYTE_HEADER]: text("The `from_byte` to ask with"),
        [LIVE_HEADER]: text("How it stands, in JSON"),
      },
    },
  },
  captions: tagged("The captions", { "text/vtt": asText }),
  "caption-file": asFile(
    "The subtitles",
    { "application/x-subrip": asText, "text/vtt": asText, "text/plain": asText },
    "`attachment`, with the title and the language as the name",
  ),
  elsewhere: {
    302: { description: "Go there; the address holds a token of its own", headers: { Location } },
  },
};

function videoAnswers(more: Record<string, Header>): Record<number, Answer> {
  const headers = { ...ofVideo, ...more };
  const ofBody = { ...headers, "Content-Length": length };
  const ranged = { "Content-Range": ContentRange };
  return {
    200: { description: "All of it", headers: ofBody, content: video },
    206: {
      description: "The stretch that was asked for",
      headers: { ...ofBody, ...ranged },
      content: video,
    },
    302: { description: "A store sends it without us", headers: { Location } },
    304: { ...unchanged, headers },
    416: { description: "It is shorter than that", headers: { ...headers, ...ranged } },
  };
}
