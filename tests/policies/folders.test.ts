import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

test("a folder is its owner's alone, whoever sees a recording in it", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const { recording } = set;
    const id = crypto.randomUUID();
    await rehearsal.asService(async (sql) => {
      await sql`insert into public.folders (id, owner_id, name) values (${id}, ${set.id("owner")}, 'Talks')`;
      await sql`update public.recordings set folder_id = ${id} where id = ${recording}`;
    });
    const may = await whoMay(rehearsal, set, {
      see: (sql) => sql`select 1 from public.folders where id = ${id}`,
      "make one in it": (sql) =>
        sql`insert into public.folders (name, parent_id) values ('x', ${id}) returning id`,
      "make one in the owner's name": (sql) =>
        sql`insert into public.folders (name, owner_id) values ('x', ${set.id("owner")}) returning id`,
      rename: (sql) => sql`update public.folders set name = 'x' where id = ${id} returning id`,
      "give away": (sql) =>
        sql`update public.folders set owner_id = ${set.id("other")} where id = ${id} returning id`,
      remove: (sql) => sql`delete from public.folders where id = ${id} returning id`,
      "move a recording into it": (sql) =>
        sql`select app.move_to_folder(array[${recording}::uuid], ${id})`,
      "move a recording out of it": (sql) =>
        sql`select app.move_to_folder(array[${recording}::uuid], null)`,
      "move past the act": (sql) =>
        sql`update public.recordings set folder_id = null where id = ${recording} returning id`,
      "delete with its videos": (sql) => sql`select app.delete_folder(${id}, 'trash')`,
    });
    expect(Object.fromEntries(Object.entries(may).filter(([, roles]) => roles.length > 0))).toEqual(
      {
        see: ["owner"],
        "make one in it": ["owner"],
        rename: ["owner"],
        "move a recording into it": ["owner"],
        "move a recording out of it": ["owner"],
        "delete with its videos": ["owner"],
      },
    );
  });
});

test("a recording lies in no folder of another account, whoever writes it", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    await expect(
      rehearsal.asService(async (sql) => {
        const [folder] = await sql`
          insert into public.folders (owner_id, name) values (${set.id("other")}, 'Theirs') returning id`;
        await sql`update public.recordings set folder_id = ${folder?.id} where id = ${set.recording}`;
      }),
    ).rejects.toMatchObject({ code: "23503" });
  });
});
