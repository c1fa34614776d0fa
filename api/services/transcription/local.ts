import { availableParallelism } from "node:os";
import { ChildDied, GaveUp, resultOf } from "#api/media/child.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { turns } from "#api/platform/turns.ts";
import { fetchModel } from "./fetch-model.ts";
import { fileOf, ownPath, type ShelfSettings } from "./model-shelf.ts";
import { defaultModel, speechModels } from "./models.ts";
import {
  type Heard,
  type Sound,
  type Transcriber,
  TranscriptionTrouble,
  withinSound,
} from "./transcription.ts";

export interface LocalOrder {
  model: string;
  sound: string;
  language: string | null;
  threads: number;
  seconds: number;
  bytesOfMemory: number;
}

/** Why the engine heard nothing: the name of its error, or that there is none for this machine. */
interface Failure {
  failure: string;
  message?: string;
}

export type LocalResult = Heard | Failure;

/** With short parts, people who wait see progress more often, and a failure repeats less. */
const PART_SECONDS = 120;
/** Lower than the priority of preparing videos: a recording that can be watched comes before its subtitles. */
const PRIORITY = 15;
/** The memory that an unknown model may need at work, above its own size. */
const EXTRA_BYTES = 1_500_000_000;

/** The engine on this machine, in a process of its own, one piece after the other. */
export function localTranscriber(settings: ShelfSettings): Transcriber {
  const inTurn = turns(1); // the engine computes one thing at a time, and so does the machine
  return {
    model: settings.model ?? "local",
    limits: { seconds: PART_SECONDS, bytes: Number.MAX_SAFE_INTEGER, silence: 30 },
    atOnce: 1,
    takesAac: false,
    knows: (language) => modelFor(settings, language).knows(language),
    transcribe: (sound, { language, signal }) =>
      inTurn(async () => {
        signal.throwIfAborted();
        const model = modelFor(settings, language);
        await model.fetch(signal);
        return listen(sound, language, model, signal);
      }),
  };
}

function modelFor(settings: ShelfSettings, language: string | null) {
  const { directory, model = "", models = speechModels, pauses } = settings;
  const chosen = model ? models.find(({ name }) => name === model) : defaultModel(language);
  if (!chosen) return fileInUse(ownPath(directory, model));
  const { extraBytes, languages } = chosen;
  const file = fileOf(settings, chosen);
  return {
    path: file.path,
    extraBytes,
    knows: (wanted: string) => languages === null || languages.includes(wanted),
    fetch: (signal: AbortSignal) => fetchModel(file, { signal, ...(pauses && { pauses }) }),
  };
}

/** A model file of the operator's own: its right checksum is not known here. */
function fileInUse(path: string) {
  return {
    path,
    extraBytes: EXTRA_BYTES,
    knows: () => true,
    async fetch() {
      if (!(await Bun.file(path).exists()))
        throw new TranscriptionTrouble(
          `There is no speech model at ${path}. Ask this server's operator.`,
          { isForAll: true },
        );
    },
  };
}

async function listen(
  sound: Sound,
  language: string | null,
  { path, extraBytes }: ReturnType<typeof modelFor>,
  signal: AbortSignal,
): Promise<Heard> {
  const order: LocalOrder = {
    ...{ model: path, sound: sound.path, language, seconds: sound.seconds },
    threads: Math.max(1, availableParallelism() - 1), // one core is left to requests
    bytesOfMemory: Bun.file(path).size + extraBytes,
  };
  const script = `${import.meta.dirname}/local-worker.ts`;
  const options = { signal, priority: PRIORITY };
  const heard = await resultOf<LocalResult>(script, order, options).catch((cause: unknown) => {
    if (cause instanceof GaveUp) throw new TranscriptionTrouble(TOO_MUCH);
    if (!(cause instanceof ChildDied || cause instanceof BrokenMedia)) throw cause;
    throw new TranscriptionTrouble(CRASHED, { cause });
  });
  if ("failure" in heard) throw troubleOf(heard);
  return withinSound(heard, sound.seconds);
}

const TOO_MUCH = "The speech engine of this server needed more memory or time than it may have.";
const CRASHED = "The speech engine of this server crashed over a part of this recording.";
const FAILED = "The speech engine of this server failed over a part of this recording.";
const NOT_LOADED = "The speech model of this server cannot be loaded. Ask its operator.";
const NO_ENGINE =
  "This server's machine cannot transcribe: there is no speech engine for it. Ask its operator.";

function troubleOf({ failure, message }: Failure): TranscriptionTrouble {
  if (failure === "no-engine") return new TranscriptionTrouble(NO_ENGINE, { isForAll: true });
  const cause = new Error(`${failure}: ${message}`);
  if (/^Model/.test(failure))
    return new TranscriptionTrouble(NOT_LOADED, { isForAll: true, cause });
  return new TranscriptionTrouble(FAILED, { cause });
}
