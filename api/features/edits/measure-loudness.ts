import { join } from "node:path";
import type { Logger } from "pino";
import { BrokenMedia } from "#api/media/probe.ts";
import { hearLoudness, soundAsOpus } from "#api/media/speech/hear-speech.ts";
import type { Loudness } from "#api/media/speech/loudness.ts";
import type { Db } from "#api/platform/database.ts";
import { copyParts } from "#api/platform/objects/copy-parts.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectPart } from "#api/platform/objects/parts.ts";
import { inWorkRoom, needRoom } from "#api/platform/work-room.ts";

/** The parts of the server that reading an original needs. */
interface Studio {
  service: Db;
  objects: Objects;
  log: Logger;
  workDirectory: string;
  ffmpegPath?: string | undefined;
}

const NEEDS_FFMPEG =
  "This server can measure the sound of this recording only with ffmpeg. Ask its operator to install that.";
const UNREADABLE = "The sound of this recording is damaged and cannot be measured.";
const NO_SOUND: Loudness = { secondsEach: 1, levels: new Uint8Array() };

/** How loud the original is along its time; or, for the person who asked, why nobody can tell. */
export async function measureLoudnessOf(
  studio: Studio,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { service, objects } = studio;
  await inWorkRoom(studio, `loudness-of-${id}`, async (directory) => {
    const film = await unmeasured(service, id);
    if (!film) return; // deleted, or measured by another job
    using _room = await needRoom(studio, { path: directory, bytes: 2 * film.file.size });
    const path = join(directory, "source");
    await copyParts(objects, [film.file], path);
    const heard = await measure(studio, { path, seconds: film.duration }, signal);
    const isKept = await keepLoudness(service, id, film.file.key, heard);
    if (!isKept && (await unmeasured(service, id)))
      throw new Error("The original was moved or removed while it was measured");
  });
}

/** The loudness, or the reason why there is none. */
async function measure(
  { ffmpegPath, log }: Studio,
  film: { path: string; seconds: number },
  signal: AbortSignal,
): Promise<Loudness | string> {
  try {
    const sound = await soundAsOpus(film, ffmpegPath, signal);
    if (sound === "none") return NO_SOUND;
    return typeof sound === "string" ? NEEDS_FFMPEG : await hearLoudness(sound, signal);
  } catch (error) {
    if (!(error instanceof BrokenMedia)) throw error;
    log.warn({ err: error }, "loudness not measured");
    return UNREADABLE;
  }
}

async function unmeasured(service: Db, id: string) {
  const [film] = await service(
    (sql) => sql<{ file: ObjectPart; duration: number }[]>`
      select private.reference(r.store, r.storage_key) || jsonb_build_object('size', r.size) as file,
             coalesce(r.duration, 0) as duration
        from private.original_row(${id}) r
       where r.status = 'ready' and r.storage_key is not null
         and not exists (select from private.loudness l
                          where l.recording_id = r.id and l.levels is not null)
    `,
  );
  return film;
}

/** Only of the file that is still the original: what was heard of one that was removed for good is forgotten. */
function keepLoudness(service: Db, id: string, key: string, heard: Loudness | string) {
  const found = typeof heard === "string" ? null : heard;
  const failure = typeof heard === "string" ? heard : null;
  return service(async (sql) => {
    await sql`select from public.recordings where id = ${id} for share`;
    const kept = await sql`
      insert into private.loudness as l (recording_id, seconds_each, levels, failure)
      select id, ${found?.secondsEach ?? null}, ${found ? Buffer.from(found.levels) : null}, ${failure}
        from private.original_row(${id}) where storage_key = ${key}
      on conflict (recording_id) do update set
        seconds_each = excluded.seconds_each, levels = excluded.levels,
        failure = excluded.failure, measured_at = now()
      returning 1
    `;
    return kept.length > 0;
  });
}

/** Noted once the last try has failed, so that nobody waits for it for ever. */
export const failLoudness = (service: Db, id: string) =>
  service(
    (sql) => sql`
      insert into private.loudness (recording_id, failure)
      select id, ${UNREADABLE} from public.recordings where id = ${id}
      on conflict (recording_id) do update set failure = excluded.failure, measured_at = now()
       where loudness.levels is null
    `,
  );
