import { describe, expect, it, test } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { persona, personas } from "#tests/support/personas.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const { rehearse } = await testDatabase();

/** A recording of `owner`, for the facts that the database keeps about it by itself. */
const withRecording = (act: (sql: Sql, recording: string, owner: string) => Promise<void>) =>
  rehearse(async (rehearsal) => {
    const { owner } = await personas(rehearsal);
    await rehearsal.asService(async (sql) => {
      await act(sql, await insertRecording(sql, owner.sub), owner.sub);
    });
  });

const usageOf = async (sql: Sql, account: string) =>
  (
    await sql`
      select used_bytes::int as used, drive_bytes::int as drive, recording_count as many
        from public.storage_usage where user_id = ${account}`
  )[0];

describe("a recording", () => {
  it("was changed by what is done to it, not by what is said of it or by being seen", () =>
    withRecording(async (sql, recording, owner) => {
      const changed = async (change: () => Promise<unknown>) => {
        await sql`alter table public.recordings disable trigger touch_recording`;
        await sql`update public.recordings set updated_at = '2020-01-01'`;
        await sql`alter table public.recordings enable trigger touch_recording`;
        await change();
        const [row] = await sql`
          select updated_at = now() as changed from public.recordings where id = ${recording}`;
        return row?.changed;
      };
      expect(
        await changed(
          () => sql`
            insert into public.comments (recording_id, author_id, content)
            values (${recording}, ${owner}, 'x')`,
        ),
      ).toBe(false);
      expect(
        await changed(
          () => sql`
            insert into public.reactions (recording_id, user_id, emoji)
            values (${recording}, ${owner}, '🔥')`,
        ),
      ).toBe(false);
      expect(await changed(() => sql`update public.recordings set view_count = 1`)).toBe(false);
      expect(await changed(() => sql`update public.recordings set play_count = 1`)).toBe(false);
      expect(await changed(() => sql`update public.recordings set filename = 'New'`)).toBe(true);
      expect(await changed(() => sql`update public.recordings set progress = 3`)).toBe(true);
    }));

  it("is spelled as most write, in both of its names, when it is made and when it is renamed", () =>
    withRecording(async (sql, _, owner) => {
      const spelled = async (recording: string) =>
        (
          await sql`select filename, original_filename from public.recordings where id = ${recording}`
        )[0];
      const made = { filename: "Cafe\u0301", original_filename: "e\u0301.mp4" };
      const recording = await insertRecording(sql, owner, made);
      expect(await spelled(recording)).toEqual({
        filename: "Caf\u00e9",
        original_filename: "\u00e9.mp4",
      });
      await sql`
        update public.recordings set filename = ${"u\u0308"}, original_filename = ${"o\u0308"}
         where id = ${recording}`;
      expect(await spelled(recording)).toEqual({ filename: "\u00fc", original_filename: "\u00f6" });
    }));

  it("lets go of its file, its picture, its contact sheet and the parts of its upload", () =>
    withRecording(async (sql, recording, owner) => {
      await sql`
        update public.recordings set store = 'disk', storage_key = 'file', thumbnail_store = 'cloud',
               thumbnail_key = 'picture', contact_sheet_store = 'far', contact_sheet_key = 'sheet',
               contact_sheet = '{}' where id = ${recording}`;
      await sql`
        with upload as (
          insert into public.uploads (owner_id, recording_id, kind, mime_type)
          values (${owner}, ${recording}, 'import', 'video/mp4') returning id)
        insert into private.upload_parts (upload_id, start, size, store, storage_key)
        select id, 0, 5, 'disk', 'part' from upload`;
      await sql`
        insert into private.former_files (recording_id, store, storage_key)
        values (${recording}, 'disk', 'former')`;
      await sql`
        insert into private.loose_objects (store, storage_key, due_at)
        values ('disk', 'loose', now()), ('disk', 'file', now() + interval '1 day')`;
      const keys = ["file", "picture", "sheet", "part", "former", "loose", "unknown"];
      const nobodyNames = async (store: string) => {
        const found = await sql`select private.objects_nobody_names(${store}, ${keys}) as key`;
        return new Set(found.map(({ key }) => key));
      };
      expect(await nobodyNames("disk")).toEqual(new Set(["picture", "sheet", "unknown"]));
      expect(await nobodyNames("cloud")).toEqual(new Set(keys.filter((key) => key !== "picture")));
      expect(await nobodyNames("far")).toEqual(new Set(keys.filter((key) => key !== "sheet")));
      const named = (store: string, key: string, most: number) =>
        sql`select store || ' ' || key as at from private.objects_named(${store}, ${key}, ${most})`;
      const at = async (...after: [string, string, number]) =>
        (await named(...after)).map((row) => row.at);
      expect(await at("", "", 9)).toEqual(["cloud picture", "disk file", "disk part", "far sheet"]);
      expect(await at("", "", 2)).toEqual(["cloud picture", "disk file"]);
      expect(await at("disk", "file", 9)).toEqual(["disk part", "far sheet"]);

      await sql`delete from public.recordings where id = ${recording}`;
      const loose = await sql`
        select store || ' ' || storage_key as at from private.loose_objects
         where due_at = now() order by 1`;
      expect(loose.map((row) => row.at)).toEqual([
        "cloud picture",
        "disk file",
        "disk former",
        "disk loose",
        "disk part",
        "far sheet",
      ]);
    }));

  it("that is shown uncut again lets go of the cut and of the drawn picture, and keeps its own", () =>
    withRecording(async (sql, recording) => {
      await sql`
        update public.recordings set store = 'disk', storage_key = 'film', thumbnail_store = 'disk',
               thumbnail_key = 'drawn', thumbnail_path = '/drawn' where id = ${recording}`;
      await sql`
        insert into private.edits (recording_id, kept, shown, shown_at, original)
        select r.id, '[]', '[]', now(), private.film_of(r)
          from public.recordings r where r.id = ${recording}`;
      await sql`
        update public.recordings set storage_key = 'cut', thumbnail_key = 'own',
               thumbnail_path = '/own', own_thumbnail = true where id = ${recording}`;
      await sql`delete from private.loose_objects`;
      await sql`select private.show_film(${recording}, null, null)`;
      const loose = await sql`select storage_key as key from private.loose_objects order by 1`;
      expect([...loose]).toEqual([{ key: "cut" }, { key: "drawn" }]);
      const [shown] = await sql`
        select storage_key, thumbnail_key, thumbnail_path from public.recordings`;
      expect(shown).toEqual({ storage_key: "film", thumbnail_key: "own", thumbnail_path: "/own" });
      const [dated] = await sql`
        select shown_at = date_trunc('second', now()) + interval '1 second' as later
          from private.edits`;
      expect(
        dated,
        "the dates of two films differ by a second, of which HTTP knows no parts",
      ).toEqual({ later: true });
    }));

  it("whose cut is shown goes to its owner's drive, however often the film before was tried", () =>
    withRecording(async (sql, recording, owner) => {
      await sql`
        insert into private.drive_connections (user_id, google_account, email, refresh_token)
        values (${owner}, '07', 'owner@gmail.test', 'sealed')`;
      await sql`insert into public.preferences (user_id, preferred_storage) values (${owner}, 'google_drive')`;
      await sql`
        update public.recordings set store = 'disk', storage_key = 'film' where id = ${recording}`;
      await sql`insert into private.edits (recording_id, kept) values (${recording}, '[]')`;
      await sql`
        insert into private.deliveries (recording_id, owner_id, tries, due_at)
        values (${recording}, ${owner}, 5, now() + interval '1 day')
        on conflict (recording_id) do update set tries = 5, due_at = excluded.due_at`;
      const cut = { store: "disk", storage_key: "cut", storage_type: "local", thumbnail_key: null };
      await sql`select private.show_film(${recording}, ${sql.json(cut)}, '[]')`;
      const [delivery] = await sql`select tries, due_at = now() as due from private.deliveries`;
      expect(delivery).toEqual({ tries: 0, due: true });
    }));

  it.each([
    ["can be had with the drive that its original lies in", "google", null],
    ["waits for that drive where another one is connected", "another", "disconnected"],
  ])("that is shown uncut again %s", (_, account, missing) =>
    withRecording(async (sql, recording, owner) => {
      await sql`
        insert into private.drive_connections (user_id, google_account, email, refresh_token)
        values (${owner}, ${account}, 'owner@gmail.test', 'sealed')`;
      await sql`
        insert into private.drive_files (storage_key, owner_id, google_account, file_id)
        values ('film', ${owner}, 'google', 'film')`;
      await sql`
        update public.recordings set storage_type = 'google_drive', store = 'drive', storage_key = 'film'`;
      await sql`
        insert into private.edits (recording_id, kept, shown, original)
        select r.id, '[]', '[]', private.film_of(r) from public.recordings r where r.id = ${recording}`;
      await sql`
        update public.recordings set storage_type = 'local', store = 'disk', storage_key = 'cut'`;
      await sql`select private.show_film(${recording}, null, null)`;
      const shown = await sql`select storage_key, missing from public.recordings`;
      expect(shown).toEqual([{ storage_key: "film", missing }]);
    }),
  );

  it("is where it was found again, and counts for what it is in the cloud and on a drive", () =>
    withRecording(async (sql, recording, owner) => {
      const usage = () => usageOf(sql, owner);
      expect(await usage()).toEqual({ used: 1000, drive: 0, many: 1 });
      await sql`
        update public.recordings set storage_type = 'google_drive', store = 'drive', storage_key = 'k',
               missing = 'trashed'`;
      await sql`update public.recordings set progress = 5`;
      expect(await usage()).toEqual({ used: 0, drive: 1000, many: 1 });
      await sql`update public.recordings set size = 700`;
      expect(await usage()).toEqual({ used: 0, drive: 700, many: 1 });
      await sql`update public.recordings set storage_type = 's3', store = 'cloud'`;
      expect(await usage()).toEqual({ used: 700, drive: 0, many: 1 });
      const [{ missing } = {}] = await sql`select missing from public.recordings`;
      expect(missing).toBeNull();
      await sql`update public.recordings set missing = 'gone', store = store`;
      const [row] = await sql`select missing from public.recordings`;
      expect(row?.missing).toBe("gone");
      await sql`delete from public.recordings where id = ${recording}`;
      expect(await usage()).toEqual({ used: 0, drive: 0, many: 0 });
    }));
});

