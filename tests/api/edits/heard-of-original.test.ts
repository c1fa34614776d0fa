import { describe, expect, it } from "vitest";
import { forgetRemoved } from "#api/features/edits/follow-cut.ts";
import {
  addParts,
  beginRun,
  finishRun,
  keepPart,
  publishRun,
} from "#api/features/subtitles/transcription-run.ts";
import type { Cue } from "#contract/subtitles.ts";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";
import { waitingForLocks } from "#tests/support/locks.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { kept, spokenCues as original, swap } from "./cut-world.ts";

const database = await testDatabase();
const service = database.asService("a test looks behind the scenes");
const owner = await newAccount(database);

describe("a transcription", () => {
  const heard = {
    segments: original,
    words: original.flatMap(({ words, ...whole }) => words ?? whole),
    language: "en",
  };
  const textOf = (cues: Cue[]) => cues.map(({ text }) => text).join(" ");
  async function running() {
    const recording = await service((sql) =>
      insertRecording(sql, owner.id, { store: "local", storage_key: crypto.randomUUID() }),
    );
    const [made] = await database.pool<{ id: string }[]>`
      insert into public.subtitles (recording_id, language, status, is_auto_generated)
      values (${recording}, 'en', 'queued', true) returning id`;
    const id = made?.id ?? "";
    const pair = async () => {
      const [row] = await database.pool<{ status: string; cues: Cue[]; original: Cue[] | null }[]>`
        select s.status, s.cues, o.cues as original from public.subtitles s
          left join private.original_cues o on o.subtitle_id = s.id where s.id = ${id}`;
      return (
        row && { ...row, cues: textOf(row.cues), original: row.original && textOf(row.original) }
      );
    };
    const hear = async () => {
      await service((sql) => addParts(sql, id, [{ start: 0, end: 8 }]));
      await keepPart(service, id, 0, { result: heard });
    };
    return { recording, id, pair, hear };
  }

  it("listens to the original, and stores what the film has of it beside the whole", async () => {
    const { recording, id, pair, hear } = await running();
    await swap(database, recording, kept);
    const [{ key } = { key: "" }] = await database.pool<{ key: string }[]>`
      select storage_key as key from public.recordings where id = ${recording}`;
    await database.pool`
      update public.recordings set storage_key = 'the cut', duration = 5 where id = ${recording}`;
    const run = await beginRun(service, id);
    expect(run).toMatchObject({ duration: 12.5, parts: [expect.objectContaining({ key })] });
    await hear();
    for (const step of [publishRun, finishRun]) {
      await step(service, { id, language: "en" });
      const stored = await pair();
      expect(stored?.cues).not.toMatch(/hunter2|swordfish/);
      expect(stored?.cues).toContain("Bye");
      expect(stored?.original).toMatch(/hunter2.*swordfish/s);
    }
    expect((await pair())?.status).toBe("ready");
  });

  it("that was under way at a swap ends in the time of the film that is shown then", async () => {
    const { recording, id, pair, hear } = await running();
    await beginRun(service, id);
    await hear();
    await publishRun(service, { id, language: "en" });
    expect(await pair()).toMatchObject({
      cues: expect.stringContaining("hunter2"),
      original: null,
    });
    await swap(database, recording, kept);
    expect((await pair())?.cues).not.toContain("hunter2");
    await finishRun(service, { id, language: "en" });
    expect(await pair()).toMatchObject({
      status: "ready",
      cues: expect.not.stringContaining("hunter2"),
      original: expect.stringContaining("hunter2"),
    });
  });

  it("waits for a swap, and cuts what it heard as that says", async () => {
    const { recording, id, pair, hear } = await running();
    await beginRun(service, id);
    await hear();
    const locked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    await swap(database, recording, null);
    const swapping = service(async (sql) => {
      await sql`select 1 from public.recordings where id = ${recording} for update`;
      locked.resolve();
      await go.promise;
      await sql`
        update private.edits set shown = ${sql.json(kept.map((range) => ({ ...range })))},
               original = '{"duration": 12.5}' where recording_id = ${recording}`;
    });
    await locked.promise;
    const finishing = finishRun(service, { id, language: "en" });
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    go.resolve();
    await Promise.all([swapping, finishing]);
    expect((await pair())?.cues).not.toContain("hunter2");
  });

  it("ends where the original goes for good, and leaves nothing of what it heard", async () => {
    const { recording, id, pair, hear } = await running();
    await beginRun(service, id);
    await hear();
    await swap(database, recording, kept);
    await publishRun(service, { id, language: "en" });
    await service(async (sql) => {
      await sql`update private.edits set shown = null, original = null where recording_id = ${recording}`;
      await forgetRemoved(sql, recording);
    });
    await finishRun(service, { id, language: "en" });
    const left = await pair();
    expect(left).toMatchObject({ status: "failed", original: null });
    expect(left?.cues).not.toContain("hunter2");
    const parts = await database.pool`
      select 1 from private.subtitle_parts where subtitle_id = ${id}`;
    expect(parts).toHaveLength(0);
  });
});
