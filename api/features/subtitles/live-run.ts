import type { Db } from "#api/platform/database.ts";
import type { ObjectPart } from "#api/platform/objects/parts.ts";
import { addParts, type LiveRun } from "./transcription-run.ts";

/** Whether the recorder still sends, and how far it is. */
interface Arrival {
  isRecording: boolean;
  received: number;
  /** Seconds since the last bytes came. */
  silentSeconds: number;
}

/** Undefined where the recording is gone, or nobody wants its captions. */
export async function readArrival(service: Db, id: string): Promise<Arrival | undefined> {
  const [arrival] = await service<Arrival[]>`
    select r.status = 'recording' as "isRecording", u.received,
           extract(epoch from now() - u.touched_at)::float8 as "silentSeconds"
      from public.subtitles s
      join public.recordings r on r.id = s.recording_id
      join public.uploads u on u.recording_id = r.id
     where s.id = ${id} and s.status = 'running'
  `;
  return arrival;
}

interface Arrived extends LiveRun {
  parts: ObjectPart[];
}

export async function readArrived(service: Db, id: string): Promise<Arrived | undefined> {
  const [arrived] = await service<Arrived[]>`
    select l.heard_seconds as heard, l.head_bytes as "headBytes", l.from_byte as "fromByte",
           l.from_seconds as "fromSeconds",
           coalesce(private.parts_of(s.recording_id), '[]') as parts
      from private.live_runs l join public.subtitles s on s.id = l.subtitle_id
     where l.subtitle_id = ${id}
  `;
  return arrived;
}

/** Keeps the new parts of the speech, and the second up to which nothing is listened to again. */
export const keepHeard = (
  service: Db,
  id: string,
  { parts, heard }: { parts: readonly { start: number; end: number }[]; heard: number },
): Promise<void> =>
  service(async (sql) => {
    const kept = await sql`
      update private.live_runs set heard_seconds = ${heard}
       where subtitle_id = ${id} and heard_seconds < ${heard} returning 1
    `;
    if (kept.length > 0) await addParts(sql, id, parts);
  });

/** All parts before are done: the bytes before them are not needed any more. */
export async function keepRest(
  service: Db,
  id: string,
  { headBytes, fromByte, fromSeconds }: Omit<LiveRun, "heard">,
): Promise<void> {
  await service`
    update private.live_runs
       set head_bytes = ${headBytes}, from_byte = ${fromByte}, from_seconds = ${fromSeconds}
     where subtitle_id = ${id}
  `;
}
