import type { Film } from "#api/access/original.ts";
import { cutTexts, type Texts } from "#api/captions/cut-cues.ts";
import { shapeCues } from "#api/captions/shape-cues.ts";
import type { NumberedSpan } from "#api/media/speech/hear-speech.ts";
import type { Span } from "#api/media/speech/voice-spans.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { ObjectPart } from "#api/platform/objects/parts.ts";
import type { FileWork } from "#api/platform/work-room.ts";
import type { Heard, Transcriber } from "#api/services/transcription/transcription.ts";

/** The parts of the server that a transcription needs. */
export interface Studio extends FileWork {
  transcriber: Transcriber;
  /** The seconds of speech that each account has in a month; null where nothing limits them. */
  mostSeconds: number | null;
}

/** Subtitles on their way, and the recording they are of. */
export interface Run {
  id: string;
  language: string;
  duration: number | null;
  /** Where the recording's bytes are. */
  parts: ObjectPart[];
  /** Whether an earlier attempt has found the stretches in which somebody speaks. */
  isPlanned: boolean;
  /** The position of a run that began while its recording was still running. */
  live: LiveRun | null;
  /** Whether its recorder still sends. */
  isRecording: boolean;
}

/** The seconds of a running recording that have become parts, and the bytes that are needed for the rest. */
export interface LiveRun {
  heard: number;
  headBytes: number;
  fromByte: number;
  fromSeconds: number;
}

export type Spoken = Pick<Run, "id" | "language"> & Partial<Pick<Run, "isRecording">>;

/** Undefined where the subtitle is done, or gone. Parts that failed before are to be done again. */
export async function beginRun(service: Db, id: string): Promise<Run | undefined> {
  return service(async (sql) => {
    const [found] = await sql<Run[]>`
      update public.subtitles s set status = 'running', error = null
        from public.recordings r
       where s.id = ${id} and r.id = s.recording_id and s.status in ('queued', 'running')
      returning s.id, s.language, (private.original_of(r)).duration,
                coalesce(private.bytes_of(private.original_of(r)), '[]') as parts,
                r.status = 'recording' as "isRecording", ${liveOf(sql)} as live,
                ${isPlanned(sql)} as "isPlanned"
    `;
    if (!found) return undefined;
    await sql`
      update private.subtitle_parts set status = 'waiting', error = null
       where subtitle_id = ${id} and status = 'failed'
    `;
    return found;
  });
}

const isPlanned = (sql: Sql) => sql`
  exists (select 1 from private.subtitle_parts p where p.subtitle_id = s.id)
  and not exists (select 1 from private.live_runs l where l.subtitle_id = s.id)`;

/** The byte positions are those of the upload: a file that takes the upload's place has others. */
const liveOf = (sql: Sql) => sql`(
  select jsonb_build_object(
           'heard', l.heard_seconds, 'headBytes', l.head_bytes,
           'fromByte', case when r.storage_key is null then l.from_byte else 0 end,
           'fromSeconds', case when r.storage_key is null then l.from_seconds else 0 end)
    from private.live_runs l where l.subtitle_id = s.id)`;

/** Keeps the parts once all of the recording was listened to. False where nobody speaks in it. */
export const keepPlan = (service: Db, id: string, parts: readonly Span[]): Promise<boolean> =>
  service(async (sql) => {
    // An attempt that counts as dead may still be at it: the first plan is kept.
    await sql`select 1 from public.subtitles where id = ${id} for no key update`;
    const open = await sql`
      select 1 from public.subtitles s where id = ${id} and not (${isPlanned(sql)})`;
    if (open.length > 0) await addParts(sql, id, parts);
    await sql`delete from private.live_runs where subtitle_id = ${id}`;
    const planned =
      await sql`select 1 from private.subtitle_parts where subtitle_id = ${id} limit 1`;
    return planned.length > 0;
  });

/** Adds parts behind those that are there already. */
export async function addParts(sql: Sql, id: string, parts: readonly Span[]): Promise<void> {
  const [place] = await sql<{ next: number }[]>`
    select coalesce(max(position) + 1, 0) as next from private.subtitle_parts where subtitle_id = ${id}
  `;
  const rows = parts.map(({ start, end }, index) => {
    const position = (place?.next ?? 0) + index;
    return { subtitle_id: id, position, start_seconds: start, end_seconds: end };
  });
  if (rows.length > 0) await sql`insert into private.subtitle_parts ${sql(rows)}`;
}

/** Reserves minutes of the month for the parts; parts beyond the month's limit become a gap that says so. */
export const reserveParts = (service: Db, id: string, mostSeconds: number | null) =>
  service`select private.reserve_parts(${id}, ${mostSeconds})`;

export const missingParts = (service: Db, id: string): Promise<NumberedSpan[]> =>
  service<NumberedSpan[]>`
    select position as number, start_seconds as start, end_seconds as end
      from private.subtitle_parts
     where subtitle_id = ${id} and status = 'waiting'
     order by position
  `;

