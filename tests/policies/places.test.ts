import { describe, expect, it } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { personas } from "#tests/support/personas.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { refusal } from "#tests/support/refusal.ts";

const { rehearse } = await testDatabase();

const GB = 2 ** 30;

/** Two people, by their ids. */
const withPeople = (act: (sql: Sql, owner: string, other: string) => Promise<void>) =>
  rehearse(async (rehearsal) => {
    const { owner, other } = await personas(rehearsal);
    await rehearsal.asService((sql) => act(sql, owner.sub, other.sub));
  });

const connect = (sql: Sql, account: string, google = "google") => sql`
  insert into private.drive_connections (user_id, google_account, email, refresh_token)
  values (${account}, ${google}, 'ida@gmail.test', 'sealed')`;

const onPlan = (sql: Sql, account: string, plan: string) =>
  sql`select private.set_plan(${account}, (select id from public.plans where name = ${plan}))`;

describe("new recordings", () => {
  it("go where their owner chose, else where the plan has them, and without a drive they stay here", () =>
    withPeople(async (sql, owner) => {
      const destination = async () =>
        (await sql`select private.destination(${owner}) as place`)[0]?.place;
      const choose = (place: string | null) => sql`
        insert into public.preferences (user_id, preferred_storage) values (${owner}, ${place})
        on conflict (user_id) do update set preferred_storage = excluded.preferred_storage`;
      expect(await destination()).toBe("s3");
      await choose("google_drive");
      expect(await destination()).toBe("s3");
      await connect(sql, owner);
      expect(await destination()).toBe("google_drive");
      await choose("s3");
      expect(await destination()).toBe("s3");
      for (const none of ["local", null]) {
        await choose(none);
        expect(await destination()).toBe("google_drive");
      }
      await onPlan(sql, owner, "Pro");
      expect(await destination()).toBe("s3");
      await choose("google_drive");
      expect(await destination()).toBe("google_drive");
      await sql`select private.end_drive(${owner}, 'another token')`;
      expect(await destination()).toBe("google_drive");
      await sql`select private.end_drive(${owner}, 'sealed')`;
      expect(await destination()).toBe("s3");
    }));

  it("have a place by a plan with room or a price that stands, by a drive, or by the choice of this server", () =>
    withPeople(async (sql, owner, other) => {
      const hasPlace = async () => (await sql`select private.has_storage(${owner}) as has`)[0]?.has;
      const choose = (account: string, place: string) => sql`
        insert into public.preferences (user_id, preferred_storage) values (${account}, ${place})
        on conflict (user_id) do update set preferred_storage = excluded.preferred_storage`;
      await onPlan(sql, other, "Pro");
      await choose(other, "s3");
      await connect(sql, other, "another");
      await choose(owner, "google_drive");
      expect(await hasPlace(), "of the places of somebody else").toBe(false);
      await choose(owner, "s3");
      expect(await hasPlace()).toBe(true);
      await choose(owner, "local");
      expect(await hasPlace()).toBe(false);
      await connect(sql, owner);
      expect(await hasPlace()).toBe(true);
      await sql`delete from private.drive_connections where user_id = ${owner}`;
      const costs = (price_usd: number, storage_gb: number) =>
        sql`update public.plans set ${sql({ price_usd, storage_gb })} where name = 'Pro'`;
      await onPlan(sql, owner, "Pro");
      for (const [price, room, has] of [
        [0, 1, true],
        [5, 0, true],
        [0, 0, false],
      ] as const) {
        await costs(price, room);
        expect(await hasPlace()).toBe(has);
      }
      await costs(5, 1);
      await sql`update public.subscriptions set status = 'cancelled' where user_id = ${owner}`;
      expect(await hasPlace()).toBe(false);
    }));

  it("are at most eight gigabytes on their way to a drive, whatever way they are on", () =>
    withPeople(async (sql, owner, other) => {
      await connect(sql, owner);
      const room = async (left: number) =>
        expect([
          await refusal(sql, (inner) => inner`select app.assert_room(${owner}, ${left})`),
          await refusal(sql, (inner) => inner`select app.assert_room(${owner}, ${left + 1})`),
        ]).toEqual([undefined, "quota_exceeded"]);
      await room(8 * GB);
      const made = (status: string, size: number) => insertRecording(sql, owner, { status, size });
      await made("ready", 9 * GB);
      await made("failed", 9 * GB);
      await made("recording", 1);
      await made("uploading", 2);
      await made("processing", 4);
      await room(8 * GB - 7);
      const waiting = await made("ready", 8);
      await sql`insert into private.deliveries (recording_id, owner_id) values (${waiting}, ${owner})`;
      await sql`
        insert into public.uploads (owner_id, recording_id, kind, mime_type, length, received)
        values (${owner}, ${waiting}, 'import', 'video/mp4', 116, 100)`;
      await sql`
        insert into private.held_room (id, owner_id, bytes)
        values (gen_random_uuid(), ${owner}, 32), (gen_random_uuid(), ${other}, 64)`;
      await room(8 * GB - 7 - 8 - 16 - 32);
      await sql`update public.uploads set finished_at = now()`;
      await room(8 * GB - 7 - 8 - 32);
    }));

  it("have the room of the plan, less what is here and what is promised", () =>
    withPeople(async (sql, owner) => {
      const room = async (left: number) =>
        expect([
          await refusal(sql, (inner) => inner`select app.assert_room(${owner}, ${left})`),
          await refusal(sql, (inner) => inner`select app.assert_room(${owner}, ${left + 1})`),
        ]).toEqual([undefined, "quota_exceeded"]);
      await onPlan(sql, owner, "Starter");
      await room(25 * GB);
      const far = await insertRecording(sql, owner, { size: 1000, storage_type: "google_drive" });
      await insertRecording(sql, owner, { size: 10, storage_type: "s3" });
      await room(25 * GB - 10);
      const moving = (to: string, failed: string | null) => sql`
        update public.recordings set moving = ${sql.json({ to, percent: 0, failed })},
               move_id = gen_random_uuid() where id = ${far}`;
      await moving("google_drive", null);
      await room(25 * GB - 10);
      await moving("s3", "It broke.");
      await room(25 * GB - 10);
      await moving("s3", null);
      await room(25 * GB - 1010);
      await sql`update public.subscriptions set status = 'past_due' where user_id = ${owner}`;
      await room(25 * GB - 1010);
      await sql`update public.subscriptions set status = 'cancelled' where user_id = ${owner}`;
      const ask = () => refusal(sql, (inner) => inner`select app.assert_room(${owner}, 1)`);
      expect(await ask()).toBe("storage_not_configured");
    }));
});

