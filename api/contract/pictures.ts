import type { Operation } from "./common.ts";
import { SheetShape } from "./contact-sheets.ts";
import { Recording } from "./recordings.ts";

const getThumbnailCall = {
  call: "GET /recordings/{id}/thumbnail",
  id: "getThumbnail",
  head: "headThumbnail",
  summary: "The thumbnail",
  access: "media",
  answer: "picture",
} as const satisfies Operation;

export const setThumbnailCall = {
  call: "POST /recordings/{id}/thumbnail",
  id: "setThumbnail",
  summary: "Store a thumbnail (JPEG, at most 2 MB)",
  access: "shared-session",
  body: "picture",
  answer: Recording,
} as const satisfies Operation;

const getContactSheetCall = {
  call: "GET /recordings/{id}/contact-sheet",
  id: "getContactSheet",
  head: "headContactSheet",
  summary: "Small pictures of its moments, ten in a row",
  access: "media",
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

export const pictureOperations: readonly Operation[] = [
  getThumbnailCall,
  setThumbnailCall,
  getContactSheetCall,
  setContactSheetCall,
];
