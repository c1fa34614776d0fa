import { beforeEach, describe, expect, it } from "vitest";
import { findFfmpeg } from "#api/media/transcode.ts";
import type { Cue } from "#contract/subtitles.ts";
import { startOpenAi } from "#tests/stand-ins/openai.ts";
import { hear } from "#tests/stand-ins/openai-ears.ts";
import type { SignedIn } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { allowForProcessing } from "#tests/support/saving.ts";
import { spokenSound } from "#tests/support/spoken.ts";
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
const openai = startOpenAi();
atEndOfFile(openai.stop);
const app = await workingApp({
  ...{ OPENAI_BASE_URL: openai.url, TRANSCRIPTION_MODEL: "whisper-1" },
});
const service = app.database.asService("a test looks behind the scenes");
beforeEach(() => {
  openai.calls.length = 0;
  openai.answerWith((answer) => answer);
  openai.failNext();
});

const subscriber = () => subscriberOf(app);

const minutesOf = async (person: SignedIn) =>
  (await (await person.call("GET", "/subscriptions/current")).json()).subtitle_minutes.used;

/** A voice is heard a moment after its sentence begins. */
const heard = await hear(Bun.file(spokenSound.path));
const DELAY = (heard?.loud[0]?.start ?? 0) - (spokenSound.said[0]?.start ?? 0);

function expectAt(cues: readonly Cue[], seconds: readonly number[]) {
  expect(cues.map(({ text }) => text)).toEqual(seconds.map(() => "One two three."));
  for (const [index, second] of seconds.entries())
    expect(Math.abs((cues[index]?.start ?? 0) - second - DELAY)).toBeLessThan(0.05);
}

describe("transcribing works", () => {
  it("and says at their seconds what was said, in as many parts as it takes", async () => {
    const owner = await subscriber();
    const recording = await spoken(owner, [5, 20, 100], 120);
    const subtitle = await transcribed(owner, recording);
    expect(subtitle).toMatchObject({ status: "ready", progress: 1, error: null, gaps: [] });
    expect(subtitle).toMatchObject({ language: "en" });
    expectAt(subtitle.cues, [5, 20, 100]);
    expect(subtitle.cues[0]?.words?.map(({ text }) => text)).toEqual(["One", "two", "three."]);
    // The service is not asked about the long silence.
    const asked = openai.calls.map(({ file }) => Math.round(file.sound.seconds));
    expect(asked.sort((a, b) => a - b)).toEqual([1, 16]);
    expect(openai.calls.map(({ language }) => language)).toEqual(["en", "en"]);
    expect(await minutesOf(owner), "what was listened to counts").toBeCloseTo(0.3, 1);
  });

  it("with what Safari and imports sound like: converted where there is ffmpeg, else as it is", async () => {
    const without = await workingApp({
      ...{ OPENAI_BASE_URL: openai.url, TRANSCRIPTION_MODEL: "whisper-1" },
      FFMPEG_PATH: "no-ffmpeg-here",
    });
    const ffmpeg = await findFfmpeg();
    for (const one of ffmpeg ? [app, without] : [without]) {
      const owner = await subscriberOf(one);
      const { status, cues, error } = await transcribed(owner, await saved(owner, "spoken.mp4"));
      expect({ status, error }).toEqual({ status: "ready", error: null });
      expect(cues.map(({ text }) => text)).toEqual(Array(3).fill("One two three."));
      for (const [index, { start }] of spokenSound.said.entries())
        expect(Math.abs((cues[index]?.start ?? 0) - start)).toBeLessThan(0.2);
      const name = one === app ? "sound.webm" : "sound.m4a";
      expect(openai.calls.splice(0)).toMatchObject([{ file: { name } }]);
    }
  });
});

