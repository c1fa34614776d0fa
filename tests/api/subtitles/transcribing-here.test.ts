import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isRunning, processesThatName } from "#tests/support/processes.ts";
import { allowForProcessing } from "#tests/support/saving.ts";
import { writeSpeechModel } from "#tests/support/speech-model.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { generate, spoken, subscriberOf, transcribed, workingApp } from "./transcribed.ts";

allowForProcessing();
const model = join(temporaryDirectory(), "random.bin");
writeSpeechModel(model);

describe("a server that transcribes itself", () => {
  it("makes subtitles, and ends the process at once whose subtitle is deleted", async () => {
    const app = await workingApp({ TRANSCRIPTION: "local", TRANSCRIPTION_MODEL: model });
    const owner = await subscriberOf(app);
    const recording = await spoken(owner, [2, 100], 110);
    const subtitle = await transcribed(owner, recording);
    // What random numbers say is nonsense; that they say it in order is asked elsewhere.
    expect(subtitle).toMatchObject({ status: "ready", progress: 1, error: null, gaps: [] });
    expect(subtitle.cues.length).toBeGreaterThan(0);

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

  it("says which language its model does not know", async () => {
    const settings = { TRANSCRIPTION: "local", TRANSCRIPTION_MODEL: "parakeet-tdt_ctc-110m" };
    const owner = await subscriberOf(await workingApp(settings));
    expect(await transcribed(owner, await spoken(owner, [2], 5), "fr")).toMatchObject({
      status: "failed",
      error:
        "The speech model of this server (parakeet-tdt_ctc-110m) does not know French. Choose another language, or ask the server's operator for another model.",
    });
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
