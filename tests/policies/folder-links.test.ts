import { expect, test } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { type Rehearsal, testDatabase } from "#tests/support/database.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { type Stage, stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

/** The people for whom a link opens; nobody edits through a folder's. */
const viewers = ["viewer", "guest", "invited", "unlocked"];

/** The same people, whose links to watch lead to a folder with the recording; beside it lies a second one. */
async function inFolder(rehearsal: Rehearsal): Promise<Stage & { folder: string; below: string }> {
  const set = await stage(rehearsal);
  const [folder, under] = [crypto.randomUUID(), crypto.randomUUID()];
  return rehearsal.asService(async (sql) => {
    await sql`
      insert into public.folders (id, owner_id, name, parent_id) values
        (${folder}, ${set.id("owner")}, 'Talks', null), (${under}, ${set.id("owner")}, 'Old', ${folder})`;
    const below = await insertRecording(sql, set.id("owner"), { filename: "Below" });
    await sql`update public.recordings set folder_id = ${under} where id = ${below}`;
    await sql`update public.recordings set folder_id = ${folder} where id = ${set.recording}`;
    await sql`
      update public.shares set recording_id = null, folder_id = ${folder}
       where recording_id = ${set.recording} and permission_type = 'view'`;
    return { ...set, folder, below };
  });
}

test("a folder's link opens what lies directly in it, and changes nothing of it", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await inFolder(rehearsal);
    const { recording, below } = set;
    const may = await whoMay(rehearsal, set, {
      view: (sql) => sql`select 1 where app.can_view_recording(${recording})`,
      see: (sql) => sql`select 1 from public.recordings where id = ${recording}`,
      edit: (sql) => sql`select 1 where app.can_edit_recording(${recording})`,
      download: (sql) => sql`select 1 where app.can_download_recording(${recording})`,
      "see what lies further below": (sql) =>
        sql`select 1 from public.recordings where id = ${below}`,
      rename: (sql) =>
        sql`update public.recordings set filename = 'x' where id = ${recording} returning id`,
      "see the folder": (sql) => sql`select 1 from public.folders where id = ${set.folder}`,
      "read what a link opens": (sql) =>
        sql`select 1 from public.shares s cross join lateral private.recordings_of(s) r`,
    });
    expect(may).toEqual({
      view: ["owner", "admin", ...withEditors],
      see: ["owner", "admin", ...withEditors],
      edit: ["owner", "editor"],
      download: ["owner", "admin", "editor"],
      "see what lies further below": ["owner", "admin"],
      rename: ["owner", "editor"],
      "see the folder": ["owner"],
      "read what a link opens": [],
    });
  });
});

/** Whose link is still one to the recording itself. */
const withEditors = ["viewer", "guest", "editor", "anonymousEditor", "invited", "unlocked"];

const leaves: Record<string, (sql: Sql, of: { recording: string }) => Promise<unknown>> = {
  "leaves the folder": (sql, { recording }) =>
    sql`update public.recordings set folder_id = null where id = ${recording}`,
  "lies in the trash": (sql, { recording }) =>
    sql`update public.recordings set deleted_at = now(), purge_at = now() where id = ${recording}`,
  "is hidden while it is edited": (sql, { recording }) =>
    sql`insert into private.edits (recording_id, kept, hides) values (${recording}, '[]', true)`,
  "is still being recorded": (sql, { recording }) =>
    sql`update public.recordings set status = 'recording' where id = ${recording}`,
};

test.each(Object.entries(leaves))(
  "what %s is closed for all of the folder's link",
  async (_, leave) => {
    await database.rehearse(async (rehearsal) => {
      const set = await inFolder(rehearsal);
      await rehearsal.asService((sql) => leave(sql, set));
      const may = await whoMay(rehearsal, set, {
        view: (sql) => sql`select 1 where app.can_view_recording(${set.recording})`,
        see: (sql) => sql`select 1 from public.recordings where id = ${set.recording}`,
        open: (sql) => sql`select 1 from app.opened_share() where folder_id is not null`,
      });
      for (const role of viewers) {
        expect(may.view).not.toContain(role);
        expect(may.see).not.toContain(role);
        expect(may.open, "the folder itself is still there").toContain(role);
      }
    });
  },
);

test("links to a folder are seen, made, changed and revoked by its owner alone", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await inFolder(rehearsal);
    const { folder } = set;
    const may = await whoMay(rehearsal, set, {
      see: (sql) => sql`select 1 from public.shares where folder_id = ${folder}`,
      make: (sql) => sql`insert into public.shares (folder_id) values (${folder}) returning id`,
      change: (sql) =>
        sql`update public.shares set label = 'x' where folder_id = ${folder} returning id`,
      "move to another folder": (sql) =>
        sql`update public.shares set folder_id = gen_random_uuid() where folder_id = ${folder} returning id`,
      revoke: (sql) => sql`delete from public.shares where folder_id = ${folder} returning id`,
      order: (sql) =>
        sql`update public.folders set ordered = array[${set.recording}::uuid] where id = ${folder} returning id`,
    });
    const owner = ["owner"];
    expect(may).toEqual({
      ...{ see: owner, make: owner, change: owner, "move to another folder": [] },
      ...{ revoke: owner, order: owner },
    });
  });
});

test.each([
  ["to edit", (folder: string) => ({ folder_id: folder, permission_type: "edit" })],
  ["to nothing", () => ({})],
  [
    "to a recording as well",
    (folder: string, recording_id: string) => ({ folder_id: folder, recording_id }),
  ],
])("a link %s is none to a folder, whoever writes it", async (_, columns) => {
  await database.rehearse(async (rehearsal) => {
    const { folder, recording, id } = await inFolder(rehearsal);
    const made = rehearsal.asService(
      (sql) =>
        sql`insert into public.shares ${sql({ owner_id: id("owner"), ...columns(folder, recording) })}`,
    );
    await expect(made).rejects.toMatchObject({ code: "23514" });
  });
});
