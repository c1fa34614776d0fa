import type { MoveJob } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";

/** The recording stays where it was; its owner reads the reason, and may try again. */
export async function failMove(service: Db, { recording_id, move }: MoveJob, words: string) {
  await service`select private.fail_move(${recording_id}, ${move}, ${words})`;
}
