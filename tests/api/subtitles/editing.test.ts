import { describe, expect, it } from "vitest";
import { largeSubtitle } from "#tests/support/large-subtitle.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { subtitleWorld } from "./world.ts";

const { person, visitor, recordingOf, request, service } = await subtitleWorld();

const SRT =
  "1\n00:00:01,000 --> 00:00:02,500\nHello <there>\n\n2\n00:00:03,000 --> 00:00:04,000\nAnd goodbye\n";

async function uploaded(wishes = {}) {
  const owner = await person();
  const recording = await recordingOf(owner);
  const at = `/recordings/${recording}/subtitles`;
  const answer = await owner.call("POST", `${at}/upload`, { content: SRT, ...wishes });
  expect(answer.status).toBe(201);
  const subtitle = await answer.json();
  return { owner, recording, at, subtitle, its: `${at}/${subtitle.id}` };
}

describe("uploading works", () => {
  it("of SRT as JSON, and of WebVTT as a file of a form", async () => {
    const { owner, at, subtitle } = await uploaded({ language: "de" });
    expect(subtitle).toMatchObject({
      language: "de",
      format: "srt",
      status: "ready",
      progress: 1,
      content: SRT,
      is_auto_generated: false,
      is_edited: false,
    });
    const form = new FormData();
    form.append("language", "fr");
    form.append(
      "file",
      new File(["\ufeffWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\n<v Ada>Salut\r\n"], "a.vtt"),
    );
    const answer = await owner.call("POST", `${at}/upload`, form);
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      {
        language: "fr",
        format: "vtt",
        content: "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nSalut\n",
      },
    ]);
    const list = await (await owner.call("GET", at)).json();
    expect(list.subtitles).toHaveLength(2);
  });
});

describe("subtitles of megabytes", () => {
  it("are read, written, edited and refused as small ones are", async () => {
    const { owner, at } = await uploaded();
    const content = largeSubtitle();
    const { id } = await (await owner.call("POST", `${at}/upload`, { content })).json();
    const read = await (await owner.call("GET", `${at}/${id}`)).json();
    expect(read.cues).toHaveLength(19_000);
    expect(read.content.length).toBe(content.length);
    const cues = read.cues.map((cue: object) => ({ ...cue, text: "Word ".repeat(20) }));
    const edited = await owner.call("PUT", `${at}/${id}`, { cues, version: read.version });
    expect((await edited.json()).cues[18_999].text).toContain("Word Word");
    const wrong = await owner.call("PUT", `${at}/${id}`, {
      cues: [...cues, { start: 2, end: 1, text: "x" }],
    });
    expect([wrong.status, (await wrong.json()).fields]).toEqual([
      422,
      { "cues.19000": "It ends before it begins." },
    ]);
    const list = await (await owner.call("GET", at)).json();
    expect(list.subtitles.map(({ content }: { content: string }) => content.length > 1e6)).toEqual([
      false,
      true,
    ]);
  });
});

describe("uploading is refused", () => {
  it("of what cannot be read, with each line that is wrong", async () => {
    const { owner, at } = await uploaded();
    const content = "1\n00:00:01,000 --> 00:00:00,500\nBack\n\n2\nsoon --> later\nHm\n";
    const refused = await owner.call("POST", `${at}/upload`, { content });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      {
        error: "Line 2: It ends before it begins.",
        fields: {
          "line 2": "It ends before it begins.",
          "line 6": "A time is written as 00:00:01,000 --> 00:00:02,500.",
        },
      },
    ]);
  });

  it("of a file that is too large, is no text, or is in an unknown language; and to editors", async () => {
    const { owner, at, recording } = await uploaded();
    const upload = async (file: Uint8Array<ArrayBuffer>, language = "en") => {
      const form = new FormData();
      form.append("language", language);
      form.append("file", new File([file], "a.srt"));
      const { status } = await owner.call("POST", `${at}/upload`, form);
      return status;
    };
    expect(await upload(new Uint8Array(6 * 2 ** 20))).toBe(413);
    const alone = new FormData();
    alone.append("file", new File([" ".repeat(5 * 2 ** 20)], "a.srt"));
    expect((await owner.call("POST", `${at}/upload`, alone)).status, "just small enough").toBe(422);
    const inJson = { content: "\n".repeat(5 * 2 ** 20) };
    expect((await owner.call("POST", `${at}/upload`, inJson)).status, "and as JSON").toBe(422);
    expect(await upload(Uint8Array.of(0xff, 0xfe, 0x31))).toBe(422);
    const both = new FormData();
    for (const name of ["content", "file"]) both.append(name, new File(["x".repeat(3e6)], "a.srt"));
    expect((await owner.call("POST", `${at}/upload`, both)).status).toBe(413); // 5 MB in all
    expect(await upload(new Uint8Array(Buffer.from(SRT)), "tlh")).toBe(422);
    const editor = await person();
    const link = await linkTo(owner, recording, { permission_type: "edit" });
    const answer = await editor.call("POST", `${at}/upload`, { content: SRT }, through(link));
    expect(answer.status).toBe(403);
    expect((await editor.call("POST", `${at}/upload`, { content: SRT })).status).toBe(404);
  });

  it("to whoever may not, before a byte of it is taken", async () => {
    const { owner, at, recording } = await uploaded();
    const viewer = await person();
    const link = through(await linkTo(owner, recording));
    const send = async (headers: HeadersInit) => {
      let taken = 0;
      const body = new ReadableStream<Uint8Array>(
        { pull: (controller) => controller.enqueue(new Uint8Array(++taken)) },
        { highWaterMark: 0 },
      );
      const type = { "Content-Type": "multipart/form-data; boundary=x" };
      const answer = await viewer.call("POST", `${at}/upload`, body, { ...headers, ...type });
      return { status: answer.status, taken };
    };
    expect(await send(link)).toEqual({ status: 403, taken: 0 });
    expect(await send({})).toEqual({ status: 404, taken: 0 });
  });
});