describe("what fails", () => {
  it("in one part leaves a gap, which alone is done again", async () => {
    const owner = await subscriber();
    const recording = await spoken(owner, [5, 100, 200], 210);
    openai.failNext("refused");
    const subtitle = await transcribed(owner, recording);
    expect(subtitle).toMatchObject({ status: "ready", error: null });
    expect(subtitle.cues).toHaveLength(2);
    const [gap, ...others] = subtitle.gaps;
    expect(others).toEqual([]);
    expect(gap).toMatchObject({ error: expect.stringContaining("refused the sound") });
    const said = [5, 100, 200].find((at) => at >= (gap?.start ?? 0) && at <= (gap?.end ?? 0));
    expect(said).toBeDefined();
    const before = await minutesOf(owner);

    const its = `/recordings/${recording}/subtitles/${subtitle.id}`;
    const name = `subtitle:account:${owner.id}`;
    const { pool } = app.database;
    const [run] = await pool`
      update private.buckets b set tokens = 30, refilled_at = clock_timestamp()
        from private.buckets before where b.name = ${name} and before.name = ${name}
      returning before.tokens
    `;
    expect(run, "of 60: one for the run").toEqual({ tokens: 59 });
    expect((await owner.call("POST", `${its}/retry`)).status).toBe(202);
    const [retry] =
      await pool`select round(tokens) as tokens from private.buckets where name = ${name}`;
    expect(retry, "of 30: one for its second try").toEqual({ tokens: 29 });
    const whole = await ended(owner, recording, subtitle.id);
    expect(whole).toMatchObject({ status: "ready", gaps: [] });
    expectAt(whole.cues, [5, 100, 200]);
    expect(openai.calls, "each part was transcribed once").toHaveLength(3);
    expect(await minutesOf(owner)).toBeGreaterThanOrEqual(before);
  });

  it("in the file itself at a second try takes no word away from those who read it", async () => {
    const owner = await subscriber();
    const recording = await spoken(owner, [5, 100, 200], 210);
    openai.failNext("refused");
    const { id, cues } = await transcribed(owner, recording);
    await app.database.pool`update public.recordings set size = 100 where id = ${recording}`;
    await owner.call("POST", `/recordings/${recording}/subtitles/${id}/retry`);
    const error = expect.stringContaining("no sound");
    const after = { status: "ready", cues, gaps: [{ error }] };
    expect(await ended(owner, recording, id)).toMatchObject(after);
  });

  it("because the storage is away is waited for, and spends no try", async () => {
    const owner = await subscriber();
    const recording = await spoken(owner, [5], 10);
    const { pool } = app.database;
    const [place] = await pool`
      update public.recordings r set store = 'elsewhere' from public.recordings before
       where r.id = ${recording} and before.id = r.id returning before.store
    `;
    const id = await generate(owner, recording);
    const tries = () => pool`
      select tries, due_at > now() as later from private.jobs
       where data ->> 'subtitle_id' = ${id} order by sent_at
    `;
    await expect.poll(tries, { timeout: 20_000 }).toEqual([{ tries: 0, later: true }]);
    await pool`update public.recordings set store = ${place?.store} where id = ${recording}`;
    await pool`update private.jobs set due_at = now() where data ->> 'subtitle_id' = ${id}`;
    expect(await ended(owner, recording, id)).toMatchObject({ status: "ready", gaps: [] });
  });

  it("at the service for everybody is said once, and costs nothing", async () => {
    const owner = await subscriber();
    const recording = await spoken(owner, [5, 100, 200, 300, 400, 500], 510);
    openai.failNext("key", "key", "key", "key", "key", "key");
    const before = openai.requests();
    expect(await transcribed(owner, recording)).toMatchObject({
      status: "failed",
      progress: 0,
      error: expect.stringContaining("does not accept this server"),
    });
    expect(openai.requests() - before, "what was not asked yet is not tried").toBeLessThan(6);
    expect(openai.atOnce(), "no more at once than are taken").toBeLessThanOrEqual(3);
    expect(await minutesOf(owner)).toBe(0);
  });

  it("because nobody speaks, or nobody is understood, says so and costs nothing", async () => {
    const owner = await subscriber();
    const beeps = await transcribed(owner, await saved(owner, "recorded.webm"));
    expect(beeps).toMatchObject({
      ...{ status: "failed", error: expect.stringContaining("Nobody speaks in this recording") },
    });
    expect(openai.calls).toEqual([]);
    openai.answerWith((answer) => ({ ...answer, text: "", segments: [], words: [] }));
    const mumbled = await transcribed(owner, await spoken(owner, [3], 30));
    expect(mumbled).toMatchObject({
      ...{ status: "failed", error: expect.stringContaining("No words were recognised") },
    });
    expect(await minutesOf(owner)).toBe(0);
  });

  it("in words that overlap or run past the end becomes one list of cues in order", async () => {
    const owner = await subscriber();
    openai.answerWith((answer) => ({
      ...answer,
      words: [],
      segments: [
        { ...answer.segments![0]!, start: 0, end: 99, text: "First." }, // the stand-in has heard something
        { ...answer.segments![0]!, start: 1, end: 2, text: "Second." }, // the same
      ],
    }));
    const { cues } = await transcribed(owner, await spoken(owner, [5, 60], 70));
    expect(cues.map(({ text }) => text)).toEqual(["First. Second.", "First. Second."]);
    for (const [index, { end }] of cues.entries())
      expect(end).toBeLessThanOrEqual(cues[index + 1]?.start ?? 70);
  });
});

describe("what nobody wants any more", () => {
  it("is let go at once when the subtitle is deleted, and gives its minutes back", async () => {
    const owner = await subscriber();
    const recording = await spoken(owner, [5], 10);
    openai.failNext("silent");
    const before = openai.requests();
    const id = await generate(owner, recording);
    await expect.poll(openai.requests).toBe(before + 1);
    await owner.call("DELETE", `/recordings/${recording}/subtitles/${id}`);
    await expect.poll(() => openai.hungUp()).toBe(1);
    expect(await minutesOf(owner)).toBe(0);
    const left = await service(
      (sql) => sql`select 1 from private.subtitle_parts where subtitle_id = ${id}`,
    );
    expect(left).toHaveLength(0);
  });
});
