import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { keepHeard } from "#api/features/subtitles/follow-recording.ts";
import { runTranscription } from "#api/features/subtitles/run-transcription.ts";
import { transcribeParts } from "#api/features/subtitles/transcribe-parts.ts";
import {
  beginRun,
  giveUpRun,
  keepPlan,
  missingParts,
} from "#api/features/subtitles/transcription-run.ts";
import { cutParts } from "#api/media/speech/hear-speech.ts";
import type { Db } from "#api/platform/database.ts";
import { openTranscriber } from "#api/services/transcription/open.ts";
import type { SubtitleWithCues } from "#contract/subtitles.ts";
import { startOpenAi } from "#tests/stand-ins/openai.ts";
import { type SignedIn, type TestApp, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { waitingForLocks } from "#tests/support/locks.ts";
import { allowForProcessing, processed } from "#tests/support/saving.ts";
import { spokenRecording } from "#tests/support/spoken-recording.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { ended, generate, subscriberOf, workingApp } from "./transcribed.ts";

allowForProcessing();
const openai = startOpenAi();
atEndOfFile(openai.stop);
const app = await workingApp({
  ...{ OPENAI_BASE_URL: openai.url, TRANSCRIPTION_MODEL: "whisper-1" },
});
beforeEach(() => {
  openai.calls.length = 0;
  openai.resume();
});

/** Sentences that a recorder sends while they are said, with long silences and a picture every twenty seconds. */
const SAID = [5, 20, 45, 100, 130];
const file = await spokenRecording(
  SAID.map((at) => ({ sentence: 0, at })),
  140,
);

/** A recorder that has sent so much of it, and can send more. */
async function recorder(app: TestApp, owner: SignedIn) {
  const tus = tusClient(app, owner.token);
  const { url, recording } = created(await tus.create());
  let sent = 0;
  const send = async (fraction: number, length?: number) => {
    const end = Math.round(file.length * fraction);
    const bytes = file.subarray(sent, end);
    const answer = await tus.patch(url, { offset: sent, bytes, ...(length && { length }) });
    expect(answer.status).toBe(204);
    sent = end;
  };
  return {
    recording,
    send,
    stop: () => send(1, file.length),
    discard: () => tus.remove(url),
  };
}

const minutesOf = async (person: SignedIn) =>
  (await (await person.call("GET", "/subscriptions/current")).json()).subtitle_minutes.used;

const readerOf =
  (owner: SignedIn, recording: string, id: string) => async (): Promise<SubtitleWithCues> =>
    (await owner.call("GET", `/recordings/${recording}/subtitles/${id}`)).json();

const startsOf = ({ cues }: SubtitleWithCues) => cues.map(({ start }) => Math.round(start));

async function restOf(id: string) {
  const service = app.database.asService("a test looks behind the scenes");
  const [rest] = await service(
    (sql) => sql<{ byte: number; seconds: number }[]>`
      select from_byte as byte, from_seconds as seconds from private.live_runs
       where subtitle_id = ${id}`,
  );
  const begins = Buffer.from(file.subarray(rest?.byte, (rest?.byte ?? 0) + 4)).toString("hex");
  return { begins, seconds: rest?.seconds };
}

describe("a recording that still runs", () => {
  it("is captioned but for its last seconds before it stops, each stretch once", async () => {
    const owner = await subscriberOf(app);
    const { recording, send, stop } = await recorder(app, owner);
    const id = await generate(owner, recording);
    const read = readerOf(owner, recording, id);
    const soon = { timeout: 40_000 };
    await send(0.1);
    await send(0.5);
    await expect.poll(async () => startsOf(await read()), soon).toEqual(SAID.slice(0, 3));
    expect(await read()).toMatchObject({ status: "running", progress: 0 });
    await send(0.85);
    await expect.poll(async () => startsOf(await read()), soon).toEqual(SAID.slice(0, 4));
    // The bytes for the next reading begin with a cluster, of the seconds that are not over yet.
    await expect.poll(() => restOf(id), soon).toEqual({ begins: "1f43b675", seconds: 120 });
    await stop();
    const whole = await ended(owner, recording, id);
    expect(whole).toMatchObject({ status: "ready", progress: 1, gaps: [], error: null });
    expect(startsOf(whole)).toEqual(SAID);
    expect(openai.calls.map(({ file: { sound } }) => sound.loud.length)).toEqual([1, 1, 1, 1, 1]);
    await processed(owner, recording);
    expect(await minutesOf(owner)).toBeCloseTo((SAID.length * 1.56) / 60, 1);
  });
});

/** A server whose jobs nobody does: the test runs them, and kills them. */
async function byHand() {
  const idle = await testApp({ OPENAI_BASE_URL: openai.url, TRANSCRIPTION_MODEL: "whisper-1" });
  const { objects, env } = idle;
  const transcriber = openTranscriber(env, { pauses: [10] });
  if (!transcriber) throw new Error("it transcribes");
  const service = idle.database.asService("a test looks behind the scenes");
  const log = pino({ level: "silent" });
  const workDirectory = join(env.DATA_DIR, "work");
  return {
    app: idle,
    service,
    transcriber,
    run: (id: string, { signal = AbortSignal.timeout(60_000), mostSeconds = 18_000 } = {}) =>
      runTranscription(
        { service, objects, log, transcriber, workDirectory, mostSeconds },
        id,
        signal,
      ),
  };
}

describe("its run", () => {
  it("goes on where it was killed, and when its recorder pauses for long it lets others go first", async () => {
    const { app, run, service } = await byHand();
    const owner = await subscriberOf(app);
    const { recording, send, stop } = await recorder(app, owner);
    const id = await generate(owner, recording);
    await send(0.5);
    openai.pauseAfter(1);
    const [asked, hungUp] = [openai.requests(), openai.hungUp()];
    const kill = new AbortController();
    const killed = run(id, { signal: kill.signal });
    await expect.poll(openai.requests, { timeout: 20_000 }).toBe(asked + 3);
    await expect.poll(() => doneOf(service, id)).toBe(1);
    kill.abort();
    await expect(killed).rejects.toThrow();
    await expect.poll(openai.hungUp).toBe(hungUp + 2); // whom nobody waits for is not answered
    openai.resume();

    const again = run(id);
    await expect.poll(() => doneOf(service, id), { timeout: 20_000 }).toBe(3);
    await service(
      (sql) => sql`
        update public.uploads set touched_at = now() - interval '11 minutes'
         where recording_id = ${recording}`,
    );
    expect(await again).toBe("silent");
    // A sentence that has been heard is heard once, whoever else says that it was.
    await keepHeard(service, id, { parts: [{ start: 0, end: 1 }], heard: 1 });
    await stop();
    expect(await run(id)).toBe("over");
    const whole = await readerOf(owner, recording, id)();
    expect(startsOf(whole)).toEqual(SAID);
    // The sound after the pause is one piece with a silence in it; nothing is heard twice.
    expect(openai.calls.flatMap(({ file: { sound } }) => sound.loud)).toHaveLength(SAID.length);
    const left = await service((sql) => sql`select 1 from private.live_runs`);
    expect(left).toHaveLength(0);
  });

  it("waits for a text that is on its way, so that no older one comes after a newer one", async () => {
    const { app, service, transcriber } = await byHand();
    const owner = await subscriberOf(app);
    const { recording } = await recorder(app, owner);
    const id = await generate(owner, recording);
    await beginRun(service, id);
    await keepPlan(service, id, [{ start: 5, end: 8 }]);
    const source = { path: join(app.env.DATA_DIR, "spoken.webm"), seconds: 140 };
    await writeFile(source.path, file);
    const signal = AbortSignal.timeout(20_000);
    const parts = cutParts(source, await missingParts(service, id), app.env.DATA_DIR, signal);
    const files = await Array.fromAsync(parts);
    const oneByOne = (async function* () {
      yield* files;
    })();
    let isDone = false;
    const done = await service(async (sql) => {
      await sql`select 1 from public.recordings where id = ${recording} for update`;
      const run = { id, language: "en" };
      const work = transcribeParts({ service, transcriber }, run, oneByOne, signal);
      void work.then(() => {
        isDone = true;
      });
      await expect.poll(() => waitingForLocks(app.database)).toBe(1);
      expect(isDone).toBe(false);
      return [work];
    });
    await Promise.all(done);
    expect(isDone).toBe(true);
  });

  it("does again what failed meanwhile when it has ended, also before the bytes that are kept", async () => {
    const { app, run, service } = await byHand();
    const owner = await subscriberOf(app);
    const { recording, send, stop } = await recorder(app, owner);
    const id = await generate(owner, recording);
    openai.failNext("refused");
    await send(0.85);
    const running = run(id);
    const begins = () => service`select 1 from private.live_runs where from_byte > 0`;
    await expect.poll(begins, { timeout: 20_000 }).toHaveLength(1);
    expect((await readerOf(owner, recording, id)()).gaps).toHaveLength(1);
    await stop();
    expect(await running).toBe("over");
    const whole = await readerOf(owner, recording, id)();
    expect(whole).toMatchObject({ status: "ready", gaps: [] });
    expect(startsOf(whole)).toEqual(SAID);
  });

  it("has failed where it is given up before all was listened to, and a retry does the rest", async () => {
    const { app, run, service } = await byHand();
    const owner = await subscriberOf(app);
    const { recording, send, stop } = await recorder(app, owner);
    const id = await generate(owner, recording);
    await send(0.5);
    const kill = new AbortController();
    const killed = run(id, { signal: kill.signal });
    await expect.poll(() => doneOf(service, id), { timeout: 20_000 }).toBe(3);
    kill.abort();
    await expect(killed).rejects.toThrow();
    await giveUpRun(service, id, "Often tried.");
    const read = readerOf(owner, recording, id);
    expect(await read()).toMatchObject({ status: "failed", error: "Often tried." });
    await stop();
    const again = `/recordings/${recording}/subtitles/${id}/retry`;
    expect((await owner.call("POST", again)).status).toBe(202);
    await run(id);
    expect(startsOf(await read())).toEqual(SAID);
    const heard = openai.calls.flatMap(({ file: { sound } }) => sound.loud);
    expect(heard, "nothing is heard twice").toHaveLength(SAID.length);
  });

  it("takes nothing for a recording that is thrown away, and leaves nothing of it", async () => {
    const { app, run, service } = await byHand();
    const owner = await subscriberOf(app);
    const { recording, send, discard } = await recorder(app, owner);
    const id = await generate(owner, recording);
    await send(0.5);
    const running = run(id);
    await expect.poll(() => doneOf(service, id), { timeout: 20_000 }).toBe(3);
    expect(await minutesOf(owner)).toBeGreaterThan(0);
    expect((await discard()).status).toBe(204);
    expect(await running).toBe("over");
    expect(await minutesOf(owner)).toBe(0);
    expect(await doneOf(service, id)).toBe(0);
    expect((await owner.call("GET", `/recordings/${recording}/subtitles`)).status).toBe(404);
  });

  it("reserves what it hears as it comes; what the month has no minutes for is a gap that a retry fills", async () => {
    const { app, run, service } = await byHand();
    const owner = await subscriberOf(app);
    const { recording, send, stop } = await recorder(app, owner);
    const id = await generate(owner, recording);
    expect(await minutesOf(owner), "a minute is promised at the beginning").toBe(1);
    await service((sql) => sql`update private.subtitle_minutes set reserved_seconds = 0`);
    await send(0.85);
    const running = run(id, { mostSeconds: 4 });
    const gaps = async () => (await readerOf(owner, recording, id)()).gaps.length;
    await expect.poll(gaps, { timeout: 20_000 }).toBe(1);
    await stop();
    await running;
    const cut = await readerOf(owner, recording, id)();
    expect(cut.status).toBe("ready");
    expect(startsOf(cut)).toEqual(SAID.slice(0, 3));
    expect(cut.gaps.map(({ start, error }) => [Math.round(start), error])).toEqual([
      [
        100,
        expect.stringMatching(/^Your 0 minutes of this month are used up\. They are new on 1 /),
      ],
      [130, expect.any(String)],
    ]);
    expect(await minutesOf(owner)).toBeCloseTo((3 * 1.56) / 60, 1);
    expect(
      (await owner.call("POST", `/recordings/${recording}/subtitles/${id}/retry`)).status,
    ).toBe(202);
    await run(id);
    expect(startsOf(await readerOf(owner, recording, id)())).toEqual(SAID);
    expect(openai.calls).toHaveLength(SAID.length);
    expect(await minutesOf(owner)).toBeCloseTo((SAID.length * 1.56) / 60, 1);
  });
});

const doneOf = async (service: Db, id: string) =>
  (
    await service(
      (sql) => sql`
        select 1 from private.subtitle_parts where subtitle_id = ${id} and status = 'done'`,
    )
  ).length;