test("an original counts beside its cut for where it lies, for as long as it is there", () =>
  withRecording(async (sql, recording, owner) => {
    const lies = (storage_type: string) => ({ size: 300, storage_type });
    await sql`
      insert into private.edits (recording_id, kept, shown, original)
      values (${recording}, '[]', '[]', ${sql.json(lies("s3"))})`;
    expect(await usageOf(sql, owner)).toEqual({ used: 1300, drive: 0, many: 1 });
    await sql`update private.edits set original = ${sql.json(lies("google_drive"))}`;
    expect(await usageOf(sql, owner)).toEqual({ used: 1000, drive: 300, many: 1 });
    await sql`update private.edits set shown = null, original = null`;
    expect(await usageOf(sql, owner)).toEqual({ used: 1000, drive: 0, many: 1 });
  }));

describe("a bucket", () => {
  it("gives what has come in since, says how long until there is more, and takes back no more than it holds", () =>
    rehearse(async ({ asService }) => {
      await asService(async (sql) => {
        const take = async (bucket = "mine") => {
          const [row] =
            await sql`select private.take_token(${bucket}, 4, interval '1 hour') as wait`;
          return Number(row?.wait);
        };
        const wait = (minutes: number) => sql`
          update private.buckets set refilled_at = clock_timestamp() - make_interval(mins => ${minutes})`;
        for (let taken = 0; taken < 4; taken++) expect(await take()).toBe(0);
        const whole = await take();
        expect(whole).toBeGreaterThan(850);
        expect(whole).toBeLessThanOrEqual(900); // a fourth of an hour for each
        expect(await take("another")).toBe(0);
        await wait(14);
        const rest = await take();
        expect(rest).toBeGreaterThan(10);
        expect(rest).toBeLessThanOrEqual(60);
        await wait(31);
        expect([await take(), await take()]).toEqual([0, 0]);
        expect(await take()).toBeGreaterThan(0);
        await sql`select private.give_token('mine', 4)`;
        expect(await take()).toBe(0);
        expect(await take()).toBeGreaterThan(0);
        for (let given = 0; given < 9; given++) await sql`select private.give_token('mine', 4)`;
        const [row] = await sql`select tokens from private.buckets where name = 'mine'`;
        expect(row).toEqual({ tokens: 4 });
        const [other] = await sql`select tokens from private.buckets where name = 'another'`;
        expect(other).toEqual({ tokens: 3 });
      });
    }));
});

describe("words of a language", () => {
  it("are brought to their stems by the rules of that language, or stay as they are", () =>
    rehearse(async ({ asService }) => {
      const known =
        "ar hy eu ca da nl en fi fr de el hi hu id ga it lt ne no nn pt ro ru sr es sv ta tr yi";
      const names = new Intl.DisplayNames("en", { type: "language" });
      for (const language of [...known.split(" "), "pl", "ja"]) {
        const [row] = await asService(
          (sql) => sql`select private.words_of(${language})::text as rules`,
        );
        const [name = ""] = (names.of(language) ?? "").toLowerCase().split(" ");
        expect(row?.rules, language).toBe(known.includes(language) ? name : "simple");
      }
    }));
});

test("an account that is made, suspended or not, has a plan and a counter", () =>
  rehearse(async (rehearsal) => {
    const first = await persona(rehearsal, "First Person");
    await rehearsal.asService(async (sql) => {
      const [kept] = await sql`
        select s.plan_id is not null as on_plan, u.used_bytes::int
          from public.subscriptions s join public.storage_usage u using (user_id)
         where user_id = ${first.sub}`;
      expect(kept).toEqual({ on_plan: true, used_bytes: 0 });
    });
  }));
