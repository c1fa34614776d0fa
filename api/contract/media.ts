import { forMedia, forSharedSession, OfOriginal } from "./common.ts";
import { SheetShape } from "./contact-sheets.ts";
import { SetLive } from "./live.ts";
import { Recording, ThumbnailQuery } from "./recordings.ts";

export const getThumbnailCall = forMedia("GET /recordings/{id}/thumbnail", {
  head: "headThumbnail",
  summary: "The thumbnail",
  query: OfOriginal,
  answer: "picture",
});

export const setThumbnailCall = forSharedSession("POST /recordings/{id}/thumbnail", {
  summary: "Store a thumbnail (JPEG, at most 2 MB), or draw one",
  query: ThumbnailQuery,
  body: "picture",
  answer: Recording,
  refusals: [409],
});

export const getContactSheetCall = forMedia("GET /recordings/{id}/contact-sheet", {
  head: "headContactSheet",
  summary: "Small pictures of its moments, ten in a row",
  query: OfOriginal,
  answer: "picture",
});

export const setContactSheetCall = forSharedSession("POST /recordings/{id}/contact-sheet", {
  summary: "Store pictures of its moments (JPEG, at most 300 KB)",
  query: SheetShape,
  body: "picture",
  answer: Recording,
});

export const streamRecordingCall = forMedia("GET /recordings/{id}/stream", {
  head: "headStream",
  summary: "The recording, with ranges",
  query: OfOriginal,
  answer: "video",
});

export const downloadRecordingCall = forMedia("GET /recordings/{id}/download", {
  head: "headDownload",
  summary: "The recording as a file",
  query: OfOriginal,
  answer: "download",
});

export const setLiveCall = forSharedSession("PUT /recordings/{id}/live", {
  summary: "From its recorder, while it runs: whether it is paused",
  body: SetLive,
  answer: Recording,
  refusals: [409],
});