describe("what lies in a drive", () => {
  it("can be reached while the same account is connected, and was lost for another reason before", () =>
    withPeople(async (sql, owner) => {
      await connect(sql, owner);
      const inDrive = async (key: string, missing: string | null, google = "google") => {
        const id = await insertRecording(sql, owner, {
          storage_type: "google_drive",
          filename: key,
        });
        await sql`
          insert into private.drive_files (storage_key, owner_id, google_account, file_id)
          values (${key}, ${owner}, ${google}, ${key})`;
        await sql`
          update public.recordings set store = 'drive', storage_key = ${key} where id = ${id}`;
        await sql`update public.recordings set missing = ${missing} where id = ${id}`;
      };
      await inDrive("here", null);
      await inDrive("trashed", "trashed");
      await inDrive("elsewhere", "disconnected", "former");
      const missing = async () =>
        Object.fromEntries(
          (await sql`select filename, missing from public.recordings`).map((row) => [
            row.filename,
            row.missing,
          ]),
        );
      await sql`select private.end_drive(${owner}, 'sealed')`;
      const gone = { here: "disconnected", trashed: "trashed", elsewhere: "disconnected" };
      expect(await missing()).toEqual(gone);
      await sql`
        update private.drive_connections set google_account = 'former', refresh_token = 'new', ended_at = null`;
      expect(await missing()).toEqual({ ...gone, elsewhere: null });
      await sql`update private.drive_connections set google_account = 'google'`;
      expect(await missing()).toEqual({ ...gone, here: null });
      await sql`delete from private.drive_connections`;
      expect(await missing()).toEqual(gone);
      await connect(sql, owner);
      expect(await missing()).toEqual({ ...gone, here: null });
      const ended = await sql`select refresh_token from private.revocations`;
      expect(ended).toEqual([{ refresh_token: "new" }]);
    }));

  it("is carried there by one at a time, and once", () =>
    withPeople(async (sql, owner) => {
      const id = await insertRecording(sql, owner, { storage_type: "s3", filename: "Film" });
      await sql`
        update public.recordings set store = 'disk', storage_key = 'key', missing = 'gone' where id = ${id}`;
      await sql`insert into private.deliveries (recording_id, owner_id) values (${id}, ${owner})`;
      const claim = () => sql`select filename, store, key from private.claim_delivery(${id}, 60)`;
      expect(await claim()).toEqual([{ filename: "Film", store: "disk", key: "key" }]);
      expect(await claim()).toEqual([]);
      await sql`update private.deliveries set claimed_until = now()`;
      expect(await claim()).toHaveLength(1);
      await sql`
        update public.recordings set store = 'drive', storage_type = 'google_drive' where id = ${id}`;
      expect(await sql`select missing from public.recordings`).toEqual([{ missing: null }]);
      await sql`update private.deliveries set claimed_until = now()`;
      expect(await claim()).toEqual([]);
      expect(await sql`select from private.deliveries`).toHaveLength(0);
    }));
});

