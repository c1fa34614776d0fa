import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

test("moves are written by nobody but the server, and only for the recording's own account", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const { recording, id } = set;
    const moving = { to: "s3", percent: 0, failed: null };
    const move = crypto.randomUUID();
    await rehearsal.asService(async (sql) => {
      await sql`update public.recordings set store = 'elsewhere', storage_key = 'aa/' || id`;
      await sql`
        update public.recordings set moving = ${sql.json(moving)}, move_id = ${move}
         where id = ${recording}
      `;
      await sql`
        insert into private.former_files (recording_id, store, storage_key)
        values (${recording}, 'disk', 'key')
      `;
    });
    const may = await whoMay(rehearsal, set, {
      "see their own moves": (sql) => sql`select 1 from app.my_moves() where total > 0`,
      "see what they could move": (sql) =>
        sql`select 1 from app.my_movable('s3', 'disk') where recordings > 0`,
      "write one": (sql) =>
        sql`update public.recordings set moving = null, move_id = null where id = ${recording} returning id`,
      "begin one": (sql, who) => sql`
        select private.begin_move(${id(who) || null}, ${recording}, 's3', 'disk', null, ${move})
      `,
      "begin all": (sql, who) => sql`
        select private.begin_moves(${id(who) || null}, 's3', 'disk', null)
      `,
      "end one": (sql, who) => sql`select private.end_moves(${id(who) || null}, ${recording})`,
      "say that one has ended": (sql) => sql`
        select private.finish_move(${recording}, ${move}, '[]', 'disk', 'key', 'local')
      `,
      "see where it was": (sql) => sql`select 1 from private.former_files`,
      "see the whole of a progress": (sql) => sql`select 1 from private.move_runs`,
    });
    expect(may).toEqual({
      "see their own moves": ["owner"],
      // The answer is for the account, whichever link it came by: its own recording waits, and nobody else's.
      "see what they could move": ["other", "guest", "editor", "uninvited"],
      "write one": [],
      "begin one": [],
      "begin all": [],
      "end one": [],
      "say that one has ended": [],
      "see where it was": [],
      "see the whole of a progress": [],
    });
  });
});

test("the server moves no recording for an account that does not own it", async () => {
  await database.rehearse(async (rehearsal) => {
    const { recording, id } = await stage(rehearsal);
    await rehearsal.asService(async (sql) => {
      await sql`update public.recordings set store = 'elsewhere', storage_key = 'aa/' || id`;
      const begin = (who: "other" | "admin" | "owner") => sql`
        select id from private.begin_move(
          ${id(who)}, ${recording}, 's3', 'disk', null, ${crypto.randomUUID()})
      `;
      expect([await begin("other"), await begin("admin")]).toEqual([[], []]);
      const all = await sql`select id from private.begin_moves(${id("other")}, 's3', 'disk', null)`;
      expect(all.map((row) => row.id)).not.toContain(recording);
      expect(await begin("owner")).toHaveLength(1);
      expect(await sql`select id from private.end_moves(${id("other")}, ${recording})`).toEqual([]);
      expect(await sql`select id from private.end_moves(${id("owner")})`).toHaveLength(1);
    });
  });
});

test("a file keeps its tag however often it is moved: its bytes are the same", async () => {
  await database.rehearse(async (rehearsal) => {
    const { recording } = await stage(rehearsal);
    const moveTo = (key: string) =>
      rehearsal.asService(async (sql) => {
        const move = crypto.randomUUID();
        await sql`
          update public.recordings set move_id = ${move},
                 moving = ${sql.json({ to: "s3", percent: 0, failed: null })}
           where id = ${recording}
        `;
        const [ended] = await sql`
          select private.finish_move(r.id, ${move}, private.bytes_of(r), 'cloud', ${key}, 's3') as done
            from public.recordings r where r.id = ${recording}
        `;
        expect(ended).toEqual({ done: true });
      });
    await rehearsal.asService(
      (sql) => sql`
        update public.recordings set store = 'disk', storage_key = 'aa/first' where id = ${recording}
      `,
    );
    await moveTo("bb/second");
    await moveTo("cc/third");
    const [row] = await rehearsal.asService(
      (sql) => sql`select storage_key, file_tag from public.recordings where id = ${recording}`,
    );
    expect(row).toEqual({ storage_key: "cc/third", file_tag: "aa/first" });
  });
});
