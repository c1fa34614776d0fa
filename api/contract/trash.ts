import { z } from "zod";
import { Done, Id, type Operation, Page, Time } from "./common.ts";
import { listOf, Recording } from "./recordings.ts";

export const TrashedRecording = Recording.extend({
  deleted_at: Time,
  purge_at: Time.describe("When it is deleted for good"),
});
export type TrashedRecording = z.infer<typeof TrashedRecording>;

export const Trash = listOf(TrashedRecording);

const BatchAct = z.enum(["move", "trash", "restore", "delete"]);

export const Batch = z
  .object({
    ids: z.array(Id).min(1).max(200),
    act: BatchAct.describe("`restore` and `delete` are for what lies in the trash"),
    folder_id: Id.nullable().optional().describe("Where to move them; null: the top"),
  })
  .refine(({ act, folder_id }) => (act === "move") === (folder_id !== undefined), {
    error: "folder_id says where to move them, and nothing else",
    path: ["folder_id"],
  });
export type Batch = z.infer<typeof Batch>;

export const BatchResult = z.object({
  done: z.array(Id),
  refused: z.array(z.object({ id: Id, error: z.string() })),
});
export type BatchResult = z.infer<typeof BatchResult>;

export const actOnRecordingsCall = {
  call: "POST /recordings/batch",
  summary: "Do the same to several; one that cannot be reached keeps none of the others",
  access: "session",
  body: Batch,
  malformed: 400,
  refusals: [404],
  answer: BatchResult,
} as const satisfies Operation;

export const listTrashCall = {
  call: "GET /trash",
  summary: "Deleted recordings, the last one first; everywhere else they do not exist",
  access: "session",
  query: Page,
  answer: Trash,
} as const satisfies Operation;

export const restoreRecordingCall = {
  call: "POST /trash/{id}/restore",
  summary: "Put it back, with its links, its discussion and its subtitles",
  access: "session",
  answer: Recording,
} as const satisfies Operation;

export const deleteForGoodCall = {
  call: "DELETE /trash/{id}",
  summary: "Delete the recording and its bytes for good",
  access: "session",
  answer: Done,
} as const satisfies Operation;

export const emptyTrashCall = {
  call: "DELETE /trash",
  summary: "Delete all that lies in the trash for good",
  access: "session",
  answer: Done,
} as const satisfies Operation;
