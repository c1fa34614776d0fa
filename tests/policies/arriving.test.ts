import { describe, expect, it, test } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { personas } from "#tests/support/personas.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { refusal } from "#tests/support/refusal.ts";

const { rehearse } = await testDatabase();

const withOwner = (act: (sql: Sql, owner: string, other: string) => Promise<void>) =>
  rehearse(async (rehearsal) => {
    const { owner, other } = await personas(rehearsal);
    await rehearsal.asService(async (sql) => {
      await sql`
        select private.set_plan(${owner.sub}, (select id from public.plans where name = 'Starter'))`;
      await act(sql, owner.sub, other.sub);
    });
  });

const begin = async (sql: Sql, owner: string, kind: string, length: number | null) => {
  const [upload] = await sql`
    select id, recording_id from private.begin_upload(
      ${owner}, ${kind}, 'Title', 'file.webm', 'video/webm', 's3', '{}', ${length})`;
  return { id: String(upload?.id), recording: String(upload?.recording_id) };
};

describe("a part", () => {
  it("follows the one before it, of the same attempt, up to the length, and the last one ends it", () =>
    withOwner(async (sql, owner, other) => {
      const { id, recording } = await begin(sql, owner, "import", 100);
      const append = (start: number, size: number, { attempt = 1, who = owner } = {}) =>
        refusal(
          sql,
          (inner) => inner`
            select private.append_part(${who}, ${id}, ${attempt}, ${start}, ${size}, 'disk', ${`k${start}`})`,
        );
      const takenUp = await sql`select attempt from private.take_up(${owner}, ${id})`;
      expect(takenUp).toEqual([{ attempt: 1 }]);
      expect(await sql`select from private.take_up(${other}, ${id})`).toEqual([]);
      expect(await append(0, 60, { who: other })).toBe("upload_gone");
      expect(await append(0, 60, { attempt: 0 })).toBe("upload_conflict");
      expect(await append(1, 60)).toBe("upload_conflict");
      expect(await append(0, 101)).toBe("upload_conflict");
      expect(await append(0, 60)).toBeUndefined();
      expect(await append(0, 10)).toBe("upload_conflict");
      expect(await append(59, 10)).toBe("upload_conflict");
      expect(await append(60, 0)).toBeUndefined();
      const row = async () =>
        (
          await sql`
          select r.status, r.size::int, r.progress, r.received_bytes::int as received,
                 u.finished_at is not null as finished, r.interrupted
            from public.recordings r join public.uploads u on u.recording_id = r.id
           where r.id = ${recording}`
        )[0];
      const half = { status: "uploading", size: 60, progress: null, received: null };
      expect(await row()).toEqual({ ...half, finished: false, interrupted: false });
      expect(await append(60, 40)).toBeUndefined();
      const whole = { status: "processing", size: 100, progress: 0, received: 100 };
      expect(await row()).toEqual({ ...whole, finished: true, interrupted: false });
      expect(await append(100, 0)).toBe("upload_conflict");
      const parts = await sql`select private.parts_of(${recording}) as parts`;
      expect(parts[0]?.parts).toEqual([
        { store: "disk", key: "k0", size: 60 },
        { store: "disk", key: "k60", size: 40 },
      ]);
    }));

  it("needs room where nobody said how long it becomes, unless it is being recorded", () =>
    withOwner(async (sql, owner) => {
      const imported = await begin(sql, owner, "import", null);
      const recorded = await begin(sql, owner, "recording", null);
      await sql`
        update public.storage_usage set used_bytes = 25 * 1073741824::bigint - 10 where user_id = ${owner}`;
      const append = ({ id }: { id: string }, start: number, size: number) =>
        refusal(
          sql,
          (inner) => inner`
            select private.append_part(${owner}, ${id}, 0, ${start}, ${size}, 'disk', ${crypto.randomUUID()})`,
        );
      const declare = ({ id }: { id: string }, length: number, attempt = 0) =>
        refusal(sql, async (inner) => {
          const rows = await inner`
            select from private.declare_length(${owner}, ${id}, ${attempt}, ${length})`;
          if (rows.length === 0) throw { detail: "nothing" };
        });
      expect(await append(imported, 0, 11)).toBe("quota_exceeded");
      expect(await append(imported, 0, 10)).toBeUndefined();
      expect(await declare(imported, 11)).toBe("quota_exceeded");
      expect(await declare(imported, 10, 1)).toBe("nothing");
      expect(await append(recorded, 0, 500)).toBeUndefined();
      expect(await declare(recorded, 900)).toBeUndefined();
      expect(await declare(recorded, 901)).toBe("nothing");
    }));
});

