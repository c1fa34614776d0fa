import { one } from "#api/http/errors.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import { type Recording, SharedRecording } from "#contract/recordings.ts";

export interface Owned extends Recording {
  owner_id: string;
}

export async function readRecording(db: Db, id: string): Promise<Owned> {
  return one(await db((sql) => sql<Owned[]>`select * from public.recordings where id = ${id}`));
}

const shared = SharedRecording.keyof().options;

/** By a link one hears what a page needs, and a file's own name is nobody's but its owner's. */
export function asSeen({ share, sub }: Caller, recording: Owned): SharedRecording {
  if (share === undefined || recording.owner_id === sub) return recording;
  const shown = { ...recording, original_filename: recording.filename };
  return Object.fromEntries(shared.map((name) => [name, shown[name]])) as SharedRecording; // of all its names
}
