import { describe, expect, it } from "vitest";
import { keepWords } from "#api/features/subtitles/subtitle-row.ts";
import { contextOf, translateBatch } from "#api/features/subtitles/translate-cues.ts";
import { failTranslation, translateSubtitle } from "#api/features/subtitles/translate-subtitle.ts";
import { unavailable } from "#api/http/errors.ts";
import { type Chat, NoAnswer } from "#api/services/chat.ts";
import type { Cue } from "#contract/subtitles.ts";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const database = await testDatabase();
const service = database.asService("a test translates subtitles");
const owner = await newAccount(database);
const recording = await recordingOf(database, owner);
const { pool } = database;
const signal = new AbortController().signal;

const cues = (count: number, from = 0): Cue[] =>
  Array.from({ length: count }, (_, n) => ({
    start: from + n,
    end: from + n + 0.5,
    text: `line ${from + n}`,
    words: [{ start: from + n, end: from + n + 0.5, text: `line ${from + n}` }],
  }));
const shouted = (some: readonly Cue[]) =>
  some.map(({ start, end, text }) => ({ start, end, text: text.toUpperCase() }));

interface Material {
  before: { text: string; translation: string }[];
  lines: { n: number; text: string }[];
}

type Answer = (material: Material) => { n: number; text: string }[];
const shout: Answer = ({ lines }) => lines.map(({ n, text }) => ({ n, text: text.toUpperCase() }));
const fewer: Answer = (material) => shout(material).slice(1);

/** A model that gives these answers, and then translates. */
function model(...answers: Answer[]) {
  const asked: Material[] = [];
  const chat: Chat = {
    async ask({ material, schema }) {
      const read: Material = JSON.parse(material);
      asked.push(read);
      return schema.parse({ lines: (answers.shift() ?? shout)(read) });
    },
  };
  const counts = () => asked.map(({ lines }) => lines.length);
  return { chat, asked, counts };
}

const batch = { from: "English", to: "French", before: [], signal };

describe("a batch of lines", () => {
  it("is translated at the same times, without the times of single words", async () => {
    const { chat, asked } = model();
    expect(await translateBatch(chat, { ...batch, cues: cues(3) })).toEqual(shouted(cues(3)));
    expect(asked).toEqual([
      { before: [], lines: [0, 1, 2].map((n) => ({ n, text: `line ${n}` })) },
    ]);
  });

  it("of which a line is lost is asked for three times, and then by halves with what was said before", async () => {
    const { chat, asked, counts } = model(fewer, fewer, fewer);
    const before = [{ text: "so", translation: "ALORS" }];
    const given = { ...batch, before, cues: cues(5) };
    expect(await translateBatch(chat, given)).toEqual(shouted(cues(5)));
    expect(counts()).toEqual([5, 5, 5, 3, 2]);
    expect(asked[3]?.before).toEqual(before);
    expect(asked[4]?.before).toEqual(contextOf(cues(3), shouted(cues(3))));
  });

  it("is one that is never answered where a single line is left of it", async () => {
    const { chat, counts } = model(...Array(20).fill(fewer));
    await expect(translateBatch(chat, { ...batch, cues: cues(2) })).rejects.toThrow(
      new NoAnswer("Line 0 has no translation that can be shown."),
    );
    expect(counts()).toEqual([2, 2, 2, 1, 1, 1]);
  });

  it.each([
    ["nothing", ""],
    ["a space", " "],
    ["more than a cue may hold", "x".repeat(2001)],
  ])("is asked for again where a line is %s", async (_, text) => {
    const { chat, counts } = model(({ lines }) => lines.map(({ n }) => ({ n, text })));
    expect(await translateBatch(chat, { ...batch, cues: cues(1) })).toEqual(shouted(cues(1)));
    expect(counts()).toEqual([1, 1]);
  });

  it("is not asked for again where the model is away", async () => {
    const { chat, counts } = model(() => {
      throw new Error("It does not answer");
    });
    await expect(translateBatch(chat, { ...batch, cues: cues(2) })).rejects.toThrow(
      "It does not answer",
    );
    expect(counts()).toEqual([2]);
  });

  it.each([0, 3, 4, 6])("after %d lines is told the last four of them", (count) => {
    const expected = cues(count).map(({ text }) => ({ text, translation: text.toUpperCase() }));
    expect(contextOf(cues(10), shouted(cues(count)))).toEqual(
      expected.slice(Math.max(0, count - 4)),
    );
  });
});

describe("the times of words", () => {
  const [first, second, third] = cues(3) as [Cue, Cue, Cue]; // there are three
  const plain = ({ words, ...cue }: Cue) => cue;
  it.each([
    ["stay where nothing was changed", plain(first), first],
    ["go with another text", { ...plain(second), text: "Another" }, undefined],
    ["go with another start", { ...plain(second), start: 0.9 }, undefined],
    ["go with another end", { ...plain(second), end: 1.7 }, undefined],
    ["are those that were sent, where some were", { ...third, words: [] }, { words: [] }],
  ])("%s", (_, edited, kept) => {
    const [saved] = keepWords([edited], [first, second, third]);
    expect(saved?.words).toEqual(kept?.words);
  });

  it("stay where a former version wrote é in two signs", () => {
    const former = { ...first, text: "cafe\u0301" };
    const [saved] = keepWords([{ ...plain(first), text: "café" }], [former]);
    expect(saved?.words).toEqual(first.words);
  });
});