describe("an upload whose sender is gone", () => {
  it("is kept as far as it came where it was recorded, and dropped where its owner has the file", () =>
    withOwner(async (sql, owner) => {
      const uploads = [
        await begin(sql, owner, "recording", null),
        await begin(sql, owner, "recording", null),
        await begin(sql, owner, "import", 100),
        await begin(sql, owner, "recording", null),
      ];
      const [cut, empty, file, alive] = uploads.map(({ recording }) => recording);
      await sql`
        update public.uploads set received = 5 where recording_id <> ${empty ?? ""}`;
      await sql`
        update public.uploads set touched_at = now() - interval '1 hour' where recording_id <> ${alive ?? ""}`;
      const closed = await sql`select private.close_stale_uploads(interval '10 minutes') as id`;
      expect(closed).toEqual([{ id: cut }]);
      const left = await sql`
        select r.id, r.status, r.interrupted, u.length::int from public.recordings r
          join public.uploads u on u.recording_id = r.id order by u.length`;
      expect(left).toEqual([
        { id: cut, status: "processing", interrupted: true, length: 5 },
        { id: alive, status: "recording", interrupted: false, length: null },
      ]);
      expect(left.map(({ id }) => id)).not.toContain(file);
      expect(await sql`select sum(lost)::int as lost from private.upload_measures`).toEqual([
        { lost: 2 },
      ]);
    }));

  it("goes on when it is heard of again", () =>
    withOwner(async (sql, owner, other) => {
      const { id, recording } = await begin(sql, owner, "recording", null);
      const interrupt = async () => {
        await sql`update public.uploads set touched_at = now() - interval '2 minutes'`;
        await sql`select private.mark_interrupted()`;
      };
      const interrupted = async () =>
        (await sql`select interrupted from public.recordings where id = ${recording}`)[0]
          ?.interrupted;
      await interrupt();
      expect(await interrupted()).toBe(true);
      await sql`select private.hear_of_upload(${other}, ${id})`;
      expect(await interrupted()).toBe(true);
      await sql`select private.hear_of_upload(${owner}, ${id})`;
      expect(await interrupted()).toBe(false);
      await sql`update public.recordings set status = 'processing', interrupted = true`;
      await sql`select private.hear_of_upload(${owner}, ${id})`;
      expect(await interrupted()).toBe(true);
    }));
});

test("a whole file that was promised its room is kept, whatever the plan is by now, and no byte more", () =>
  withOwner(async (sql, owner) => {
    const keep = async (size: number) => {
      const held = crypto.randomUUID();
      await sql`select private.hold_room(${owner}, ${held}, 1000)`;
      await sql`
        update public.subscriptions set plan_id = (select id from public.plans where name = 'Free')
         where user_id = ${owner}`;
      const refused = await refusal(
        sql,
        (inner) => inner`
          select private.keep_whole(${owner}, 'recording', 'Title', 'file.webm', 'video/webm', 's3',
                                    'disk', ${held}, ${size}, ${held})`,
      );
      await sql`
        update public.subscriptions set plan_id = (select id from public.plans where name = 'Starter')
         where user_id = ${owner}`;
      return refused;
    };
    expect(await keep(1000)).toBeUndefined();
    expect(await keep(1001)).toBe("storage_not_configured");
  }));

