import { OfOriginal, type Operation } from "./common.ts";
import { SheetShape } from "./contact-sheets.ts";
import { getLiveCall, SetLive } from "./live.ts";
import { Recording, ThumbnailQuery } from "./recordings.ts";

const getThumbnailCall = {
  call: "GET /recordings/{id}/thumbnail",
  id: "getThumbnail",
  head: "headThumbnail",
  summary: "The thumbnail",
  access: "media",
  query: OfOriginal,
  answer: "picture",
} as const satisfies Operation;

export const setThumbnailCall = {
  call: "POST /recordings/{id}/thumbnail",
  id: "setThumbnail",
  summary: "Store a thumbnail (JPEG, at most 2 MB), or draw one",
  access: "shared-session",
  query: ThumbnailQuery,
  body: "picture",
  answer: Recording,
  refusals: [409],
} as const satisfies Operation;

const getContactSheetCall = {
  call: "GET /recordings/{id}/contact-sheet",
  id: "getContactSheet",
  head: "headContactSheet",
  summary: "Small pictures of its moments, ten in a row",
  access: "media",
  query: OfOriginal,
  answer: "picture",
} as const satisfies Operation;

export const setContactSheetCall = {
  call: "POST /recordings/{id}/contact-sheet",
  id: "setContactSheet",
  summary: "Store pictures of its moments (JPEG, at most 300 KB)",
  access: "shared-session",
  query: SheetShape,
  body: "picture",
  answer: Recording,
} as const satisfies Operation;

const streamRecordingCall = {
  call: "GET /recordings/{id}/stream",
  id: "streamRecording",
  head: "headStream",
  summary: "The recording, with ranges",
  access: "media",
  query: OfOriginal,
  answer: "video",
} as const satisfies Operation;

const downloadRecordingCall = {
  call: "GET /recordings/{id}/download",
  id: "downloadRecording",
  head: "headDownload",
  summary: "The recording as a file",
  access: "media",
  query: OfOriginal,
  answer: "download",
} as const satisfies Operation;

export const setLiveCall = {
  call: "PUT /recordings/{id}/live",
  id: "setLive",
  summary: "From its recorder, while it runs: whether it is paused",
  access: "shared-session",
  body: SetLive,
  answer: Recording,
  refusals: [409],
} as const satisfies Operation;

export const mediaOperations: readonly Operation[] = [
  getThumbnailCall,
  setThumbnailCall,
  getContactSheetCall,
  setContactSheetCall,
  streamRecordingCall,
  downloadRecordingCall,
  getLiveCall,
  setLiveCall,
];
