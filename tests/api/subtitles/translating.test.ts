import { beforeEach, describe, expect, it, test } from "vitest";
import type { Cue } from "#contract/subtitles.ts";
import { startChat } from "#tests/stand-ins/openai-chat.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { recordingOf } from "#tests/support/recordings.ts";
import { cue } from "./world.ts";

const model = startChat();
atEndOfFile(model.stop);
const { person, database, startJobs, visitor } = await testApp({
  OPENAI_API_KEY: "sk-test",
  OPENAI_BASE_URL: model.url,
  CHAT_MODEL: "gpt-test",
});
await startJobs();
const service = database.asService("a test looks behind the scenes");
beforeEach(() => model.asked.splice(0));

const hundred = Array.from({ length: 100 }, (_, n) => cue(n * 3, n * 3 + 2.5, `line ${n}`));

async function talk(cues: readonly Cue[] = hundred) {
  const owner = await person();
  await owner.call("POST", "/subscriptions/subtitle-addon/enable");
  const recording = await recordingOf(database, owner);
  const at = `/recordings/${recording}/subtitles`;
  const content = "WEBVTT\n\n00:00.000 --> 00:01.000\nx\n";
  const { id } = await (await owner.call("POST", `${at}/upload`, { content })).json();
  await owner.call("PUT", `${at}/${id}`, { cues });
  const translate = (language = "de") => owner.call("POST", `${at}/${id}/translate`, { language });
  return { owner, at, id, translate };
}

const read = async (who: SignedIn, address: string) => (await who.call("GET", address)).json();

async function settled(who: SignedIn, address: string) {
  await expect
    .poll(async () => (await read(who, address)).status, { timeout: 20_000 })
    .toMatch(/ready|failed/);
  return read(who, address);
}

