import { expect, test } from "vitest";
import { keepPlan, missingParts } from "#api/features/subtitles/transcription-run.ts";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const database = await testDatabase();
const service = database.asService("a test plans twice");
const owner = await newAccount(database);

test.each([false, true])(
  "two attempts that overlap have each part once, after a live run: %s",
  async (isLive) => {
    const recording = await recordingOf(database, owner);
    const [made] = await database.pool<{ id: string }[]>`
      insert into public.subtitles (recording_id, language, status, is_auto_generated)
      values (${recording}, 'en', 'running', true) returning id`;
    const id = made?.id ?? "";
    if (isLive) await database.pool`insert into private.live_runs (subtitle_id) values (${id})`;
    const parts = [
      { start: 0, end: 8 },
      { start: 9, end: 12 },
    ];
    const plans = await Promise.all([1, 2].map(() => keepPlan(service, id, parts)));
    expect(plans).toEqual([true, true]);
    expect(await missingParts(service, id)).toMatchObject(parts);
  },
);
