import { join } from "node:path";
import type { SubtitleWithCues } from "#contract/subtitles.ts";
import { newDataDir, removeDataDir } from "#tests/support/server-process.ts";
import { writeSpeechModel } from "#tests/support/speech-model.ts";
import { spokenRecording } from "#tests/support/spoken-recording.ts";
import type { Bench } from "./bench.ts";
import { type Served, serve } from "./served.ts";

/** Somebody else looks at their library, so often a second and so often in all. */
const EVERY_MS = 25;
const LOOKS = 200;
/** The length of a recording with words enough to be listened to for longer than that. */
const RECORDING_SECONDS = 900;

/** The price of transcribing for people who do something else: the slowest twentieth of their requests. */
export const transcribing: Bench = {
  work: "GET /api/recordings, p95 while this machine transcribes",
  unit: "ms",
  goal: { atMost: 50 },
  isAbsolute: true,
  rounds: 3,
  async prepare() {
    const directory = newDataDir();
    const model = join(directory, "random.bin");
    writeSpeechModel(model);
    const served = await serve(undefined, {
      ...{ TRANSCRIPTION: "local", TRANSCRIPTION_MODEL: model },
    });
    await ask(served, "POST", "/subscriptions/subtitle-addon/enable");
    const recording = await savedRecording(served);
    return {
      ours: () => whileTranscribing(served, recording),
      baseline: () => slowest(served),
      async close() {
        await served.close();
        removeDataDir(directory);
      },
    };
  },
};

async function whileTranscribing(served: Served, recording: string): Promise<number> {
  const at = `/recordings/${recording}/subtitles`;
  const asked = await ask<SubtitleWithCues>(served, "POST", at, "{}");
  const read = () => ask<SubtitleWithCues>(served, "GET", `${at}/${asked.id}`);
  // Before that, it only listens whether somebody speaks.
  while ((await read()).cues.length === 0) await Bun.sleep(10);
  const measured = await slowest(served);
  if ((await read()).status !== "running") throw new Error("it was transcribed too soon");
  await ask(served, "DELETE", `${at}/${asked.id}`);
  return measured;
}

async function slowest(served: Served): Promise<number> {
  const took: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    const began = performance.now();
    await ask(served, "GET", "/recordings");
    took.push(performance.now() - began);
    await Bun.sleep(EVERY_MS);
  }
  return took.toSorted((a, b) => a - b)[Math.floor(LOOKS * 0.95)] ?? Number.NaN;
}

async function savedRecording(served: Served): Promise<string> {
  const said = Array.from({ length: RECORDING_SECONDS / 20 }, (_, index) => {
    return { sentence: 1 as const, at: 5 + 20 * index };
  });
  const form = new FormData();
  const bytes = await spokenRecording(said, RECORDING_SECONDS);
  form.append("video", new File([Buffer.from(bytes)], "spoken.webm"));
  const { id } = await ask<{ id: string }>(served, "POST", "/recordings", form);
  const status = async () =>
    (await ask<{ status: string }>(served, "GET", `/recordings/${id}`)).status;
  while ((await status()) === "processing") await Bun.sleep(100);
  return id;
}

async function ask<T>(
  { origin, token }: Served,
  method: string,
  path: string,
  body?: string | FormData,
): Promise<T> {
  const headers = new Headers({ Authorization: `Bearer ${token}` });
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  const answer = await fetch(`${origin}/api${path}`, { method, headers, ...(body && { body }) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
