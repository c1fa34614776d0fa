import { describe, expect, it, test } from "vitest";
import { translateSubtitle } from "#api/features/subtitles/translate-subtitle.ts";
import type { Chat } from "#api/services/chat.ts";
import type { Cue } from "#contract/subtitles.ts";
import { cue } from "#tests/api/subtitles/world.ts";
import { testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";
import { kept, spokenCues as original, swap } from "./cut-world.ts";

const app = await testApp();
const { person, visitor, database } = app;
const service = database.asService("a test looks behind the scenes");
const owner = await person();
const guest = await person();
const admin = await person();
await database.pool`update public.users set role = 'admin' where id = ${admin.id}`;

const shownTexts = ["Hello", "The password is gone.", "Bye"];
const removed = { ...cue(2, 2, "swordfish"), removed: true };

async function talk(cues: Cue[] = original) {
  const recording = await recordingOf(database, owner);
  const at = `/recordings/${recording}`;
  const [made] = await database.pool<{ id: string }[]>`
    insert into public.subtitles (recording_id, language, cues)
    values (${recording}, 'en', ${database.pool.json(cues)}) returning id`;
  const id = made?.id ?? "";
  const one = `${at}/subtitles/${id}`;
  const view = through(await linkTo(owner, recording, { allow_download: true }));
  const edit = through(await linkTo(owner, recording, { permission_type: "edit" }));
  const read = async (who: Visitor, link?: HeadersInit, query = "") =>
    (await who.call("GET", `${one}${query}`, undefined, link)).json();
  const put = (body: object, who: Visitor = owner, link?: HeadersInit) =>
    who.call("PUT", one, body, link);
  return { recording, at, id, one, view, edit, read, put };
}

const textsOf = ({ cues }: { cues: Cue[] }) => cues.map(({ text }) => text);

describe("cues", () => {
  it("follow the film there and back, with a version for each", async () => {
    const { recording, view, read } = await talk();
    const before = await read(visitor, view);
    expect(before.cues).toEqual(original);
    await swap(database, recording, kept);
    const cut = await read(visitor, view);
    expect(cut.cues).toMatchObject([
      cue(0, 1, "Hello"),
      cue(1, 4, shownTexts[1] ?? ""),
      cue(4, 5, "Bye"),
    ]);
    expect(cut.version).toBeGreaterThan(before.version);
    await swap(database, recording, [{ start: 2.5, end: 4.5 }]);
    expect(textsOf(await read(visitor, view))).toEqual(["hunter2", "swordfish"]);
    await swap(database, recording, null);
    const back = await read(visitor, view);
    expect(back.cues).toEqual(original);
    expect(back.version).toBeGreaterThan(cut.version);
    expect(await database.pool`select 1 from private.original_cues`).toHaveLength(0);
  });

  it("that were removed reach nobody who may not edit, in any form and by any search", async () => {
    const { recording, at, one, view, edit, read } = await talk();
    await swap(database, recording, kept);
    const paths = [
      one,
      `${at}/subtitles`,
      `${at}/transcript`,
      `${one}/track`,
      ...["srt", "vtt", "txt"].map((format) => `${one}/download?format=${format}`),
    ];
    for (const [who, link] of [
      [visitor, view],
      [guest, view],
      [guest, edit],
      [admin, {}],
    ] as const)
      for (const path of paths) {
        const answer = await who.call("GET", path, undefined, link);
        const text = await answer.text();
        expect(answer.status, path).toBe(200);
        expect(text, path).not.toMatch(/hunter2|swordfish/);
        expect(text, path).toContain("Bye");
      }
    const owns = await read(owner);
    expect(textsOf(owns)).toEqual(["Hello", shownTexts[1], "swordfish", "Bye"]);
    expect(owns.cues[2]).toEqual(removed);
    expect(owns.content).not.toContain("swordfish");
    const found = async (words: string) =>
      (await (await owner.call("GET", `/recordings?search=${words}`)).json()).recordings.find(
        (one: { id: string }) => one.id === recording,
      )?.matches;
    expect(await found("swordfish")).toBeUndefined();
    expect(await found("bye")).toEqual([{ at_seconds: 4, text: "Bye" }]);
  });

  it("of the original are read in its time by people who may edit, and by nobody else", async () => {
    const { recording, at, one, view, edit, read } = await talk();
    await swap(database, recording, kept);
    expect((await read(owner, {}, "?original=true")).cues).toEqual(original);
    expect((await read(guest, edit, "?original=true")).cues).toEqual(original);
    const paths = [one, `${at}/subtitles`, `${at}/transcript`, `${one}/track`, `${one}/download`];
    const tags = new Set<string | null>();
    for (const path of paths) {
      const asked = `${path}?original=true`;
      const answer = await guest.call("GET", asked, undefined, edit);
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining("swordfish"),
      ]);
      tags.add(answer.headers.get("ETag"));
      tags.add((await guest.call("GET", path, undefined, edit)).headers.get("ETag"));
      for (const [who, link] of [
        [visitor, view],
        [guest, view],
        [visitor, edit],
        [admin, {}],
      ] as const)
        expect((await who.call("GET", asked, undefined, link)).status, path).toBe(404);
    }
    expect(tags.size, "the tracks of the two films, and none").toBe(3);
  });

  it("that are missing are told where they are missing in each of the two films", async () => {
    const { recording, id, read } = await talk();
    const gap = { start: 1, end: 6, error: "Why" };
    await database.pool`
      update public.subtitles set gaps = ${database.pool.json([gap])} where id = ${id}`;
    await swap(database, recording, kept);
    expect((await read(owner)).gaps).toEqual([{ ...gap, end: 3 }]);
    expect((await read(owner, {}, "?original=true")).gaps).toEqual([gap]);
  });

  it("that are written replace what can be seen; hidden words and cues stay", async () => {
    const { recording, edit, read, put } = await talk();
    await swap(database, recording, kept);
    const { cues } = await read(owner);
    const sent = cues.map((one: Cue) => (one.text === "Bye" ? { ...one, text: "See you" } : one));
    const saved = await put({ cues: sent });
    expect([saved.status, textsOf(await saved.json())]).toEqual([
      200,
      ["Hello", shownTexts[1], "swordfish", "See you"],
    ]);
    const byEditor = (await read(guest, edit)).cues.slice(1);
    expect((await put({ cues: byEditor }, guest, edit)).status).toBe(200);
    expect(textsOf(await read(owner))).toEqual([shownTexts[1], "swordfish", "See you"]);
    const content = "1\n00:00:04,000 --> 00:00:04,500\nBye\n";
    expect(
      (await put({ content: `${content}\n2\n00:00:01,500 --> 00:00:02,500\nNew\n` })).status,
    ).toBe(200);
    expect(textsOf(await read(owner))).toEqual(["New", "swordfish", "Bye"]);
    await swap(database, recording, null);
    expect((await read(owner)).cues).toEqual([
      cue(1.5, 2, "New"),
      cue(3, 3.5, "swordfish"),
      cue(5, 5.5, "New"),
      cue(7, 7.5, "Bye"),
    ]);
  });

  it("with words of a removed part at its time are refused: they were read before the cut", async () => {
    const { recording, read, put } = await talk();
    const { cues, version } = await read(owner);
    await swap(database, recording, kept);
    for (const body of [{ cues, version }, { cues: [...cues.slice(1), cue(20, 21, "Mine")] }]) {
      const refused = await put(body);
      expect([refused.status, (await refused.json()).code]).toEqual([409, "newer_version"]);
    }
    expect(textsOf(await read(owner))).toContain("Bye");
  });

  it("that were uploaded for the cut move to their places in the original", async () => {
    const { recording, at, view } = await talk();
    await swap(database, recording, kept);
    const content = "1\n00:00:03,000 --> 00:00:04,000\nHallo\n";
    const uploaded = await owner.call("POST", `${at}/subtitles/upload`, {
      content,
      language: "de",
    });
    const { id } = await uploaded.json();
    const read = async (query = "") =>
      (await (await owner.call("GET", `${at}/subtitles/${id}${query}`)).json()).cues;
    expect(await read()).toEqual([cue(3, 4, "Hallo")]);
    expect(await read("?original=true")).toEqual([cue(6, 7, "Hallo")]);
    await swap(database, recording, [{ start: 6, end: 8 }]);
    expect(await read()).toEqual([cue(0, 1, "Hallo")]);
    expect((await visitor.call("GET", `${at}/subtitles/${id}`, undefined, view)).status).toBe(200);
  });

  it("that stand longer than the film stay where its end is kept", async () => {
    const { recording, view, read } = await talk([cue(12, 13.4, "The end")]);
    await swap(database, recording, [{ start: 10, end: 12.5 }]);
    expect((await read(visitor, view)).cues).toEqual([cue(2, 3.4, "The end")]);
    await swap(database, recording, [{ start: 10, end: 12.4 }]);
    expect((await read(visitor, view)).cues).toEqual([]);
  });
});

test("a translation is of the original's cues, and the film has what is left of them", async () => {
  const { recording, at, id } = await talk();
  await swap(database, recording, kept);
  const [made] = await database.pool<{ id: string }[]>`
    insert into public.subtitles (recording_id, language, status, progress, is_auto_generated, translated_from)
    values (${recording}, 'de', 'queued', 0, true, ${id}) returning id`;
  const chat: Chat = {
    async ask({ material, schema }) {
      const { lines }: { lines: { n: number; text: string }[] } = JSON.parse(material);
      return schema.parse({ lines: lines.map(({ n, text }) => ({ n, text: text.toUpperCase() })) });
    },
  };
  await translateSubtitle({ service, chat }, made?.id ?? "", new AbortController().signal);
  const read = async (query = "") =>
    (await (await owner.call("GET", `${at}/subtitles/${made?.id}${query}`)).json()).cues;
  expect(await read("?original=true")).toEqual(
    original.map(({ start, end, text }) => cue(start, end, text.toUpperCase())),
  );
  expect((await read()).filter((one: Cue) => !one.removed)).toEqual([
    cue(0, 1, "HELLO"),
    cue(4, 5, "BYE"),
  ]);
});