describe("editing works", () => {
  it("as a text in its format and as cues, and counts its versions", async () => {
    const { owner, its } = await uploaded();
    const content = SRT.replace("goodbye", "good bye");
    const first = await (await owner.call("PUT", its, { content })).json();
    expect(first).toMatchObject({ content, version: 2, is_edited: true });
    const cues = [
      { start: 5, end: 6.0004, text: " two \n\n lines " },
      { start: 1, end: 2, text: "one", words: [{ start: 1, end: 2, text: "one" }] },
      { start: 7, end: 8, text: "  " },
    ];
    const second = await (await owner.call("PUT", its, { cues, version: 2 })).json();
    expect(second.version).toBe(3);
    expect(second.cues).toEqual([cues[1], { start: 5, end: 6, text: "two\nlines" }]);
    const renamed = second.content.replace("two", "2");
    const third = await (await owner.call("PUT", its, { content: renamed })).json();
    expect(third.cues[0], "words of a cue that is as it was").toEqual(cues[1]);
    expect(await (await owner.call("GET", its)).json()).toEqual(third);
  });

  it("for whoever came through a link to edit, and not for viewers", async () => {
    const { owner, recording, its } = await uploaded();
    const other = await person();
    const save = async (wishes: object, who = other) => {
      const link = await linkTo(owner, recording, wishes);
      return who.call("PUT", its, { content: SRT }, through(link));
    };
    expect((await save({ permission_type: "edit" })).status).toBe(200);
    const refused = await save({ permission_type: "view" });
    expect([refused.status, (await refused.json()).error]).toEqual([
      403,
      "You may watch this recording, but not edit its subtitles.",
    ]);
    const viewing = through(await linkTo(owner, recording));
    const unread = await other.call("PUT", its, { content: "no times" }, viewing);
    expect(unread.status, "nothing is read for whoever may not").toBe(403);
    const link = await linkTo(owner, recording, { permission_type: "edit" });
    expect((await visitor.call("PUT", its, { content: SRT }, through(link))).status).toBe(401);
    expect((await other.call("PUT", its, { content: SRT })).status).toBe(404);
    expect((await other.call("DELETE", its, undefined, through(link))).status).toBe(403);
    expect((await owner.call("DELETE", its)).status).toBe(200);
    expect((await owner.call("GET", its)).status).toBe(404);
  });
});

