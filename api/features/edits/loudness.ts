import { join } from "node:path";
import { conflict, one } from "#api/http/errors.ts";
import { measuring } from "#api/job-kinds.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { hearLoudness, soundAsOpus } from "#api/media/speech/hear-speech.ts";
import type { Loudness } from "#api/media/speech/loudness.ts";
import type { Db } from "#api/platform/database.ts";
import { copyParts, type ObjectPart } from "#api/platform/objects/parts.ts";
import { type FileWork, inWorkRoom, needRoom } from "#api/platform/work-room.ts";
import { MOST_RANGES, type Silences, type Waveform } from "#contract/edits.ts";
import type { Editor } from "./edits.ts";

interface Heard {
  seconds_each: number;
  /** A byte for each stretch: twice the decibels above -100. */
  levels: Uint8Array | null;
  failure: string | null;
  duration: number | null;
  /** Whether the original can be read. */
  is_ready: boolean;
  /** Whether a job waits for it. */
  is_asked: boolean;
}

/** -50 and -60 dBFS, as bytes of levels. Nothing is drawn of what is no louder than the second. */
const SILENT = 100;
const UNDRAWN = 80;
const LOUDEST = 200;
/** As many as a picture of the whole film can show. */
const MOST_LEVELS = 3000;

/** The longest silences, in order: one edit can take no more of them out. */
export async function readSilences(editor: Editor, id: string, longerThan: number) {
  const { levels, seconds_each, duration } = await hear(editor, id);
  const silences: Silences["silences"] = [];
  let first: number | undefined;
  for (let index = 0; index <= levels.length; index++) {
    if ((levels[index] ?? LOUDEST) < SILENT) first ??= index;
    else if (first !== undefined) {
      const [start, end] = [first * seconds_each, Math.min(duration, index * seconds_each)];
      if (end - start >= longerThan) silences.push({ start, end });
      first = undefined;
    }
  }
  const most = MOST_RANGES - 1;
  if (silences.length <= most) return { silences };
  const longest = silences.toSorted((a, b) => b.end - b.start - (a.end - a.start)).slice(0, most);
  return { silences: longest.toSorted((a, b) => a.start - b.start) };
}

export async function readWaveform(editor: Editor, id: string): Promise<Waveform> {
  const { levels, seconds_each } = await hear(editor, id);
  const together = Math.max(1, Math.ceil(levels.length / MOST_LEVELS));
  const drawn = Array.from({ length: Math.ceil(levels.length / together) }, (_, index) => {
    const loudest = Math.max(...levels.subarray(index * together, (index + 1) * together));
    return Math.max(0, Math.round(((loudest - UNDRAWN) / (LOUDEST - UNDRAWN)) * 100));
  });
  return { seconds_each: seconds_each * together, levels: drawn };
}

/** The first person who asks has it measured. */
async function hear({ db, jobs, account }: Editor, id: string) {
  const rows = await db<Heard[]>`select * from app.loudness_of(${id})`;
  const { levels, failure, is_ready, is_asked, ...heard } = one(rows, "Recording not found");
  if (levels) return { levels, seconds_each: heard.seconds_each, duration: heard.duration ?? 0 };
  if (failure) throw conflict(failure, "not_measurable");
  if (!is_ready) throw notMeasured("This recording is still being prepared.");
  if (!is_asked) await jobs.send(null, measuring, { recording_id: id }, { account });
  throw notMeasured("The sound of this recording is being measured.");
}

const notMeasured = (words: string) => conflict(words, "not_measured");

const NEEDS_FFMPEG =
  "This server can measure the sound of this recording only with ffmpeg. Ask its operator to install that.";
const UNREADABLE = "The sound of this recording is damaged and cannot be measured.";
const NO_SOUND: Loudness = { secondsEach: 1, levels: new Uint8Array() };

/** How loud the original is along its time; or, for the person who asked, why nobody can tell. */
export async function measureLoudnessOf(work: FileWork, id: string, signal: AbortSignal) {
  const { service, objects } = work;
  await inWorkRoom(work, `loudness-of-${id}`, async (directory) => {
    const film = await unmeasured(service, id);
    if (!film) return; // deleted, or measured by another job
    using _room = await needRoom(work, { path: directory, bytes: 2 * film.file.size });
    const path = join(directory, "source");
    await copyParts(objects, [film.file], path);
    const heard = await measure(work, { path, seconds: film.duration }, signal);
    const isKept = await keepLoudness(service, id, film.file.key, heard);
    if (!isKept && (await unmeasured(service, id)))
      throw new Error("The original was moved or removed while it was measured");
  });
}

/** The loudness, or the reason why there is none. */
async function measure(
  { ffmpegPath, log }: FileWork,
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
  const [film] = await service<{ file: ObjectPart; duration: number }[]>`
    select private.reference(r.store, r.storage_key) || jsonb_build_object('size', r.size) as file,
           coalesce(r.duration, 0) as duration
      from private.original_row(${id}) r
     where r.status = 'ready' and r.storage_key is not null
       and not exists (select from private.loudness l
                        where l.recording_id = r.id and l.levels is not null)
  `;
  return film;
}

/**
 * Only of the file that is still the original, where its key is known: what was heard of one that was removed for good
 * is forgotten. Levels that are there stay.
 */
function keepLoudness(service: Db, id: string, key: string | null, heard: Loudness | string) {
  const [found, failure] = typeof heard === "string" ? [null, heard] : [heard, null];
  return service(async (sql) => {
    await sql`select from public.recordings where id = ${id} for share`;
    const kept = await sql`
      insert into private.loudness as l (recording_id, seconds_each, levels, failure)
      select id, ${found?.secondsEach ?? null}, ${found ? Buffer.from(found.levels) : null}, ${failure}
        from private.original_row(${id}) where storage_key = ${key} or ${key}::text is null
      on conflict (recording_id) do update set
        seconds_each = excluded.seconds_each, levels = excluded.levels,
        failure = excluded.failure, measured_at = now()
       where l.levels is null
      returning 1
    `;
    return kept.length > 0;
  });
}

/** Noted once the last try has failed, so that nobody waits for it for ever. */
export const failLoudness = (service: Db, id: string) =>
  keepLoudness(service, id, null, UNREADABLE);
