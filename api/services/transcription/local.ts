import { availableParallelism } from "node:os";
import { ChildDied, linesOfChild } from "#api/media/child-lines.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { fetchModel } from "./fetch-model.ts";
import { LocalMessage, type LocalOrder } from "./local-messages.ts";
import { fileOf, ownPath, type ShelfSettings } from "./model-shelf.ts";
import { defaultModel, speechModels } from "./models.ts";
import {
  type Heard,
  type Sound,
  type Transcriber,
  TranscriptionTrouble,
  withinSound,
} from "./transcription.ts";

export type LocalSettings = ShelfSettings;

/** With short parts, people who wait see progress more often, and a failure repeats less. */
const PART_SECONDS = 120;
/** Lower than the priority of preparing videos: a recording that can be watched comes before its subtitles. */
const PRIORITY = 15;
/** The memory that an unknown model may need at work, above its own size. */
const EXTRA_BYTES = 1_500_000_000;

/** The engine on this machine, in a process of its own, one piece after the other. */
export function localTranscriber(settings: LocalSettings): Transcriber {
  const turns = inTurn();
  return {
    model: settings.model ?? "local",
    limits: { seconds: PART_SECONDS, bytes: Number.MAX_SAFE_INTEGER, silence: 30 },
    atOnce: 1,
    takesAac: false,
    knows: (language) => modelFor(settings, language).knows(language),
    transcribe: (sound, { language, signal = new AbortController().signal }) =>
      turns(async () => {
        signal.throwIfAborted();
        const model = modelFor(settings, language);
        await model.fetch(signal);
        return listen(sound, language, model, signal);
      }),
  };
}

/** The engine computes one thing at a time, and so does the machine. */
function inTurn() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };
}

interface ModelInUse {
  path: string;
  extraBytes: number;
  knows(language: string): boolean;
  fetch(signal: AbortSignal): Promise<void>;
}

function modelFor(settings: LocalSettings, language: string | null): ModelInUse {
  const { directory, model, models = speechModels, pauses } = settings;
  const known = model ? models.find(({ name }) => name === model) : defaultModel(language);
  if (model && !known) return fileInUse(ownPath(directory, model));
  const chosen = known ?? defaultModel(language);
  const { extraBytes, languages } = chosen;
  const file = fileOf(settings, chosen);
  return {
    path: file.path,
    extraBytes,
    knows: (wanted) => languages === null || languages.includes(wanted),
    fetch: (signal) => fetchModel(file, { signal, ...(pauses && { pauses }) }),
  };
}

/** A model file of the operator's own: its right checksum is not known here. */
function fileInUse(path: string): ModelInUse {
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
  { path, extraBytes }: ModelInUse,
  signal: AbortSignal,
): Promise<Heard> {
  const order: LocalOrder = {
    ...{ model: path, sound: sound.path, language, seconds: sound.seconds },
    threads: Math.max(1, availableParallelism() - 1), // one core is left to requests
    bytesOfMemory: Bun.file(path).size + extraBytes,
  };
  try {
    const script = `${import.meta.dirname}/local-worker.ts`;
    const options = { signal, priority: PRIORITY };
    for await (const line of linesOfChild(script, [JSON.stringify(order)], options)) {
      if (!line.startsWith("{")) continue; // native code may write lines of its own
      const message = LocalMessage.parse(JSON.parse(line));
      if (message.kind === "heard") return heardFrom(message, sound.seconds);
      if (message.kind !== "loaded") throw troubleOf(message);
    }
    throw new Error("The engine ended without a word");
  } catch (cause) {
    if (!(cause instanceof ChildDied || cause instanceof BrokenMedia)) throw cause;
    throw new TranscriptionTrouble(
      "The speech engine of this server crashed over a part of this recording.",
      { cause },
    );
  }
}

type Ending = Exclude<LocalMessage, { kind: "heard" } | { kind: "loaded" }>;

function troubleOf(message: Ending): TranscriptionTrouble {
  if (message.kind === "no-engine")
    return new TranscriptionTrouble(
      "This server's machine cannot transcribe: there is no speech engine for it. Ask its operator.",
      { isForAll: true },
    );
  if (message.kind === "gave-up")
    return new TranscriptionTrouble(
      "The speech engine of this server needed more memory or time than it may have.",
    );
  const cause = new Error(`${message.name}: ${message.message}`);
  if (/^Model/.test(message.name))
    return new TranscriptionTrouble(
      "The speech model of this server cannot be loaded. Ask its operator.",
      { isForAll: true, cause },
    );
  return new TranscriptionTrouble(
    "The speech engine of this server failed over a part of this recording.",
    { cause },
  );
}

function heardFrom(
  { language, segments, words }: LocalMessage & { kind: "heard" },
  seconds: number,
): Heard {
  const said = words.map(({ sure, ...word }) => ({ ...word, ...(sure !== null && { sure }) }));
  const sures = words.flatMap(({ sure }) => sure ?? []);
  return {
    segments: withinSound(segments, seconds),
    words: withinSound(said, seconds),
    language,
    confidence: sures.length > 0 ? sures.reduce((sum, sure) => sum + sure, 0) / sures.length : null,
  };
}
