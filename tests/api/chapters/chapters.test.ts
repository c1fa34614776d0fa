import { describe, expect, it } from "vitest";
import { startChat } from "#tests/stand-ins/openai-chat.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const model = startChat();
atEndOfFile(model.stop);
const { person, visitor, database } = await testApp({
  OPENAI_BASE_URL: model.url,
  CHAT_MODEL: "gpt-test",
});

const owner = await person();
const at = `/recordings/${await recordingOf(database, owner)}`;
const SRT =
  "00:00:01,000 --> 00:00:02,000\nHello\n\n00:02:00,500 --> 00:02:03,000\nNow the budget\n";
const two = [
  { at_seconds: 0, title: "Hello" },
  { at_seconds: 120.5, title: "The budget" },
];

describe("chapters", () => {
  it("are saved all at once, and read by whoever sees the recording", async () => {
    const saved = await owner.call("PUT", `${at}/chapters`, { chapters: two.toReversed() });
    expect([saved.status, await saved.json()]).toEqual([200, { chapters: two }]);
    const link = await linkTo(owner, at.split("/").at(-1) ?? "");
    const seen = await visitor.call("GET", `${at}/chapters`, undefined, through(link));
    expect(await seen.json()).toEqual({ chapters: two });
    await owner.call("PUT", `${at}/chapters`, { chapters: [] });
    expect(await (await owner.call("GET", `${at}/chapters`)).json()).toEqual({ chapters: [] });
  });

  it("keep their places in the original, where those follow from nothing else", async () => {
    const recording = await recordingOf(database, owner);
    await database.pool`
      insert into public.chapters (recording_id, at_seconds, title, original_at)
      values (${recording}, 4, 'Before', 9)`;
    const chapters = [
      { at_seconds: 4, title: "After" },
      { at_seconds: 6, title: "New" },
    ];
    await owner.call("PUT", `/recordings/${recording}/chapters`, { chapters });
    const kept = await database.pool`
      select title, original_at from public.chapters where recording_id = ${recording} order by at_seconds`;
    expect([...kept]).toEqual([
      { title: "After", original_at: 9 },
      { title: "New", original_at: null },
    ]);
  });

  it("are set by editors, not by viewers and not by strangers", async () => {
    const other = await person();
    const set = async (wishes?: object) => {
      const headers = wishes && through(await linkTo(owner, at.split("/").at(-1) ?? "", wishes));
      return (await other.call("PUT", `${at}/chapters`, { chapters: two }, headers)).status;
    };
    expect(await set({ permission_type: "edit" })).toBe(200);
    expect(await set({ permission_type: "view" })).toBe(403);
    expect(await set()).toBe(404);
  });

  it("have a title each, and no moment twice", async () => {
    const words = async (chapters: object[]) =>
      (await (await owner.call("PUT", `${at}/chapters`, { chapters })).json()).error;
    expect(await words([{ at_seconds: 0, title: " " }])).toBe("A chapter needs a title");
    expect(await words([...two, { at_seconds: 0, title: "Again" }])).toBe(
      "Two chapters begin at the same moment",
    );
  });

  it("are a hundred at most, with titles of a hundred letters", async () => {
    const set = async (count: number, title = "Part") => {
      const chapters = Array.from({ length: count }, (_, n) => ({ at_seconds: n, title }));
      const answer = await owner.call("PUT", `${at}/chapters`, { chapters });
      const { error, chapters: saved } = await answer.json();
      return error ?? saved.length;
    };
    expect(await set(100)).toBe(100);
    expect(await set(101)).toBe("There are too many chapters");
    expect(await set(1, "x".repeat(100))).toBe(1);
    expect(await set(1, "é".repeat(100)), "letters, not bytes").toBe(1);
    expect(await set(1, "x".repeat(101))).toBe("The title of a chapter is too long");
  });
});