describe("a translation", () => {
  it("has the cues of what it was made from, at the same times, and says so", async () => {
    const { owner, at, id, translate } = await talk();
    const answers = await Promise.all([translate(), translate()]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const [begun, again] = await Promise.all(answers.map((answer) => answer.json()));
    expect(again.id).toBe(begun.id);
    expect(begun).toMatchObject({ language: "de", translated_from: id });
    expect(begun.status, "it may have been begun before it was read").toMatch(/queued|running/);
    const made = await settled(owner, `${at}/${begun.id}`);
    expect(made).toMatchObject({
      ...{ status: "ready", progress: 1, error: null, format: "vtt" },
      ...{ is_auto_generated: true, is_edited: false, translated_from: id },
    });
    expect(made.cues).toEqual(hundred.map((one) => ({ ...one, text: one.text.toUpperCase() })));
    expect((await read(owner, `${at}/${id}`)).cues).toEqual(hundred);
    expect((await read(owner, "/subscriptions/current")).subtitle_minutes.used).toBe(0);
  });

  it("is asked for in batches, each with what was said before", async () => {
    const { owner, at, translate } = await talk();
    const { id } = await (await translate("fr")).json();
    await settled(owner, `${at}/${id}`);
    const before = [36, 37, 38, 39].map((n) => ({ text: `line ${n}`, translation: `LINE ${n}` }));
    const lines = (count: number) => expect.objectContaining({ length: count });
    expect(model.asked.map(({ material }) => material)).toEqual([
      { before: [], lines: lines(40) },
      { before, lines: lines(40) },
      { before: expect.anything(), lines: lines(20) },
    ]);
    expect(model.asked[0]).toMatchObject({
      model: "gpt-test",
      task: expect.stringContaining("from English to French"),
    });
  });

  it("outlives answers that lose lines, nonsense, and a service that is busy", async () => {
    const { owner, at, translate } = await talk(hundred.slice(0, 5));
    model.failNext("busy", "nonsense", "too few", "too few", "nonsense");
    const { id } = await (await translate()).json();
    const made = await settled(owner, `${at}/${id}`);
    expect(made.cues.map(({ text }: Cue) => text)).toEqual([0, 1, 2, 3, 4].map((n) => `LINE ${n}`));
    const halves = [3, 2].map((length) => ({ lines: expect.objectContaining({ length }) }));
    expect(model.asked.map(({ material }) => material)).toMatchObject(halves);
  });

  it("goes on after a failure where it ended, and says meanwhile what is wrong", async () => {
    const { owner, at, translate } = await talk();
    // Beside the words, what would end a cue in a file, what no text may hold, and once too much of it.
    let more = "!".repeat(2001);
    model.answerWith((material) => {
      const { lines } = material as { lines: { n: number; text: string }[] }; // as it was sent
      if (lines[0]?.text === "line 40") model.failNext("refused", "refused");
      const answer = { lines: lines.map(({ n, text }) => ({ n, text: `«${text}»${more}` })) };
      more = "\n\n\0";
      return answer;
    });
    const { id } = await (await translate("es")).json();
    const made = await settled(owner, `${at}/${id}`);
    expect(made).toMatchObject({ status: "ready", error: null });
    expect(made.cues.map(({ text }: Cue) => text)).toEqual(hundred.map(({ text }) => `«${text}»`));
  });
});

test("a translation that failed is begun anew by a retry, and the new one takes its place", async () => {
  const { owner, at, id, translate } = await talk();
  const failed = await (await translate()).json();
  await settled(owner, `${at}/${failed.id}`);
  await service(
    (sql) => sql`update public.subtitles set status = 'failed' where id = ${failed.id}`,
  );
  const answer = await owner.call("POST", `${at}/${failed.id}/retry`);
  const begun = await answer.json();
  expect([answer.status, begun]).toMatchObject([202, { language: "de", translated_from: id }]);
  const { subtitles } = await read(owner, at);
  expect(subtitles.map((one: { id: string }) => one.id)).toEqual([id, begun.id]);
  expect((await settled(owner, `${at}/${begun.id}`)).status).toBe("ready");
});

describe("translating is refused", () => {
  it("into the same language, without the add-on, and of what is not theirs", async () => {
    const { owner, at, id, translate } = await talk();
    expect(await (await translate("en")).json()).toMatchObject({ code: "same_language" });
    const other = await person();
    expect((await other.call("POST", `${at}/${id}/translate`, { language: "de" })).status).toBe(
      404,
    );
    await owner.call("POST", "/subscriptions/subtitle-addon/disable");
    expect((await translate()).status).toBe(402);
    const none = await service(
      (sql) => sql`select 1 from public.subtitles where translated_from = ${id}`,
    );
    expect(none).toHaveLength(0);
  });

  it("where no model is set up, in words", async () => {
    const plain = await testApp();
    const owner = await plain.person();
    await owner.call("POST", "/subscriptions/subtitle-addon/enable");
    const at = `/recordings/${await recordingOf(plain.database, owner)}/subtitles`;
    const content = "00:00:00,000 --> 00:00:01,000\nx";
    const { id } = await (await owner.call("POST", `${at}/upload`, { content })).json();
    const refused = await owner.call("POST", `${at}/${id}/translate`, { language: "de" });
    expect([refused.status, (await refused.json()).error]).toEqual([
      503,
      "Translation is not set up on this server.",
    ]);
    expect(await (await visitor.call("GET", "/config")).json()).toMatchObject({
      translation: true,
    });
  });
});

test("a server that translates no longer tells those who still wait", async () => {
  const offer = { transcription: "off", translation: true, needsAddon: false } as const;
  const app = await testApp({}, { subtitles: offer });
  await app.startJobs();
  const owner = await app.person();
  const at = `/recordings/${await recordingOf(app.database, owner)}/subtitles`;
  const content = "WEBVTT\n\n00:00.000 --> 00:01.000\nx\n";
  const { id } = await (await owner.call("POST", `${at}/upload`, { content })).json();
  const begun = await owner.call("POST", `${at}/${id}/translate`, { language: "de" });
  expect(await settled(owner, `${at}/${(await begun.json()).id}`)).toMatchObject({
    ...{ status: "failed", error: "Translation is no longer set up on this server." },
  });
});
