import { z } from "zod";
import { forSession, forSharedSession } from "./common.ts";
import { Recording, StorageChoice } from "./recordings.ts";

export const Move = z.object({ storage_type: StorageChoice });

/** All that is on its way as one progress. `total` counts since there was last nothing under way. */
export const Moves = z.object({
  storage_type: StorageChoice.nullable().describe("Where to; null while nothing moves or failed"),
  total: z.number(),
  moved: z.number().describe("Of `total`"),
  percent: z.number().describe("Of the bytes"),
  failed: z.number().describe("Recordings that stayed where they are; each says why"),
  places: z
    .array(z.object({ storage_type: StorageChoice, recordings: z.number(), bytes: z.number() }))
    .describe("Where one's recordings can go, and what could be moved there now"),
});
export type Moves = z.infer<typeof Moves>;

export const moveRecordingCall = forSharedSession("POST /recordings/{id}/move", {
  summary: "Move a recording to another storage",
  description:
    "Copied and verified first; then it plays from there. Asked for twice, it is one move; what lies there already stays as it is.",
  body: Move,
  answer: Recording,
  status: 202,
  refusals: [402, 403, 409],
});

export const cancelMoveCall = forSharedSession("DELETE /recordings/{id}/move", {
  summary: "Cancel a move, or put away that one failed",
  description: "The recording is where it was. Nothing happens where there is no move.",
  answer: Recording,
  refusals: [403],
});

export const moveAllCall = forSession("POST /recordings/move-all", {
  summary: "Move all recordings that are elsewhere to one storage",
  description: "Either all of them fit there, or none is moved.",
  body: Move,
  answer: Moves,
  status: 202,
  refusals: [402, 409],
});

export const getMovesCall = forSession("GET /recordings/move-all", {
  summary: "How far all moves are, as one progress",
  answer: Moves,
});

export const cancelMovesCall = forSession("DELETE /recordings/move-all", {
  summary: "Cancel all moves",
  description: "What has arrived stays there.",
  answer: Moves,
});
