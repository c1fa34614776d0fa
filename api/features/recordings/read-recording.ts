import type { Context } from "hono";
import type { Entered } from "#api/access/link.ts";
import { one } from "#api/http/errors.ts";
import { reply } from "#api/http/reply.ts";
import type { Db } from "#api/platform/database.ts";
import { Recording, SharedRecording } from "#contract/recordings.ts";

export interface Owned extends Recording {
  owner_id: string;
}

export async function readRecording(db: Db, id: string): Promise<Owned> {
  return one(await db((sql) => sql<Owned[]>`select * from public.recordings where id = ${id}`));
}

/** By a link one hears what a page needs, and a file's own name is nobody's but its owner's. */
export function replyAsSeen<Seen extends Entered>(c: Context<Seen>, recording: Owned): Response {
  const { share, sub } = c.var.caller;
  if (share === undefined || recording.owner_id === sub) return reply(c, Recording, recording);
  return reply(c, SharedRecording, { ...recording, original_filename: recording.filename });
}
