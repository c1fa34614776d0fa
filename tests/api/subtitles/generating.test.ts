import { describe, expect, it } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { deleteForGood } from "#tests/support/recordings.ts";
import { cue, subtitleWorld } from "./world.ts";

const world = await subtitleWorld();
const { person, subscriber, recordingOf, finish, fail, service, database } = world;

type Caller = Awaited<ReturnType<typeof subscriber>>;

const generate = (who: Caller, recording: string, wishes = {}) =>
  who.call("POST", `/recordings/${recording}/subtitles`, wishes);
const retry = (who: Caller, recording: string, id: string) =>
  who.call("POST", `/recordings/${recording}/subtitles/${id}/retry`);

async function minutes(who: Caller) {
  const { subtitle_minutes } = await (await who.call("GET", "/subscriptions/current")).json();
  return subtitle_minutes;
}

const jobsFor = async (id: string) => {
  const jobs = await service(
    (sql) => sql`select 1 from private.jobs
                  where kind = 'transcribe-recording' and data ->> 'subtitle_id' = ${id}`,
  );
  return jobs.length;
};

describe("generating subtitles works", () => {
  it("and is one run, one job and one reservation, however often it is asked for at once", async () => {
    const owner = await subscriber();
    const recording = await recordingOf(owner);
    const answers = await Promise.all([1, 2, 3].map(() => generate(owner, recording)));
    const runs = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
    expect(runs[0]).toMatchObject({
      language: "en",
      format: "srt",
      status: "queued",
      progress: 0,
      error: null,
      is_auto_generated: true,
    });
    expect(await jobsFor(runs[0].id)).toBe(1);
    expect(await minutes(owner)).toMatchObject({ used: 10, limit: 300 });
    const other = await generate(owner, recording, { language: "de", format: "vtt" });
    expect((await other.json()).id).not.toBe(runs[0].id);
    expect(await minutes(owner)).toMatchObject({ used: 20 });
  });

  it("again takes the place of what nobody edited, and stands beside what somebody did", async () => {
    const owner = await subscriber();
    const recording = await recordingOf(owner);
    const list = async () => {
      const answer = await owner.call("GET", `/recordings/${recording}/subtitles`);
      return (await answer.json()).subtitles.map(({ content }: { content: string }) => content);
    };
    const run = async (text: string) => {
      const { id } = await (await generate(owner, recording, { format: "txt" })).json();
      await finish(id, [cue(0, 1, text)], []);
      return id;
    };
    await run("first");
    const second = await run("second");
    expect(await list()).toEqual(["second\n"]);
    const edit = { content: "by hand\n" };
    await owner.call("PUT", `/recordings/${recording}/subtitles/${second}`, edit);
    await run("third");
    expect(await list()).toEqual(["by hand\n", "third\n"]);
  });
});

