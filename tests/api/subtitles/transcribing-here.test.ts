import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TestApp } from "#tests/support/app.ts";
import { isRunning, processesThatName } from "#tests/support/processes.ts";
import { allowForProcessing } from "#tests/support/saving.ts";
import { writeSpeechModel } from "#tests/support/speech-model.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import {
  ended,
  generate,
  saved,
  spoken,
  subscriberOf,
  transcribed,
  workingApp,
} from "./transcribed.ts";

allowForProcessing();
const model = join(temporaryDirectory(), "random.bin");
writeSpeechModel(model);

/** The progress of a subtitle, each time that its followers were told. */
async function progressTold({ database }: TestApp, id: string): Promise<number[]> {
  const told = await database.asService("a test looks behind the scenes")(
    (sql) => sql<{ progress: number }[]>`
      select (payload ->> 'progress')::float8 as progress from realtime.messages
       where event = 'subtitle' and payload ->> 'subtitle_id' = ${id} order by inserted_at`,
  );
  return [...new Set(told.map(({ progress }) => progress))];
}

describe("a server that transcribes itself", () => {
  it("makes subtitles, and ends the process at once whose subtitle is deleted", async () => {
    const app = await workingApp({ TRANSCRIPTION: "local", TRANSCRIPTION_MODEL: model });
    const owner = await subscriberOf(app);
    const recording = await spoken(owner, [2, 100], 110);
    const subtitle = await transcribed(owner, recording);
    // Random numbers say nonsense; another test asks whether they say it in order.
    expect(subtitle).toMatchObject({ status: "ready", progress: 1, error: null, gaps: [] });
    expect(subtitle.cues.length).toBeGreaterThan(0);
    const told = await progressTold(app, subtitle.id);
    expect([told.at(0), told.at(-1)]).toEqual([0, 1]);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    // Each of two sentences takes about half.
    expect(told.filter((progress) => progress > 0.4 && progress < 0.7)).toHaveLength(1);

    const id = await generate(owner, recording, "de");
    const listening = () => processesThatName(`speech-${id}`);
    const engine = async () =>
      (await Promise.all([listening(), processesThatName(model)])).reduce((one, other) =>
        one.filter((pid) => other.includes(pid)),
      );
    await expect.poll(engine).toHaveLength(1);
    const [pid = 0] = await engine();
    await owner.call("DELETE", `/recordings/${recording}/subtitles/${id}`);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it("says which language its model does not know, and of which sound it can hear nothing without ffmpeg", async () => {
    const settings = { TRANSCRIPTION: "local", TRANSCRIPTION_MODEL: "parakeet-tdt_ctc-110m" };
    const app = await workingApp({ ...settings, FFMPEG_PATH: "no-ffmpeg-here" });
    const owner = await subscriberOf(app);
    expect(await transcribed(owner, await spoken(owner, [2], 5), "fr")).toMatchObject({
      status: "failed",
      error:
        "The speech model of this server (parakeet-tdt_ctc-110m) does not know French. Choose another language, or ask the server's operator for another model.",
    });
    expect(await transcribed(owner, await saved(owner, "spoken.mp4"))).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/only with ffmpeg.*import the file as WebM/),
    });
    const { subtitle_minutes } = await (await owner.call("GET", "/subscriptions/current")).json();
    expect(subtitle_minutes.used).toBe(0);
  });

  it("does so without a limit where its operator does without the add-on", async () => {
    const settings = { TRANSCRIPTION: "local", TRANSCRIPTION_MODEL: model };
    const app = await workingApp({ ...settings, SUBTITLE_ADDON: "off" });
    const owner = await app.person();
    const recording = await spoken(owner, [2], 5);
    await app.stopJobs();
    const [id, other] = [await generate(owner, recording), await generate(owner, recording, "de")];
    // More is heard than was promised, after hours of others.
    await app.database.pool`
      update private.subtitle_minutes
         set reserved_seconds = case when subtitle_id = ${other} then 400 * 60 else 0 end
    `;
    await app.startJobs();
    expect(await ended(owner, recording, id)).toMatchObject({ status: "ready", gaps: [] });
  });

  it("and does so no longer tells those who still wait", async () => {
    const offer = { transcription: "local", translation: false, needsAddon: true } as const;
    const app = await workingApp({}, { subtitles: offer });
    const owner = await subscriberOf(app);
    expect(await transcribed(owner, await spoken(owner, [2], 5))).toMatchObject({
      ...{ status: "failed", error: "Transcription is no longer set up on this server." },
    });
  });
});
