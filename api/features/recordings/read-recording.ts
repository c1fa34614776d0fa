import type { Asked } from "#api/access/serve.ts";
import { one } from "#api/http/errors.ts";
import { reply } from "#api/http/reply.ts";
import type { Db } from "#api/platform/database.ts";
import { type getRecordingCall, Recording, SharedRecording } from "#contract/recordings.ts";

/** A call that answers each caller with as much of a recording as is theirs to see. */
export type Seeing = Pick<Asked<typeof getRecordingCall>, "db" | "caller" | "params" | "c">;

export interface Owned extends Recording {
  owner_id: string;
}

export async function readRecording(db: Db, id: string): Promise<Owned> {
  return one(await db((sql) => sql<Owned[]>`select * from public.recordings where id = ${id}`));
}

/** By a link one hears what a page needs, and a file's own name is nobody's but its owner's. */
export function replyAsSeen(
  { caller, c }: Pick<Seeing, "caller" | "c">,
  recording: Owned,
): Response {
  const { share, sub } = caller;
  if (share === undefined || recording.owner_id === sub) return reply(c, Recording, recording);
  return reply(c, SharedRecording, { ...recording, original_filename: recording.filename });
}