describe("minutes", () => {
  it("are never promised twice: of two runs that fit alone, one is refused", async () => {
    const owner = await subscriber();
    const recordings = await Promise.all([recordingOf(owner, 200), recordingOf(owner, 180)]);
    const answers = await Promise.all(recordings.map((one) => generate(owner, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 402]);
    const refused = await answers.find(({ status }) => status === 402)?.json();
    expect(refused.code).toBe("subtitle_minutes");
    expect(refused.error).toMatch(
      /^This needs (200|180) minutes, and (120|100) of your 300 are left this month\. They are new on 1 \w+ \d{4}\.$/,
    );
    const [begun] = await service(
      (sql) => sql`select count(*) from public.subtitles s join public.recordings r
                     on r.id = s.recording_id where r.owner_id = ${owner.id}`,
    );
    expect(begun?.count).toBe(1);
    const { resets_at } = await minutes(owner);
    expect(new Date(resets_at).toISOString()).toMatch(/-01T00:00:00.000Z$/);
    expect(new Date(resets_at).getTime()).toBeGreaterThan(Date.now());
  });

  it("are promised to one after the other: who comes second waits until the first is written down", async () => {
    const owner = await subscriber();
    const [first = "", second = ""] = await Promise.all([
      recordingOf(owner, 200),
      recordingOf(owner, 200),
    ]);
    const begin = (sql: Sql, recording: string) =>
      sql`select * from private.begin_transcription(
            ${owner.id}, ${recording}, 'en', 'srt', true, 18000)`;
    const waiting = async () => {
      const locks = await database.pool`
        select 1 from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`;
      return locks.length;
    };
    const later = Promise.withResolvers<unknown>();
    await service(async (sql) => {
      await begin(sql, first);
      service((other) => begin(other, second)).then(later.resolve, later.reject);
      await expect.poll(waiting).toBe(1);
    });
    await expect(later.promise).rejects.toThrow("This needs 200 minutes, and 100 of your 300");
  });

  it("are given back where nothing was done, and a retry pays only for what is missing", async () => {
    const owner = await subscriber();
    const recording = await recordingOf(owner, 10);
    const { id } = await (await generate(owner, recording)).json();
    await fail(id);
    expect(await minutes(owner)).toMatchObject({ used: 0 });
    expect((await retry(owner, recording, id)).status).toBe(202);
    expect((await (await retry(owner, recording, id)).json()).status).toBe("queued");
    expect(await jobsFor(id)).toBe(2);
    expect(await minutes(owner)).toMatchObject({ used: 10 });
    const done = { start_seconds: 0, end_seconds: 240, status: "done" } as const;
    const missing = { start_seconds: 240, end_seconds: 600, status: "failed" } as const;
    await fail(id, [done, missing]);
    expect(await minutes(owner)).toMatchObject({ used: 4 });
    await retry(owner, recording, id);
    expect(await minutes(owner)).toMatchObject({ used: 10 });
    await finish(id, [cue(0, 1, "all")], [done, { ...missing, status: "done" }]);
    expect(await minutes(owner)).toMatchObject({ used: 10 });
    await service((sql) => sql`select private.settle_minutes(${id})`);
    expect(await minutes(owner)).toMatchObject({ used: 10 });
    const its = `/recordings/${recording}/subtitles/${id}`;
    const stale = await owner.call("PUT", its, { cues: [cue(0, 1, "mine")], version: 1 });
    expect(stale.status, "an edit of what was there before the retry").toBe(409);
    expect(await (await retry(owner, recording, id)).json()).toMatchObject({
      code: "nothing_to_retry",
    });
  });

  it("that were used stay used when the subtitle goes; of one that runs, what was not needed comes back", async () => {
    const owner = await subscriber();
    const [first, second] = [await recordingOf(owner, 10), await recordingOf(owner, 30)];
    const part = { start_seconds: 0, end_seconds: 600, status: "done" } as const;
    const done = await (await generate(owner, first)).json();
    await finish(done.id, [cue(0, 1, "x")], [part]);
    await owner.call("DELETE", `/recordings/${first}/subtitles/${done.id}`);
    expect(await minutes(owner)).toMatchObject({ used: 10 });
    await generate(owner, second);
    expect(await minutes(owner)).toMatchObject({ used: 40 });
    await deleteForGood(owner, second);
    expect(await minutes(owner)).toMatchObject({ used: 10 });
  });

  it("of another month do not count", async () => {
    const owner = await subscriber();
    const recording = await recordingOf(owner, 250);
    const { id } = await (await generate(owner, recording)).json();
    await service(
      (sql) =>
        sql`update private.subtitle_minutes set month = month - 31 where subtitle_id = ${id}`,
    );
    expect(await minutes(owner)).toMatchObject({ used: 0 });
    expect((await generate(owner, await recordingOf(owner, 300))).status).toBe(202);
  });
});

describe("generating subtitles is refused", () => {
  it("without the add-on, in the words of the specification; enabled once, it stays for what there is", async () => {
    const owner = await person();
    const recording = await recordingOf(owner);
    const refused = await generate(owner, recording);
    expect([refused.status, await refused.json()]).toMatchObject([
      402,
      {
        error: "Subtitle add-on is not enabled. Subscribe for $3/month to generate subtitles.",
        code: "subtitle_addon_required",
      },
    ]);
    expect(await minutes(owner)).toMatchObject({ used: 0, limit: 0 });
    await owner.call("POST", "/subscriptions/subtitle-addon/enable");
    const { id } = await (await generate(owner, recording)).json();
    await fail(id);
    await owner.call("POST", "/subscriptions/subtitle-addon/disable");
    expect((await retry(owner, recording, id)).status).toBe(402);
    const list = await owner.call("GET", `/recordings/${recording}/subtitles`);
    expect((await list.json()).subtitles).toHaveLength(1);
  });

  it("when a payment is long due, and when there is nothing to hear", async () => {
    const owner = await subscriber();
    const silent = await recordingOf(owner);
    const unfinished = await recordingOf(owner);
    await service(async (sql) => {
      await sql`update public.recordings set video_codec = 'vp9' where id = ${silent}`;
      await sql`update public.recordings set status = 'uploading' where id = ${unfinished}`;
    });
    const codeOf = async (recording: string) =>
      (await (await generate(owner, recording)).json()).code;
    expect(await codeOf(silent)).toBe("no_sound");
    expect(await codeOf(unfinished)).toBe("not_ready");
    await service(
      (sql) => sql`update public.subscriptions set past_due_since = now() - interval '8 days'
                    where user_id = ${owner.id}`,
    );
    expect(await codeOf(await recordingOf(owner))).toBe("payment_due");
    expect(await minutes(owner)).toMatchObject({ used: 0 });
  });

  it("again of what somebody has mended since, and of a language that is under way", async () => {
    const owner = await subscriber();
    const recording = await recordingOf(owner);
    const { id } = await (await generate(owner, recording)).json();
    await fail(id);
    const codeOf = async () => (await (await retry(owner, recording, id)).json()).code;
    const other = await (await generate(owner, recording)).json();
    expect(other.id).not.toBe(id);
    expect(await codeOf()).toBe("under_way");
    const elsewhere = await recordingOf(owner);
    expect((await retry(owner, elsewhere, id)).status, "it is of another recording").toBe(404);
    expect((await retry(await subscriber(), recording, id)).status).toBe(404);
    await owner.call("DELETE", `/recordings/${recording}/subtitles/${other.id}`);
    await service((sql) => sql`update public.subtitles set is_edited = true where id = ${id}`);
    expect(await codeOf()).toBe("edited");
    expect(await minutes(owner)).toMatchObject({ used: 0 });
  });

  it("to whoever only sees the recording, and to strangers it does not exist", async () => {
    const owner = await subscriber();
    const recording = await recordingOf(owner);
    const other = await subscriber();
    expect((await generate(other, recording)).status).toBe(404);
    const link = await linkTo(owner, recording, { permission_type: "edit" });
    const asEditor = await other.call(
      "POST",
      `/recordings/${recording}/subtitles`,
      {},
      through(link),
    );
    expect([asEditor.status, (await asEditor.json()).code]).toEqual([403, "not_yours"]);
  });

  it("in a language or a format that there is not", async () => {
    const owner = await subscriber();
    const recording = await recordingOf(owner);
    const klingon = await (await generate(owner, recording, { language: "tlh" })).json();
    expect(klingon.fields).toEqual({ language: "This language is not in the list" });
    expect((await generate(owner, recording, { format: "ass" })).status).toBe(422);
  });

  it("where nothing is set up, after the add-on was asked for; and nothing is counted", async () => {
    const off = await subtitleWorld({ transcription: "off" });
    const owner = await off.subscriber();
    const refused = await generate(owner, await off.recordingOf(owner));
    expect([refused.status, (await refused.json()).error]).toEqual([
      503,
      "Transcription is not set up on this server. Subtitles can still be uploaded and edited.",
    ]);
    expect(await minutes(owner)).toMatchObject({ used: 0 });
    expect(await (await off.visitor.call("GET", "/config")).json()).toMatchObject({
      transcription: "off",
      translation: false,
    });
  });

  it("by no limit where the operator does without the add-on", async () => {
    const free = await subtitleWorld({ transcription: "local", needsAddon: false });
    const owner = await free.person();
    expect((await generate(owner, await free.recordingOf(owner, 400))).status).toBe(202);
    expect(await minutes(owner)).toMatchObject({ used: 400, limit: null });
  });
});