describe("minutes of subtitles", () => {
  const scene = (act: (sql: Sql, owner: string, run: string, reserve: Reserve) => Promise<void>) =>
    withOwner(async (sql, owner) => {
      const recording = await insertRecording(sql, owner);
      const [{ id = "" } = {}] = await sql<{ id: string }[]>`
        insert into public.subtitles (recording_id, status) values (${recording}, 'running') returning id`;
      const reserve: Reserve = (total, most, run = id) =>
        refusal(
          sql,
          (inner) => inner`select private.reserve_minutes(${owner}, ${run}, ${total}, ${most})`,
        );
      await act(sql, owner, id, reserve);
    });
  type Reserve = (total: number, most: number | null, run?: string) => Promise<string | undefined>;
  const used = async (sql: Sql, owner: string) =>
    (await sql`select private.subtitle_seconds(${owner}) as used`)[0]?.used;

  it("are promised once, up to what the month has, and those of another month are no part of it", () =>
    scene(async (sql, owner, run, reserve) => {
      expect(await reserve(100.5, 100)).toBe("subtitle_minutes");
      expect(await reserve(100, 100)).toBeUndefined();
      expect(await reserve(100, 100)).toBeUndefined();
      expect(await reserve(60, 100)).toBeUndefined();
      expect(await used(sql, owner)).toBe(100);
      expect(await reserve(1, 100, crypto.randomUUID())).toBe("subtitle_minutes");
      expect(await reserve(1, null, crypto.randomUUID())).toBeUndefined();
      expect(await used(sql, owner)).toBe(101);
      await sql`update private.subtitle_minutes set month = (month - interval '1 month')::date`;
      expect(await used(sql, owner)).toBe(0);
      expect(await reserve(130, 30)).toBeUndefined();
      expect(await used(sql, owner)).toBe(30);
      await sql`
        insert into private.subtitle_parts (subtitle_id, position, start_seconds, end_seconds, status)
        values (${run}, 0, 0, 110, 'done'), (${run}, 1, 110, 130, 'failed')`;
      for (let asked = 0; asked < 2; asked++) {
        await sql`select private.settle_minutes(${run})`;
        const settled = await sql`
          select settled_seconds as seconds from private.subtitle_minutes
           where subtitle_id = ${run} order by month`;
        expect(settled).toEqual([{ seconds: 100 }, { seconds: 10 }]);
      }
      expect(await reserve(120, 20)).toBeUndefined();
      expect(await used(sql, owner)).toBe(20);
    }));

  it("that do not reach for every part leave out the last ones, never what was heard", () =>
    scene(async (sql, owner, run) => {
      await sql`
        insert into private.subtitle_parts (subtitle_id, position, start_seconds, end_seconds, status)
        values (${run}, 0, 0, 30, 'waiting'), (${run}, 1, 30, 60, 'waiting'), (${run}, 2, 60, 90, 'done')`;
      await sql`select private.reserve_parts(${run}, 60)`;
      const parts = await sql`
        select status, error like 'Your 1 minutes of this month are used up.%' as said
          from private.subtitle_parts order by position`;
      expect(parts).toEqual([
        { status: "waiting", said: null },
        { status: "failed", said: true },
        { status: "done", said: null },
      ]);
      expect(await used(sql, owner)).toBe(60);
    }));

  it("come back, up to what was heard, where the original is removed meanwhile", () =>
    scene(async (sql, owner, run, reserve) => {
      await reserve(100, 100);
      await sql`
        insert into private.subtitle_parts (subtitle_id, position, start_seconds, end_seconds, status)
        values (${run}, 0, 0, 30, 'done'), (${run}, 1, 30, 100, 'waiting')`;
      await sql`
        select private.forget_original_cues(s.recording_id) from public.subtitles s where s.id = ${run}`;
      expect(await used(sql, owner)).toBe(30);
    }));
});

test("a run is tried again beside a translation into its language, and not beside another run", () =>
  withOwner(async (sql, owner) => {
    const recording = await insertRecording(sql, owner);
    const make = async (status: string, source: string | null = null) => {
      const [made] = await sql<{ id: string }[]>`
        insert into public.subtitles (recording_id, language, status, is_auto_generated, translated_from)
        values (${recording}, 'en', ${status}, true, ${source}) returning id`;
      return made?.id ?? "";
    };
    const failed = await make("failed");
    const again = () =>
      refusal(
        sql,
        (inner) => inner`
          select private.retry_transcription(${owner}, ${recording}, ${failed}, false, null)`,
      );
    const run = await make("running");
    expect(await again()).toBe("under_way");
    await sql`update public.subtitles set status = 'ready', language = 'de' where id = ${run}`;
    await make("running", run);
    expect(await again()).toBeUndefined();
  }));

test("a translation is begun once of each source, though all go into one language", () =>
  withOwner(async (sql, owner) => {
    const recording = await insertRecording(sql, owner);
    const source = async (language: string) => {
      const [made] = await sql<{ id: string }[]>`
        insert into public.subtitles (recording_id, language, status, cues)
        values (${recording}, ${language}, 'ready', '[{"start": 0, "end": 1, "text": "x"}]') returning id`;
      return made?.id ?? "";
    };
    const isNew = async (from: string) => {
      const [begun] = await sql`
        select is_new from private.begin_translation(${owner}, ${recording}, ${from}, 'de', false)`;
      return begun?.is_new;
    };
    const [english, french] = [await source("en"), await source("fr")];
    expect([await isNew(english), await isNew(english), await isNew(french)]).toEqual([
      ...[true, false, true],
    ]);
  }));
