import { z } from "zod";
import { Done, forSession, Id, Page, Time } from "./common.ts";
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

export const actOnRecordingsCall = forSession("POST /recordings/batch", {
  summary: "Do the same to several; one that cannot be reached keeps none of the others",
  body: Batch,
  malformed: 400,
  refusals: [404],
  answer: BatchResult,
});

export const listTrashCall = forSession("GET /trash", {
  summary: "Deleted recordings, the last one first; everywhere else they do not exist",
  query: Page,
  answer: Trash,
});

export const restoreRecordingCall = forSession("POST /trash/{id}/restore", {
  summary: "Put it back, with its links, its discussion and its subtitles",
  answer: Recording,
});

export const deleteForGoodCall = forSession("DELETE /trash/{id}", {
  summary: "Delete the recording and its bytes for good",
  answer: Done,
});

export const emptyTrashCall = forSession("DELETE /trash", {
  summary: "Delete all that lies in the trash for good",
  answer: Done,
});
