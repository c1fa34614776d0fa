import { expect, test } from "vitest";
import { readMarks } from "#api/features/discussion/read-marks.ts";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const database = await testDatabase();
const { pool } = database;

test("the seek bar has the first two thousand moments, and no other recording's", async () => {
  const owner = await newAccount(database);
  const [recording, other] = [
    await recordingOf(database, owner),
    await recordingOf(database, owner),
  ];
  await pool`
    insert into public.comments (recording_id, author_id, content, at_seconds)
    select ${recording}, ${owner.id}, 'here', n from generate_series(2000, 0, -1) n`;
  await pool`
    insert into public.comments (recording_id, author_id, content, at_seconds)
    values (${recording}, ${owner.id}, 'nowhere', null), (${other}, ${owner.id}, 'there', 0)`;
  const { comments, reactions } = await readMarks(database.as(owner.caller), recording);
  expect(comments.map(({ at_seconds }) => at_seconds)).toEqual(
    Array.from({ length: 2000 }, (_, n) => n),
  );
  expect(reactions).toEqual([]);
  const stranger = await newAccount(database);
  await expect(readMarks(database.as(stranger.caller), recording)).rejects.toMatchObject({
    status: 404,
  });
});