describe("suggestions", () => {
  it("are read from the transcript, brought in order, and change nothing", async () => {
    expect((await owner.call("POST", `${at}/suggestions`)).status).toBe(409);
    await owner.call("POST", `${at}/subtitles/upload`, { content: SRT });
    model.answerWith(() => ({
      title: " The budget\nof March ",
      chapters: [
        { at: 121, title: "The budget" },
        { at: 3, title: "Hello" },
        { at: 121.9, title: "The same moment" },
        { at: 200, title: "  " },
      ],
    }));
    const before = await (await owner.call("GET", at)).json();
    const answer = await owner.call("POST", `${at}/suggestions`);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { title: "The budget of March", chapters: two },
    ]);
    expect(model.asked.at(-1)?.material).toEqual({
      transcript: ["1 Hello", "120 Now the budget"],
    });
    expect(await (await owner.call("GET", at)).json()).toEqual(before);
  });

  it("begin at the start, are twenty at most, and shortened between two signs", async () => {
    const cues = Array.from(
      { length: 30 },
      (_, n) => `00:00:${n + 10},000 --> 00:00:${n + 11},000\nSo`,
    );
    const content = cues.join("\n\n");
    const uploaded = await owner.call("POST", `${at}/subtitles/upload`, {
      content,
      language: "de",
    });
    const { id } = await uploaded.json();
    const chapters = Array.from({ length: 25 }, (_, n) => ({
      at: n + 10.5,
      title: "😀".repeat(90),
    }));
    model.answerWith(() => ({ title: "x".repeat(300), chapters }));
    const said = await (await owner.call("POST", `${at}/suggestions`)).json();
    expect(said.subtitle_id, "the newest that somebody wrote").toBe(id);
    expect(said.title).toBe(`${"x".repeat(254)}…`);
    expect(said.chapters).toHaveLength(20);
    const title = `${"😀".repeat(39)}…`;
    expect(said.chapters.slice(0, 2)).toEqual([
      { at_seconds: 0, title },
      { at_seconds: 11, title },
    ]);
    model.answerWith(() => ({ title: "😀".repeat(200), chapters: [] }));
    const emoji = await (await owner.call("POST", `${at}/suggestions`)).json();
    expect(emoji.title).toBe(`${"😀".repeat(127)}…`);
  });

  it.each([
    ["all of sixty thousand letters", 595, 100],
    ["every other line of one letter more", 596, 50],
  ])("are made of %s", async (_, last, count) => {
    const recording = await recordingOf(database, owner);
    // Each line has its second, a space and its end as well.
    const cues = Array.from({ length: 100 }, (_, n) => ({
      start: 100 + n + 0.9,
      end: 101 + n,
      text: `${"x".repeat(296)}\n${"y".repeat((n < 99 ? 595 : last) - 297)}`,
    }));
    await database.pool`
      insert into public.subtitles (recording_id, language, cues)
      values (${recording}, 'en', ${database.pool.json(cues)})`;
    model.answerWith(() => ({ title: "A talk", chapters: [] }));
    const said = await owner.call("POST", `/recordings/${recording}/suggestions`);
    expect(await said.json()).toMatchObject({ title: "A talk", chapters: [] });
    const asked = model.asked.at(-1)?.material as { transcript: string[] } | undefined; // as it was sent
    expect(asked?.transcript).toHaveLength(count);
    expect(asked?.transcript[0]).toBe(`100 ${"x".repeat(296)} ${"y".repeat(298)}`);
  });

  it("are made of what was said, though a translation of it is newer and was edited", async () => {
    const recording = await recordingOf(database, owner);
    const cues = database.pool.json([{ start: 0, end: 1, text: "So" }]);
    const [said] = await database.pool<{ id: string }[]>`
      insert into public.subtitles (recording_id, language, is_auto_generated, cues)
      values (${recording}, 'en', true, ${cues}) returning id`;
    await database.pool`
      insert into public.subtitles (recording_id, language, is_auto_generated, is_edited, cues, translated_from)
      values (${recording}, 'de', true, true, ${cues}, ${said?.id ?? null})`;
    model.answerWith(() => ({ title: "A talk", chapters: [] }));
    const answer = await owner.call("POST", `/recordings/${recording}/suggestions`);
    expect((await answer.json()).subtitle_id).toBe(said?.id);
  });

  it("are none where no model is set up", async () => {
    const bare = await testApp();
    const ada = await bare.person();
    const own = `/recordings/${await recordingOf(bare.database, ada)}`;
    const answer = await ada.call("POST", `${own}/suggestions`);
    expect([answer.status, (await answer.json()).code]).toEqual([503, "not_set_up"]);
  });

  it("fail with words, and are for the owner alone", async () => {
    model.failNext("nonsense");
    const failed = await owner.call("POST", `${at}/suggestions`);
    expect([failed.status, (await failed.json()).error]).toEqual([
      503,
      "The model had nothing to suggest. Please try again.",
    ]);
    model.failNext("refused");
    const refused = await (await owner.call("POST", `${at}/suggestions`)).json();
    expect(refused.error).toContain("This model does not exist");
    const other = await person();
    const link = await linkTo(owner, at.split("/").at(-1) ?? "", { permission_type: "edit" });
    const asEditor = await other.call("POST", `${at}/suggestions`, undefined, through(link));
    expect(asEditor.status).toBe(403);
  });
});
