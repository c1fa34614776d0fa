import { carryOut } from "#api/media/carry-out.ts";
import { readSamples } from "#api/media/speech/sound-track.ts";
import { noteAdvance, startWatch } from "#api/media/watch.ts";
import type { LocalOrder, LocalResult } from "./local.ts";

/** Seconds of the processor for a second of sound: no model on any machine needs more. */
const SECONDS_EACH = 60;
const RATE = 16_000;
const MS = 1000;

/** A process of its own: native code may crash, and only a kill stops it at once. */
async function transcribe(order: LocalOrder): Promise<LocalResult> {
  const { model, sound, language, threads, seconds, bytesOfMemory } = order;
  const allowed = 120 + seconds * SECONDS_EACH;
  startWatch({ seconds: allowed, secondsWithoutAdvance: allowed, bytesOfMemory });
  noteAdvance();
  const engine = await import("transcribe-cpp").catch(() => null);
  if (!engine) return { failure: "no-engine" };
  const samples = await readSamples(sound, RATE);
  using loaded = await engine.TranscribeModel.load(model, { backend: "cpu" });
  const { maxTimestampKind, supportsLanguageDetect } = loaded.capabilities;
  using session = loaded.createSession({ nThreads: threads });
  const isTold = language !== null || !supportsLanguageDetect;
  const result = await session.run(samples, {
    ...(isTold && { language: language ?? "en" }),
    timestamps: maxTimestampKind === "segment" ? "segment" : "word",
  });
  const spoken = ({ text, t0Ms, t1Ms }: { text: string; t0Ms: number; t1Ms: number }) => {
    return { text, start: t0Ms / MS, end: t1Ms / MS };
  };
  return { segments: result.segments.map(spoken), words: result.words.map(spoken) };
}

await carryOut((order: LocalOrder) =>
  transcribe(order).catch((error: unknown): LocalResult => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { failure: name, message: message.slice(0, 500) };
  }),
);
