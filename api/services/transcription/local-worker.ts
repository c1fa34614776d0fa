import { readSamples } from "#api/media/speech/read-samples.ts";
import { noteAdvance, startWatch } from "#api/media/watch.ts";
import { type LocalMessage, LocalOrder } from "./local-messages.ts";

/** A process of its own: native code may crash, and only a kill stops it at once. */
const { model, sound, language, threads, seconds, bytesOfMemory } = LocalOrder.parse(
  JSON.parse(process.argv[2] ?? ""),
);

/** Seconds of the processor for a second of sound: no model on any machine needs more. */
const SECONDS_EACH = 60;
const allowed = 120 + seconds * SECONDS_EACH;
startWatch({ seconds: allowed, secondsWithoutAdvance: allowed, bytesOfMemory });
noteAdvance();

const RATE = 16_000;
const MS = 1000;

async function transcribe(): Promise<LocalMessage> {
  const engine = await import("transcribe-cpp").catch(() => null);
  if (!engine) return { kind: "no-engine" };
  const samples = await readSamples(sound, RATE);
  using loaded = await engine.TranscribeModel.load(model, { backend: "cpu" });
  const { maxTimestampKind, supportsLanguageDetect } = loaded.capabilities;
  say({ kind: "loaded" });
  using session = loaded.createSession({ nThreads: threads });
  const isTold = language !== null || !supportsLanguageDetect;
  const result = await session.run(samples, {
    ...(isTold && { language: language ?? "en" }),
    timestamps: maxTimestampKind === "segment" ? "segment" : "word",
  });
  return {
    kind: "heard",
    language: result.language || null,
    segments: result.segments.map(({ text, t0Ms, t1Ms }) => {
      return { text, start: t0Ms / MS, end: t1Ms / MS };
    }),
    words: result.words.map(({ text, t0Ms, t1Ms, firstToken, nTokens }) => {
      const tokens = result.tokens.slice(firstToken, firstToken + nTokens);
      const sure = tokens.reduce((sum, { p }) => sum + p, 0) / Math.max(1, tokens.length);
      return { text, start: t0Ms / MS, end: t1Ms / MS, sure };
    }),
  };
}

function say(message: LocalMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

try {
  say(await transcribe());
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  say({ kind: "failed", name, message: message.slice(0, 500) });
}
process.exit();
