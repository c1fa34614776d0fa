import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Cue } from "#contract/subtitles.ts";
import { startOpenAi } from "#tests/stand-ins/openai.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { realEars } from "#tests/support/real-ears.ts";
import { allowForProcessing, processed, videoForm } from "#tests/support/saving.ts";
import { fetchSpeechTools, readWav, run, writeWav } from "#tests/support/speech-tools.ts";
import { withPicture } from "#tests/support/spoken-recording.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { subscriberOf, transcribed, workingApp } from "./transcribed.ts";

allowForProcessing();
const missing = await fetchSpeechTools();
const directory = temporaryDirectory();

/** The seconds at which a voice begins, and its words. */
const script = [
  { at: 1, text: "Hello everyone" },
  { at: 3.5, text: "Today I will show you how to record the screen with this program" },
  { at: 9, text: "Please open the window and look at the picture" },
  { at: 60, text: "When you are finished share the link with your friends" },
  { at: 75, text: "Hello everyone" },
];
/** Sentences that the recogniser may choose, too, and must not hear. */
const others = ["The weather is cold in winter", "My dog likes long walks"];
const choices = [...new Set(script.map(({ text }) => text)), ...others];
const { ears, listen } = realEars(directory, choices);

/** Where the recorder got no sound for a while and wrote nothing: a long one, and one inside of a part. */
const pauses = [
  { at: 13, seconds: 45 },
  { at: 65, seconds: 8 },
];
const RATE = 16_000;

interface Word {
  word: string;
  start: number;
}

/** Each sentence as a clean sound by itself, and when each of its words is said in the recording. */
async function speak() {
  const last = script.at(-1)?.at ?? 0;
  const sound = new Float32Array((last + 4) * RATE);
  const truth: Word[] = [];
  for (const [index, { at, text }] of script.entries()) {
    const wav = join(directory, `${index}.wav`);
    await run("espeak-ng", "-v", "en-us", "-s", "150", "-w", `${wav}.voice`, text);
    await run(
      ...(["ffmpeg", "-y", "-v", "error", "-i", `${wav}.voice`, "-ac", "1"] as const),
      ...["-ar", String(RATE), "-fflags", "+bitexact", wav],
    );
    const skipped = pauses.filter((pause) => pause.at < at).map(({ seconds }) => seconds);
    const recorded = skipped.reduce((time, seconds) => time - seconds, at);
    const voice = await readWav(wav);
    sound.set(voice, Math.round(recorded * RATE));
    for (const { word, start } of await listen(voice)) truth.push({ word, start: at + start });
  }
  return { sound, truth };
}

/** The sound as a recorder writes it: Opus in WebM beside a picture, without packets while it got no sound. */
async function record(sound: Float32Array): Promise<Uint8Array> {
  const [wav, opus] = [join(directory, "all.wav"), join(directory, "all.webm")];
  await writeWav(wav, sound);
  await run(
    ...(["ffmpeg", "-y", "-v", "error", "-i", wav, "-c:a", "libopus"] as const),
    ...["-b:a", "64k", "-frame_duration", "60", opus],
  );
  return withPicture(opus, (recorded) =>
    pauses.reduce((time, { at, seconds }) => (time >= at ? time + seconds : time), recorded),
  );
}

const wordsOf = (cues: readonly Cue[]) =>
  cues.flatMap(({ text }) => text.toLowerCase().match(/[a-z']+/g) ?? []);

/** Every word is shown while it is said, or at most so much beside. */
function expectShown(cues: readonly Cue[], truth: readonly Word[], beside: number) {
  const shown = cues.flatMap((cue) =>
    (cue.text.toLowerCase().match(/[a-z']+/g) ?? []).map((word) => ({ ...cue, word })),
  );
  expect(shown.map(({ word }) => word)).toEqual(truth.map(({ word }) => word));
  for (const [index, { word, start }] of truth.entries()) {
    const cue = shown[index];
    expect(start, word).toBeGreaterThan((cue?.start ?? 0) - beside);
    expect(start, word).toBeLessThan((cue?.end ?? 0) + beside);
  }
}

describe("what somebody really says", () => {
  const title = missing.length > 0 ? ` (not run: there is no ${missing.join(", ")} here)` : "";

  it.skipIf(missing.length > 0)(
    `is in its cue when it is said, after cutting and joining${title}`,
    async () => {
      const { sound, truth } = await speak();
      expect(truth.map(({ word }) => word)).toEqual(
        script.flatMap(({ text }) => text.toLowerCase().split(" ")),
      );
      const file = await record(sound);
      const timed = await transcribeBy(file, "whisper-1");
      expect(timed.calls).toBe(2);
      expect(wordsOf(timed.cues)).toEqual(truth.map(({ word }) => word));
      expectShown(timed.cues, truth, 0.3);
      const said = timed.cues.flatMap(({ words = [] }) => words);
      for (const [index, { word, start }] of truth.entries())
        expect(Math.abs((said[index]?.start ?? 0) - start), word).toBeLessThan(0.3);

      const untimed = await transcribeBy(file, "gpt-transcribe");
      expect(untimed.calls).toBeGreaterThanOrEqual(script.length);
      expect(untimed.cues.some(({ words }) => words)).toBe(false);
      expectShown(untimed.cues, truth, 0.3);
    },
  );
});

/** Transcribes on a server of its own, by a service that really listens. */
async function transcribeBy(file: Uint8Array, model: string) {
  const openai = startOpenAi({ ears });
  atEndOfFile(openai.stop);
  const app = await workingApp({ OPENAI_BASE_URL: openai.url, TRANSCRIPTION_MODEL: model });
  const owner = await subscriberOf(app);
  const saved = await owner.call("POST", "/recordings", videoForm(file, "spoken.webm"));
  const { id } = await saved.json();
  await processed(owner, id);
  const subtitle = await transcribed(owner, id);
  return { cues: subtitle.cues, calls: openai.calls.length };
}
