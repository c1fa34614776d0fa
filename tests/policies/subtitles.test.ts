import { describe, expect, it } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { type Rehearsal, testDatabase } from "#tests/support/database.ts";
import { type Role, type Stage, stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

const viewers: Role[] = ["viewer", "guest", "editor", "anonymousEditor", "invited", "unlocked"];

const said = '[{"start": 0, "end": 1, "text": "hello"}]';

async function withSubtitles(rehearsal: Rehearsal) {
  const set = await stage(rehearsal);
  await rehearsal.asService(
    (sql) => sql`
      insert into public.subtitles (recording_id, language, status, cues, is_auto_generated)
      values (${set.recording}, 'en', 'ready', ${said}::text::jsonb, true),
             (${set.recording}, 'de', 'running', ${said}::text::jsonb, true)
    `,
  );
  return set;
}

const ready = (sql: Sql, { recording }: Stage) =>
  sql`recording_id = ${recording} and language = 'en'`;
const running = (sql: Sql, { recording }: Stage) =>
  sql`recording_id = ${recording} and language = 'de'`;

describe("subtitles", () => {
  it("are read by whoever sees the recording, and before they are ready by its owner alone", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await withSubtitles(rehearsal);
      const may = await whoMay(rehearsal, set, {
        read: (sql) => sql`select 1 from public.subtitles where ${ready(sql, set)}`,
        follow: (sql) => sql`select 1 from public.subtitles where ${running(sql, set)}`,
      });
      expect(may).toEqual({ read: ["owner", "admin", ...viewers], follow: ["owner"] });
    });
  });

  it("are added and deleted by the recording's owner, and edited by them and by editors", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await withSubtitles(rehearsal);
      const may = await whoMay(rehearsal, set, {
        add: (sql) => sql`
          insert into public.subtitles (recording_id, language, cues)
          values (${set.recording}, 'fr', ${said}::text::jsonb) returning id`,
        "claim to have run": (sql) => sql`
          insert into public.subtitles (recording_id, is_auto_generated)
          values (${set.recording}, true) returning id`,
        edit: (sql) => sql`
          update public.subtitles set cues = '[]' where ${ready(sql, set)} returning id`,
        "edit what runs": (sql) => sql`
          update public.subtitles set cues = '[]' where ${running(sql, set)} returning id`,
        "call it ready": (sql) => sql`
          update public.subtitles set status = 'ready' where ${running(sql, set)} returning id`,
        delete: (sql) => sql`delete from public.subtitles where ${ready(sql, set)} returning id`,
        "give up a run": (sql) =>
          sql`delete from public.subtitles where ${running(sql, set)} returning id`,
      });
      expect(may).toEqual({
        add: ["owner"],
        "claim to have run": [],
        edit: ["owner", "editor"],
        "edit what runs": [],
        "call it ready": [],
        delete: ["owner"],
        "give up a run": ["owner"],
      });
    });
  });

  it("are found by what is said in them by their owner alone, whoever else may read them", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await withSubtitles(rehearsal);
      await rehearsal.asService(
        (sql) => sql`
          insert into public.subtitles (recording_id, cues)
          values (${set.otherRecording}, ${said.replace("hello", "bye")}::text::jsonb)`,
      );
      const may = await whoMay(rehearsal, set, {
        find: (sql) => sql`
          select 1 from app.recordings_saying('hello') id where id = ${set.recording}`,
        "read moments": (sql) => sql`
          select 1 from app.moments_saying('hello', array[${set.recording}::uuid], 3)`,
      });
      expect(may).toEqual({ find: ["owner"], "read moments": ["owner"] });
    });
  });

  it("are marked as edited when people edit them, not when a job writes", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await withSubtitles(rehearsal);
      const read = (sql: Sql) => sql`
        select is_edited, version from public.subtitles where ${ready(sql, set)}`;
      await rehearsal.asService((sql) => sql`update public.subtitles set cues = '[]'`);
      expect(await rehearsal.asService(read)).toEqual([{ is_edited: false, version: 2 }]);
      await rehearsal.as(set.cast.editor)(
        (sql) => sql`
          update public.subtitles set cues = ${said}::text::jsonb where ${ready(sql, set)}`,
      );
      expect(await rehearsal.asService(read)).toEqual([{ is_edited: true, version: 3 }]);
    });
  });
});
