import { expect, test } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { type Role, stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();
const viewers = ["viewer", "guest", "editor", "anonymousEditor", "invited", "unlocked"];

test("uploads are seen by whoever sends them, and written by nobody", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const { recording, id } = set;
    const upload = await rehearsal.asService(async (sql) => {
      const [made] = await sql<{ id: string }[]>`
        insert into public.uploads (owner_id, recording_id, kind, mime_type)
        values (${id("owner")}, ${recording}, 'recording', 'video/webm') returning id
      `;
      return made?.id ?? "";
    });
    const may = await whoMay(rehearsal, set, {
      see: (sql) => sql`select 1 from public.uploads where id = ${upload}`,
      begin: (sql, who) => sql`
        insert into public.uploads (owner_id, recording_id, kind, mime_type)
        values (${id(who) || null}, ${recording}, 'recording', 'video/webm') returning id
      `,
      change: (sql) =>
        sql`update public.uploads set received = 5 where id = ${upload} returning id`,
      drop: (sql) => sql`delete from public.uploads where id = ${upload} returning id`,
      "see its parts": (sql) => sql`select 1 from private.upload_parts`,
      "see what is to be removed": (sql) => sql`select 1 from private.loose_objects`,
      "append to it": (sql, who) => sql`
        select private.append_part(${id(who) || null}, ${upload}, 0, 0, 1, 'disk', 'key')
      `,
    });
    expect(may).toEqual({
      see: ["owner"],
      begin: [],
      change: [],
      drop: [],
      "see its parts": [],
      "see what is to be removed": [],
      "append to it": [],
    });
  });
});

test("a recording's bytes are found by whoever may see it, its picture is set by its owner", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const { recording, otherRecording, id } = set;
    const noted = (key: string, who: Role) =>
      rehearsal.asService(
        (sql) => sql`
          insert into private.loose_objects (store, storage_key, due_at, account)
          values ('disk', ${key}, now() + interval '1 day', ${id(who)})`,
      );
    await noted("key", "owner");
    await noted("other's", "other");
    await rehearsal.asService(
      (sql) => sql`
        update public.recordings set thumbnail_store = 'disk', thumbnail_key = 'in use'
         where id = ${otherRecording}`,
    );
    const setPicture = (key: string) => (sql: Sql) =>
      sql`select 1 from app.set_thumbnail(${recording}, 'disk', ${key}, true, null, null)`;
    const setMoments = (key: string) => (sql: Sql) =>
      sql`select 1 from app.set_contact_sheet(${recording}, 'disk', ${key}, 3, 2, 160, 90)`;
    const may = await whoMay(rehearsal, set, {
      "open the bytes": (sql) => sql`select 1 from app.open_media(${recording})`,
      "open them to download": (sql) =>
        sql`select 1 from app.open_media(${recording}) where can_download`,
      "set the picture": setPicture("key"),
      "set the pictures of its moments": setMoments("key"),
      "set a picture that somebody else brought": setPicture("other's"),
      "set pictures that somebody else brought": setMoments("other's"),
      "set a picture that another recording has": setPicture("in use"),
      "set pictures that another recording has": setMoments("in use"),
      "set them past the policies": (sql) =>
        sql`select 1 from private.place_contact_sheet(${recording}, 'disk', 'key', 3, 2, 160, 90)`,
      "set one past the policies": (sql) =>
        sql`select 1 from private.place_thumbnail(${recording}, 'disk', 'key', true)`,
    });
    expect(may).toEqual({
      "open the bytes": ["owner", "admin", ...viewers],
      "open them to download": ["owner", "admin", "editor"],
      "set the picture": ["owner"],
      "set the pictures of its moments": ["owner"],
      "set a picture that somebody else brought": [],
      "set pictures that somebody else brought": [],
      "set a picture that another recording has": [],
      "set pictures that another recording has": [],
      "set them past the policies": [],
      "set one past the policies": [],
    });
  });
});
