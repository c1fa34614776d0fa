import { rm } from "node:fs/promises";
import { join } from "node:path";
import { cutParts, followSpeech } from "#api/media/speech/hear-speech.ts";
import type { Db } from "#api/platform/database.ts";
import type { ObjectPart } from "#api/platform/objects/parts.ts";
import type { Transcriber } from "#api/services/transcription/transcription.ts";
import { copyRest } from "./fetch-sound.ts";
import { transcribeParts } from "./transcribe-parts.ts";
import {
  addParts,
  type LiveRun,
  missingParts,
  publishRun,
  reserveParts,
  type Spoken,
  type Studio,
} from "./transcription-run.ts";

/** How often we look for new bytes, and how long we wait, at least, before we listen to them. */
const LOOK_MS = 1000;
const LISTEN_MS = 5000;
/** The pause after an error: reading the bytes so far may fail, and may work once more have arrived. */
const PATIENCE_MS = 15_000;
/** When a recorder pauses for longer, the job ends, and another one looks now and then. */
const SILENT_SECONDS = 600;

/** Shorter pieces than of a whole recording: when it ends, no more than one piece is left to do. */
const LIVE_SECONDS = 30;
const LIVE_SILENCE = 5;

/**
 * Has the speech transcribed while its recording arrives, until that has ended. Each piece becomes a part and is
 * kept like those of a whole recording, whose work goes on from there. True where the recorder pauses for long.
 */
export async function followRecording(
  studio: Studio,
  run: Spoken,
  directory: string,
  signal: AbortSignal,
): Promise<boolean> {
  let heard = 0;
  let next = 0;
  for (;;) {
    const arrival = await readArrival(studio.service, run.id);
    if (!arrival?.isRecording) return false;
    if (arrival.silentSeconds > SILENT_SECONDS) return true;
    if (arrival.received > heard && Date.now() >= next) {
      heard = arrival.received;
      next = Date.now() + LISTEN_MS;
      try {
        await listenOn(studio, run, directory, signal);
      } catch (error) {
        signal.throwIfAborted();
        studio.log.warn(
          { err: error, subtitle: run.id },
          "what has arrived is not transcribed yet",
        );
        next = Date.now() + PATIENCE_MS;
      }
    }
    await Bun.sleep(LOOK_MS);
    signal.throwIfAborted();
  }
}

/** Parts that a killed attempt has planned are done first. */
async function listenOn(
  studio: Studio,
  run: Spoken,
  directory: string,
  signal: AbortSignal,
): Promise<void> {
  const { service, objects, transcriber, mostSeconds } = studio;
  const before = await readArrived(service, run.id);
  if (!before) return;
  const path = join(directory, "arrived");
  await copyRest(objects, before.parts, before, path);
  const source = { path, seconds: before.heard + LIVE_SECONDS };
  const followed = await followSpeech(source, liveLimits(transcriber), {
    signal,
    from: before.heard,
  });
  if (!followed) return;
  await keepHeard(service, run.id, followed);
  await reserveParts(service, run.id, mostSeconds);
  const parts = await missingParts(service, run.id);
  if (parts.length > 0) {
    await transcribeParts(studio, run, cutParts(source, parts, directory, signal), signal);
    await publishRun(service, run);
  }
  await rm(path, { force: true });
  const { headBytes, resume } = followed;
  if (!resume) return;
  // All parts before are done: the bytes before them are not needed any more.
  const fromByte = before.fromByte + resume.byte - before.headBytes;
  await service`
    update private.live_runs
       set head_bytes = ${headBytes}, from_byte = ${fromByte}, from_seconds = ${resume.seconds}
     where subtitle_id = ${run.id}
  `;
}

const liveLimits = ({ limits }: Transcriber) => ({
  ...limits,
  seconds: Math.min(limits.seconds, LIVE_SECONDS),
  silence: Math.min(limits.silence, LIVE_SILENCE),
});

/** Whether the recorder still sends, and how far it is. */
interface Arrival {
  isRecording: boolean;
  received: number;
  /** Seconds since the last bytes came. */
  silentSeconds: number;
}

/** Undefined where the recording is gone, or nobody wants its captions. */
async function readArrival(service: Db, id: string): Promise<Arrival | undefined> {
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

type Arrived = LiveRun & { parts: ObjectPart[] };

async function readArrived(service: Db, id: string): Promise<Arrived | undefined> {
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