describe("a translation", () => {
  async function subtitle(row: object): Promise<string> {
    const [made] = await pool<{ id: string }[]>`
      insert into public.subtitles ${pool({ recording_id: recording, language: "fr", ...row })}
      returning id`;
    return made?.id ?? "";
  }
  const json = (some: readonly Cue[]) => pool.json(some.map((cue) => ({ ...cue })));
  const read = async (id: string) =>
    (await pool`select status, progress, error, cues from public.subtitles where id = ${id}`)[0];

  it("begins anew from where its source was edited meanwhile", async () => {
    const source = await subtitle({ language: "en", cues: json(cues(5)) });
    const id = await subtitle({
      status: "queued",
      translated_from: source,
      cues: json([...shouted(cues(2)), ...shouted(cues(2, 2.25))]),
    });
    const { chat, asked } = model();
    await translateSubtitle({ service, chat }, id, signal);
    expect(await read(id)).toMatchObject({
      ...{ status: "ready", progress: 1, error: null },
      cues: shouted(cues(5)),
    });
    expect(asked).toMatchObject([{ lines: [{ text: "line 2" }, {}, {}] }]);
  });

  it("says after each batch how much of the whole is done", async () => {
    const source = await subtitle({ language: "en", cues: json(cues(100)) });
    const id = await subtitle({ status: "queued", progress: 0, translated_from: source });
    const { chat } = model();
    const told: unknown[] = [];
    const watched: Chat = {
      async ask(question) {
        told.push(await read(id));
        return chat.ask(question);
      },
    };
    await translateSubtitle({ service, chat: watched }, id, signal);
    expect(told).toMatchObject([
      { status: "running", progress: 0, cues: [] },
      { status: "running", progress: 0.4, cues: shouted(cues(40)) },
      { status: "running", progress: 0.8, cues: shouted(cues(80)) },
    ]);
  });

  it.each<[string, (id: string) => Promise<unknown>, object | undefined]>([
    ["is deleted", (id) => pool`delete from public.subtitles where id = ${id}`, undefined],
    [
      "is edited",
      (id) => pool`
        update public.subtitles set status = 'ready', cues = ${json(cues(1))}, progress = 1
         where id = ${id}`,
      { status: "ready", cues: cues(1) },
    ],
  ])("that %s meanwhile is asked for no further, and stays so", async (_, happens, left) => {
    const source = await subtitle({ language: "en", cues: json(cues(100)) });
    const id = await subtitle({ status: "queued", translated_from: source });
    const { chat, counts } = model();
    const disturbed: Chat = {
      async ask(question) {
        await happens(id);
        return chat.ask(question);
      },
    };
    await translateSubtitle({ service, chat: disturbed }, id, signal);
    expect(counts()).toEqual([40]);
    expect(await read(id)).toEqual(left && expect.objectContaining(left));
  });

  it("of what is gone has failed, with words", async () => {
    const id = await subtitle({ status: "queued", is_auto_generated: true });
    const { chat, asked } = model();
    await translateSubtitle({ service, chat }, id, signal);
    expect(await read(id)).toMatchObject({
      status: "failed",
      error: "What was to be translated has been deleted.",
    });
    expect(asked).toEqual([]);
  });

  it("says what is wrong with the model before another try", async () => {
    const source = await subtitle({ language: "en", cues: json(cues(1)) });
    const id = await subtitle({ status: "queued", translated_from: source });
    const away: Chat = {
      async ask() {
        throw unavailable("The model is away.", "away");
      },
    };
    await expect(translateSubtitle({ service, chat: away }, id, signal)).rejects.toThrow("away");
    expect(await read(id)).toMatchObject({ status: "running", error: "The model is away." });
    await translateSubtitle({ service, chat: model().chat }, id, signal);
    expect(await read(id)).toMatchObject({ status: "ready", error: null });
  });

  it("that is done is left as it is, and one that is given up says why it last failed", async () => {
    const done = await subtitle({ status: "ready", cues: json(cues(1)) });
    const { chat, asked } = model();
    await translateSubtitle({ service, chat }, done, signal);
    await failTranslation(service, done, "No try is left.");
    expect(await read(done)).toMatchObject({ status: "ready", error: null });
    expect(asked).toEqual([]);
    const told = await subtitle({ status: "running", error: "The model is away." });
    const untold = await subtitle({ status: "queued", language: "de" });
    for (const id of [told, untold]) await failTranslation(service, id, "No try is left.");
    expect(await read(told)).toMatchObject({ status: "failed", error: "The model is away." });
    expect(await read(untold)).toMatchObject({ status: "failed", error: "No try is left." });
  });
});
