import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openAiTranscriber } from "#api/services/transcription/openai.ts";
import { TranscriptionTrouble } from "#api/services/transcription/transcription.ts";
import { startOpenAi } from "#tests/stand-ins/openai.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { spokenSound } from "#tests/support/spoken.ts";

const service = startOpenAi();
atEndOfFile(service.stop);
beforeEach(() => {
  service.calls.length = 0;
  service.answerWith((answer) => answer);
});

const sound = { path: spokenSound.path, seconds: spokenSound.seconds };
const transcriber = (model = "whisper-1", pauses = [1, 1, 1]) =>
  openAiTranscriber({ apiKey: "sk-test", baseUrl: service.url, model, pauses });
const { signal: never } = new AbortController();
const transcribe = (model?: string, signal = never) =>
  transcriber(model).transcribe(sound, { language: "en", signal });

describe("a service that says when", () => {
  it("is asked for sentences and words, and both come back with their times", async () => {
    const heard = await transcribe();
    expect(service.calls).toMatchObject([
      {
        ...{ model: "whisper-1", format: "verbose_json", language: "en" },
        file: { name: "sound.webm" },
      },
    ]);
    expect(heard.segments.map(({ text }) => text)).toEqual(Array(3).fill("One two three."));
    for (const [index, { start, end }] of spokenSound.said.entries()) {
      const segment = heard.segments[index];
      expect(Math.abs((segment?.start ?? 0) - start)).toBeLessThan(0.1);
      expect(Math.abs((segment?.end ?? 0) - end)).toBeLessThan(0.1);
      expect(heard.words[3 * index]?.start).toBe(heard.segments[index]?.start);
    }
  });

  it("may say what overlaps, runs past the end, is empty or cannot be kept: all of it is brought in order", async () => {
    service.answerWith((answer) => ({
      ...answer,
      words: [
        { start: 3, end: 9, word: " two" },
        { start: -1, end: 4, word: "one " },
        { start: 98, end: 99, word: "late" },
      ],
      segments: [
        { ...answer.segments![0]!, start: 4, end: 9, text: "second" }, // the stand-in has heard something
        { ...answer.segments![0]!, start: -1, end: 6, text: "first" }, // the same
        { ...answer.segments![0]!, start: 8, end: 99, text: "thi\0rd\ud800" }, // the same
        { ...answer.segments![0]!, start: 98, end: 99, text: "after the end" }, // the same
        { ...answer.segments![0]!, start: 1, end: 2, text: "  " }, // the same
      ],
    }));
    const { segments, words } = await transcribe();
    expect(segments).toMatchObject([
      { start: 0, end: 4, text: "first" },
      { start: 4, end: 8, text: "second" },
      { start: 8, end: sound.seconds, text: "third\ufffd" },
    ]);
    expect(words).toEqual([
      { start: 0, end: 3, text: "one" },
      { start: 3, end: 9, text: "two" },
    ]);
  });

  it("may have heard nothing", async () => {
    service.answerWith((answer) => ({ ...answer, text: "", segments: [], words: [] }));
    expect(await transcribe()).toMatchObject({ segments: [], words: [] });
  });
});

describe("a service that says only what", () => {
  it.each([["gpt-transcribe"], ["gpt-4o-mini-transcribe"]])(
    "gets small pieces, and their place is their time (%s)",
    async (model) => {
      expect(transcriber(model).limits).toMatchObject({ silence: 0.35 });
      const heard = await transcribe(model);
      expect(service.calls).toMatchObject([{ model, format: "json", language: "en" }]);
      expect(heard).toMatchObject({
        words: [],
        segments: [
          { start: 0, end: sound.seconds, text: expect.stringContaining("One two three.") },
        ],
      });
    },
  );
});

describe("what fails at a service", () => {
  it.each(["busy", "late", "broken", "cut", "nonsense"] as const)(
    "is asked again: %s",
    async (failure) => {
      const before = service.requests();
      service.failNext(failure, failure);
      expect((await transcribe()).segments).toHaveLength(3);
      expect(service.requests() - before).toBe(3);
    },
  );

  it.each([
    ["busy for a minute", 60_000],
    ["busy for an hour", 90_000],
  ] as const)(
    "is asked no sooner than the service wishes, within bounds: %s",
    async (busy, pause) => {
      const waits = vi.spyOn(globalThis, "setTimeout");
      const abort = new AbortController();
      service.failNext(busy);
      const asked = expect(transcribe("whisper-1", abort.signal)).rejects.toThrow("not wanted");
      await expect.poll(() => waits.mock.calls.map(([, waited]) => waited)).toContain(pause);
      abort.abort(new Error("not wanted any more"));
      await asked;
      waits.mockRestore();
    },
  );

  it("is told when it does not pass, with the words of what went wrong last", async () => {
    const before = service.requests();
    service.failNext("broken", "broken", "broken", "busy", "broken");
    await expect(transcribe()).rejects.toMatchObject({
      message: "The transcription service is too busy at the moment.",
      mayPass: true,
    });
    expect(service.requests() - before).toBe(4);
    service.failNext();
  });

  it.each([
    ["refused", false, /refused the sound: Something went wrong/],
    ["key", true, /does not accept this server/],
    ["no credit", true, /no credit left/],
  ] as const)(
    "is asked once where nothing would change: %s",
    async (failure, isForAll, message) => {
      const before = service.requests();
      service.failNext(failure);
      const trouble: unknown = await transcribe().catch((error) => error);
      expect(trouble).toBeInstanceOf(TranscriptionTrouble);
      expect(trouble).toMatchObject({
        isForAll,
        mayPass: false,
        message: expect.stringMatching(message),
      });
      expect(service.requests() - before).toBe(1);
    },
  );

  it("says so when nobody answers at all", async () => {
    const nowhere = openAiTranscriber({
      ...{ apiKey: "sk-test", baseUrl: "http://127.0.0.1:1/v1", model: "whisper-1", pauses: [1] },
    });
    await expect(nowhere.transcribe(sound, { language: null, signal: never })).rejects.toThrow(
      "cannot be reached",
    );
  });

  it("is a file that is none", async () => {
    const path = join(import.meta.dirname, "openai.test.ts");
    const asked = transcriber().transcribe({ path, seconds: 1 }, { language: null, signal: never });
    await expect(asked).rejects.toThrow("could not be decoded");
  });

  it("is let go at once by whoever cancels", async () => {
    const abort = new AbortController();
    service.failNext("silent");
    const asked = transcribe("whisper-1", abort.signal);
    const before = service.requests();
    await expect.poll(service.requests).toBe(before + 1);
    abort.abort(new Error("not wanted any more"));
    await expect(asked).rejects.toThrow("not wanted any more");
  });
});