describe("moves", () => {
  it("are one progress by their bytes, which never goes back and is whole only at the end", () =>
    withPeople(async (sql, owner) => {
      await onPlan(sql, owner, "Pro");
      const claims = (who: object) =>
        sql`select set_config('request.jwt.claims', ${JSON.stringify(who)}, true)`;
      const mine = async (what: string) => {
        await claims({ sub: owner });
        const rows = await sql.unsafe(`select * from app.${what}`);
        await claims({});
        return rows;
      };
      const sizes = [{ size: 600 }, { size: 300 }, { size: 100, status: "failed" }];
      for (const row of sizes) {
        const id = await insertRecording(sql, owner, row);
        await sql`update public.recordings set store = 'disk', storage_key = id where id = ${id}`;
      }
      await insertRecording(sql, owner, { status: "processing" });
      const progress = async () => (await mine("my_moves()"))[0];
      expect(await progress()).toBeUndefined();
      expect(await mine("my_movable('s3', 'cloud')")).toMatchObject([
        { recordings: 3, bytes: 1000 },
      ]);
      expect(await mine("my_movable('google_drive', 'cloud')")).toEqual([]);
      const begun = await sql`
        select id, move_id, size::int from private.begin_moves(${owner}, 's3', 'cloud', 1000)
         order by size desc`;
      const [first, second, third] = begun;
      expect(await mine("my_movable('s3', 'cloud')")).toMatchObject([{ recordings: 0 }]);
      const report = async (row: typeof first, percent: number, move = row?.move_id) =>
        (await sql`select private.report_move(${row?.id}, ${move}, ${percent}) as goes_on`)[0]
          ?.goes_on;
      expect(await report(first, 50)).toBe(true);
      const all = { storage_type: "s3", total: 3, moved: 0, failed: 0, percent: 30 };
      expect(await progress()).toEqual(all);
      expect(await report(first, 40)).toBe(true);
      expect(await report(first, 90, crypto.randomUUID())).toBe(false);
      expect(await progress()).toEqual(all);
      const finish = (row: typeof first) => sql`
        select private.finish_move(r.id, r.move_id, private.bytes_of(r), 'cloud', 'new ' || r.id, 's3')
          from public.recordings r where id = ${row?.id}`;
      await finish(first);
      expect(await progress()).toEqual({ ...all, moved: 1, percent: 60 });
      await sql`select private.fail_move(${second?.id}, ${second?.move_id}, 'It broke.')`;
      expect(await report(second, 99)).toBe(false);
      expect(await progress()).toEqual({ ...all, total: 2, moved: 1, failed: 1, percent: 85 });
      await report(third, 100);
      expect((await progress())?.percent).toBe(99);
      await finish(third);
      expect(await progress()).toEqual({ ...all, total: 0, moved: 0, failed: 1, percent: 0 });
      expect(await mine("my_movable('s3', 'cloud')")).toMatchObject([{ recordings: 1 }]);
      const again = (room: number | null) =>
        refusal(
          sql,
          (inner) => inner`select private.begin_moves(${owner}, 's3', 'cloud', ${room})`,
        );
      expect(await again(299)).toBe("no_room_there");
      expect(await again(300)).toBeUndefined();
      expect(await progress()).toEqual({ ...all, total: 1, percent: 0 });
    }));
});
