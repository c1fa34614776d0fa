import { OfOriginal, type Operation } from "./common.ts";
import { SheetShape } from "./contact-sheets.ts";
import { SetLive } from "./live.ts";
import { Recording, ThumbnailQuery } from "./recordings.ts";

export const getThumbnailCall = {
  call: "GET /recordings/{id}/thumbnail",
  head: "headThumbnail",
  summary: "The thumbnail",
  access: "media",
  query: OfOriginal,
  answer: "picture",
} as const satisfies Operation;

export const setThumbnailCall = {
  call: "POST /recordings/{id}/thumbnail",
  summary: "Store a thumbnail (JPEG, at most 2 MB), or draw one",
  access: "shared-session",
  query: ThumbnailQuery,
  body: "picture",
  answer: Recording,
  refusals: [409],
} as const satisfies Operation;

export const getContactSheetCall = {
  call: "GET /recordings/{id}/contact-sheet",
  head: "headContactSheet",
  summary: "Small pictures of its moments, ten in a row",
  access: "media",
  query: OfOriginal,
  answer: "picture",
} as const satisfies Operation;

export const setContactSheetCall = {
  call: "POST /recordings/{id}/contact-sheet",
  summary: "Store pictures of its moments (JPEG, at most 300 KB)",
  access: "shared-session",
  query: SheetShape,
  body: "picture",
  answer: Recording,
} as const satisfies Operation;

export const streamRecordingCall = {
  call: "GET /recordings/{id}/stream",
  head: "headStream",
  summary: "The recording, with ranges",
  access: "media",
  query: OfOriginal,
  answer: "video",
} as const satisfies Operation;

export const downloadRecordingCall = {
  call: "GET /recordings/{id}/download",
  head: "headDownload",
  summary: "The recording as a file",
  access: "media",
  query: OfOriginal,
  answer: "download",
} as const satisfies Operation;

export const setLiveCall = {
  call: "PUT /recordings/{id}/live",
  summary: "From its recorder, while it runs: whether it is paused",
  access: "shared-session",
  body: SetLive,
  answer: Recording,
  refusals: [409],
} as const satisfies Operation;