/** Keeps the words of a part, or why there are none. */
export async function keepPart(
  service: Db,
  id: string,
  number: number,
  { result = null, error = null }: { result?: Heard | null; error?: string | null },
) {
  await service(
    (sql) => sql`
      update private.subtitle_parts
         set status = ${error === null ? "done" : "failed"}, attempts = attempts + 1,
             result = ${result && sql.json({ ...result })}, error = ${error}
       where subtitle_id = ${id} and position = ${number}
    `,
  );
}

interface KeptPart extends Span {
  /** At the recording's own times. */
  result: Heard | null;
  error: string | null;
}

/** The finished parts, joined into one text, and how much of the speech they are. */
async function heardSoFar(
  service: Db,
  { id, language }: Spoken,
): Promise<Texts & { share: number }> {
  const parts = await service<KeptPart[]>`
    select start_seconds as start, end_seconds as end, result, error
      from private.subtitle_parts where subtitle_id = ${id} order by position
  `;
  const results = parts.flatMap(({ result }) => result ?? []);
  return {
    cues: shapeCues(results, language),
    gaps: parts.flatMap(({ start, end, error }) => (error === null ? [] : { start, end, error })),
    share: shareOf(parts),
  };
}

/** Tells the progress and the text so far to everybody who follows. */
export async function publishRun(service: Db, run: Spoken) {
  const heard = await heardSoFar(service, run);
  // The length of a recording that still runs is unknown, and so is its progress.
  await storeCues(service, run.id, heard, run.isRecording ? 0 : heard.share);
}

/**
 * Stores what a job has heard or translated, which is in the original's time, together with what the film that
 * people see has of it: a swap waits for both. What is ready counts its minutes. False where nobody wants it any more.
 */
export const storeCues = (
  service: Db,
  id: string,
  heard: Texts,
  progress: number,
  status: "running" | "ready" = "running",
): Promise<boolean> =>
  service(async (sql) => {
    await sql`
      select 1 from public.subtitles s join public.recordings r on r.id = s.recording_id
       where s.id = ${id} for share of r
    `;
    const [row] = await sql<{ film: Film }[]>`
      select private.shown_of(recording_id) as film from public.subtitles where id = ${id}
    `;
    const film = row?.film;
    const { cues, gaps } = film ? cutTexts(heard, film) : heard;
    const stored = await sql`
      update public.subtitles
         set cues = ${sql.json(cues)}, gaps = ${sql.json(gaps)}, progress = ${progress},
             status = ${status}, error = case when ${status} = 'running' then error end
       where id = ${id} and status = 'running' returning 1
    `;
    if (status === "ready") await sql`select private.settle_minutes(${id})`;
    if (stored.length > 0 && film)
      await sql`
        insert into private.original_cues (subtitle_id, cues, gaps)
        values (${id}, ${sql.json(heard.cues)}, ${sql.json(heard.gaps)})
        on conflict (subtitle_id) do update set cues = excluded.cues, gaps = excluded.gaps
      `;
    return stored.length > 0;
  });

function shareOf(parts: readonly KeptPart[]): number {
  const secondsOf = (some: readonly KeptPart[]) =>
    some.reduce((sum, { start, end }) => sum + end - start, 0);
  const isOver = ({ result, error }: KeptPart) => result !== null || error !== null;
  return secondsOf(parts.filter(isOver)) / Math.max(1e-3, secondsOf(parts));
}

/** Makes the subtitle readable, with its gaps, and counts the minutes that it took. False where no part has words. */
export async function finishRun(service: Db, run: Spoken): Promise<boolean> {
  const heard = await heardSoFar(service, run);
  const [gap] = heard.gaps;
  if (heard.cues.length > 0) await storeCues(service, run.id, heard, 1, "ready");
  else if (gap) await failRun(service, run.id, gap.error);
  return heard.cues.length > 0 || gap !== undefined;
}

/** Ends a run with an error in words; a run whose result nobody could use costs nothing. */
async function failRun(service: Db, id: string, words: string): Promise<void> {
  await service(async (sql) => {
    const failed = await sql`
      update public.subtitles set status = 'failed', error = ${words}, progress = 0
       where id = ${id} and status in ('queued', 'running')
      returning id
    `;
    if (failed.length === 0) return;
    await sql`
      delete from private.subtitle_parts p
       where subtitle_id = ${id}
         and not exists (select 1 from private.subtitle_parts d
                          where d.subtitle_id = ${id} and d.status = 'done'
                            and jsonb_array_length(d.result -> 'segments') > 0)
    `;
    await sql`select private.settle_minutes(${id})`;
  });
}

/**
 * No further try: what there is can be read, the rest is a gap with these words. It has failed where there is nothing,
 * or where not all of a running recording was listened to: nobody knows the gaps then, and a retry finds them.
 */
export async function giveUpRun(service: Db, id: string, words: string): Promise<void> {
  const [run] = await service(async (sql) => {
    await sql`
      update private.subtitle_parts set status = 'failed', error = ${words}
       where subtitle_id = ${id} and status = 'waiting'
    `;
    return sql<Pick<Run, "id" | "language" | "isPlanned">[]>`
      update public.subtitles s set status = 'running'
       where id = ${id} and status in ('queued', 'running')
      returning id, language, ${isPlanned(sql)} as "isPlanned"
    `;
  });
  if (run && !(run.isPlanned && (await finishRun(service, run)))) await failRun(service, id, words);
}
