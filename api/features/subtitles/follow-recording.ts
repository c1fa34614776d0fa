import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { cutParts, followSpeech } from "#api/media/speech/hear-speech.ts";
import type { Db } from "#api/platform/database.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { Transcriber } from "#api/services/transcription/transcription.ts";
import { copyRest } from "./fetch-sound.ts";
import { keepHeard, keepRest, readArrival, readArrived } from "./live-run.ts";
import { type ToTranscribe, transcribeParts } from "./transcribe-parts.ts";
import { missingParts, publishRun, reserveParts } from "./transcription-run.ts";

interface Studio {
  service: Db;
  objects: Objects;
  log: Logger;
  transcriber: Transcriber;
  mostSeconds: number | null;
}

/** So often it is asked whether there is more, and so much later, at the earliest, it is listened to. */
const LOOK_MS = 1000;
const LISTEN_MS = 5000;
/** What goes wrong with what has arrived so far may not with what arrives next. */
const PATIENCE_MS = 15_000;
/** Of a recorder that pauses for longer, somebody else looks now and then. */
const SILENT_SECONDS = 600;

/** Shorter pieces than of a whole recording: when it ends, no more than one is left to do. */
const LIVE_SECONDS = 30;
const LIVE_SILENCE = 5;

/**
 * Has what is said transcribed while its recording arrives, until it has ended. Each piece becomes a part and is
 * kept as it is of a whole recording, which goes on where this has come to. True where the recorder pauses for long.
 */
export async function followRecording(
  studio: Studio,
  run: ToTranscribe,
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
    await waitFor(LOOK_MS, signal);
  }
}

/** What an attempt that was killed has planned is done first. */
async function listenOn(
  { service, objects, transcriber, mostSeconds }: Studio,
  run: ToTranscribe,
  directory: string,
  signal: AbortSignal,
): Promise<void> {
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
    await transcribeParts(
      { service, transcriber },
      run,
      cutParts(source, parts, directory, signal),
      signal,
    );
    await publishRun(service, run);
  }
  await rm(path, { force: true });
  const { headBytes, resume } = followed;
  if (resume)
    await keepRest(service, run.id, {
      headBytes,
      fromByte: before.fromByte + resume.byte - before.headBytes,
      fromSeconds: resume.seconds,
    });
}

const liveLimits = ({ limits }: Transcriber) => ({
  ...limits,
  seconds: Math.min(limits.seconds, LIVE_SECONDS),
  silence: Math.min(limits.silence, LIVE_SILENCE),
});

async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await Bun.sleep(milliseconds);
  signal.throwIfAborted();
}