describe("editing is refused", () => {
  it.each([
    [2 ** 31 - 1, 409],
    [2 ** 31, 422],
    [Number.MAX_SAFE_INTEGER, 422],
    [-(2 ** 31) - 1, 422],
    [1.5, 422],
  ])("with the version %d, which nobody has seen: %d", async (version, status) => {
    const { owner, its } = await uploaded();
    expect((await owner.call("PUT", its, { content: SRT, version })).status).toBe(status);
  });

  it("over a newer version, which it names; of two at once, one is kept whole", async () => {
    const { owner, its } = await uploaded();
    const texts = ["mine", "yours"].map((word) => SRT.replace("goodbye", word));
    const answers = await Promise.all(
      texts.map((content) => owner.call("PUT", its, { content, version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = await answers.find(({ status }) => status === 409)?.json();
    expect(refused).toMatchObject({ code: "newer_version", fields: { version: "2" } });
    const kept = await answers.find(({ status }) => status === 200)?.json();
    expect((await (await owner.call("GET", its)).json()).content).toBe(kept.content);
  });

  it("of times that cannot be, of text without times, and of a run that goes on", async () => {
    const { owner, its, subtitle } = await uploaded();
    const edit = async (body: object) => {
      const answer = await owner.call("PUT", its, body);
      return [answer.status, (await answer.json()).fields];
    };
    expect(await edit({ cues: [{ start: 2, end: 2, text: "x" }] })).toEqual([
      422,
      { "cues.0": "It ends before it begins." },
    ]);
    const twoSigns = "\u0958".repeat(1001); // each of them, in the spelling that is kept
    expect(await edit({ cues: [{ start: 1, end: 2, text: twoSigns }] })).toEqual([
      422,
      { "cues.0": "Its text is too long." },
    ]);
    expect(await edit({ content: "no times" })).toEqual([
      422,
      { "line 1": "There are no subtitles in this text." },
    ]);
    expect((await edit({}))[0]).toBe(422);
    const words = [{ start: 1, end: 2, text: "\0" }];
    expect((await edit({ cues: [{ start: 1, end: 2, text: "x", words }] }))[0]).toBe(422);
    await service(
      (sql) => sql`update public.subtitles set status = 'running' where id = ${subtitle.id}`,
    );
    const early = await owner.call("PUT", its, { content: SRT });
    const refusal = "These subtitles are not ready, so nobody can edit them yet.";
    expect([early.status, (await early.json()).error]).toEqual([403, refusal]);
  });
});

describe("a subtitle is had", () => {
  it("as a file in each format, by those who may download; as a track by all who watch", async () => {
    const { owner, recording, its } = await uploaded();
    const { token } = await (
      await owner.call("POST", `/recordings/${recording}/media-token`)
    ).json();
    const get = (what: string) => request(`/api${its}/${what}`);
    const file = await get(`download?token=${token}&format=txt`);
    expect(file.headers.get("Content-Disposition")).toContain('filename="The demo.en.txt"');
    expect(await file.text()).toBe("Hello <there>\nAnd goodbye\n");
    expect(await (await get(`download?token=${token}`)).text()).toBe(SRT);
    await service(
      (sql) => sql`update public.subtitles set format = 'vtt' where recording_id = ${recording}`,
    );
    const own = await get(`download?token=${token}`);
    expect(own.headers.get("Content-Type"), "in its own format").toMatch("text/vtt");
    const link = await linkTo(owner, recording);
    const track = await get(`track?share=${link.share_token}`);
    expect(track.headers.get("Content-Type")).toBe("text/vtt; charset=utf-8");
    expect(await track.text()).toContain("00:00:01.000 --> 00:00:02.500\nHello &lt;there&gt;\n");
    const again = { "If-None-Match": track.headers.get("ETag") ?? "" };
    expect((await owner.call("GET", `${its}/track`, undefined, again)).status).toBe(304);
    expect((await get(`download?token=${token}&format=html`)).status).toBe(400);
    const refused = await get(`download?share=${link.share_token}`);
    expect([refused.status, (await refused.json()).code]).toEqual([403, "view_only"]);
    expect((await get("track")).status).toBe(401);
    await service(
      (sql) =>
        sql`update public.subtitles set status = 'running' where recording_id = ${recording}`,
    );
    expect((await owner.call("GET", `${its}/track`)).status, "not ready yet").toBe(404);
  });

  it("as a transcript: in the language that is asked for, what was mended before what was heard", async () => {
    const { owner, recording, subtitle } = await uploaded();
    await service(
      (sql) => sql`
        insert into public.subtitles (recording_id, language, is_auto_generated, cues)
        values (${recording}, 'en', true, '[]'), (${recording}, 'de', true, '[]')`,
    );
    const read = async (query = "") =>
      (await owner.call("GET", `/recordings/${recording}/transcript${query}`)).json();
    expect(await read()).toMatchObject({ subtitle_id: subtitle.id, cues: [{ start: 1 }, {}] });
    await service(
      (sql) => sql`
        insert into public.subtitles (recording_id, language, translated_from, is_edited)
        values (${recording}, 'es', ${subtitle.id}, true)`,
    );
    expect(await read(), "what was translated comes last").toMatchObject({ language: "en" });
    expect(await read("?language=de")).toMatchObject({ language: "de", cues: [] });
    expect(await read("?language=fr")).toMatchObject({ code: "no_transcript" });
  });
});
