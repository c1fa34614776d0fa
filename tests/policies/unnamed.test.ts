import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";

const { rehearse } = await testDatabase();

/** The act, and the column that says whose a row is: a person's, or of a person's recording. */
const acts: [act: string, table: string, column: string][] = [
  ["delete from public.sessions", "sessions", "user_id"],
  ["delete from public.shares", "shares", "owner_id"],
  ["delete from public.comments", "comments", "recording_id"],
  ["delete from public.reactions", "reactions", "recording_id"],
  ["delete from public.subtitles", "subtitles", "recording_id"],
  ["delete from public.chapters", "chapters", "recording_id"],
  ["update public.users set last_active_at = '2026-01-01'", "users", "id"],
  ["update public.preferences set include_audio = false", "preferences", "user_id"],
  ["update public.recordings set filename = 'Mine'", "recordings", "owner_id"],
  ["update public.shares set label = 'Mine'", "shares", "owner_id"],
  ["update public.comments set content = 'Mine'", "comments", "recording_id"],
  [
    `update public.subtitles set cues = '[{"start": 0, "end": 1, "text": "Mine"}]'`,
    "subtitles",
    "recording_id",
  ],
  ["update public.notices set read_at = now()", "notices", "user_id"],
];

// A condition or a returned column asks the policy of looking as well, which would hide what this one lets through.
test.each(acts)("%s, of no row by name, leaves alone what is another's", (act, table, column) =>
  rehearse(async (rehearsal) => {
    const { cast, recording, id } = await stage(rehearsal);
    const owner = id("owner");
    const theirs = () =>
      rehearsal.asService(
        (sql) => sql`
          select t from ${sql(`public.${table}`)} t
           where ${sql(column)} = ${column === "recording_id" ? recording : owner}`,
      );
    await rehearsal.asService(async (sql) => {
      await sql`
        insert into public.comments (recording_id, author_id, content) values (${recording}, ${owner}, 'x')`;
      await sql`
        insert into public.reactions (recording_id, user_id, emoji) values (${recording}, ${owner}, '🔥')`;
      await sql`insert into public.subtitles (recording_id, language) values (${recording}, 'en')`;
      await sql`
        insert into public.chapters (recording_id, at_seconds, title) values (${recording}, 0, 'x')`;
      await sql`
        insert into public.notices (user_id, kind, recording_id) values (${owner}, 'first_view', ${recording})`;
      await sql`insert into public.preferences (user_id) values (${owner}) on conflict do nothing`;
    });
    const before = await theirs();
    expect(before.length).toBeGreaterThan(0);
    await rehearsal.as(cast.other)((sql) => sql.unsafe(act));
    expect(await theirs()).toEqual(before);
  }),
);
