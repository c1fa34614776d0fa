import { describe, expect, it } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { personas } from "#tests/support/personas.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const { rehearse } = await testDatabase();

interface Scene {
  sql: Sql;
  owner: string;
  recording: string;
  /** The refusal of an act, or the number of its rows. */
  asked: (act: (sql: Sql) => Promise<readonly unknown[]>) => Promise<unknown>;
  subtitle: (columns?: object) => Promise<string>;
}

const scene = (act: (scene: Scene, other: string) => Promise<void>) =>
  rehearse(async (rehearsal) => {
    const { owner, other } = await personas(rehearsal);
    await rehearsal.asService(async (sql) => {
      const recording = await insertRecording(sql, owner.sub);
      await act(
        {
          sql,
          owner: owner.sub,
          recording,
          asked: (ask) => sql.savepoint(ask).catch(({ detail }) => detail),
          async subtitle(columns = {}) {
            const [row] = await sql`
              insert into public.subtitles ${sql({ recording_id: recording, ...columns })} returning id`;
            return String(row?.id);
          },
        },
        other.sub,
      );
    });
  });

describe("a transcription", () => {
  it("begins for what is there, or is coming, and has sound, and is one run", () =>
    scene(async ({ sql, owner, recording, asked }, other) => {
      const begin = (who = owner, language = "en", addon = false) =>
        asked(
          (inner) => inner`
            select is_new, is_live from private.begin_transcription(
              ${who}, ${recording}, ${language}, 'vtt', ${addon}, null)`,
        );
      const become = (columns: object) => sql`update public.recordings set ${sql(columns)}`;
      expect(await begin(other)).toEqual([]);
      expect(await begin(owner, "en", true)).toBe("subtitle_addon_required");
      for (const status of ["uploading", "failed"]) {
        await become({ status });
        expect(await begin()).toBe("not_ready");
      }
      await become({ status: "ready", video_codec: "vp9", audio_codec: null });
      expect(await begin()).toBe("no_sound");
      await become({ status: "processing" });
      expect(await begin()).toEqual([{ is_new: true, is_live: false }]);
      expect(await begin()).toEqual([{ is_new: false, is_live: false }]);
      await become({ status: "recording", duration: null });
      expect(await begin(owner, "de")).toEqual([{ is_new: true, is_live: true }]);
      const runs = await sql`
        select s.language, s.format, s.status, s.progress, s.is_auto_generated as auto,
               m.reserved_seconds as reserved, l.subtitle_id is not null as live
          from public.subtitles s join private.subtitle_minutes m on m.subtitle_id = s.id
          left join private.live_runs l on l.subtitle_id = s.id order by language desc`;
      const run = { format: "vtt", status: "queued", progress: 0, auto: true };
      expect(runs).toEqual([
        { ...run, language: "en", reserved: 12.5, live: false },
        { ...run, language: "de", reserved: 60, live: true },
      ]);
    }));

  it("is tried again where something of it failed, unless its owner has edited it", () =>
    scene(async ({ sql, owner, recording, asked, subtitle }, other) => {
      const retry = (id: string, who = owner) =>
        asked(
          (inner) => inner`
            select is_new from private.retry_transcription(${who}, ${recording}, ${id}, false, null)`,
        );
      const auto = { is_auto_generated: true };
      const gaps = sql.json([{ start: 0, end: 1, error: "x" }]);
      expect(await retry(await subtitle({ ...auto, gaps }), other)).toEqual([]);
      expect(await retry(crypto.randomUUID())).toEqual([]);
      expect(await retry(await subtitle(auto))).toBe("nothing_to_retry");
      expect(await retry(await subtitle({ gaps }))).toBe("nothing_to_retry");
      const translated_from = crypto.randomUUID();
      expect(await retry(await subtitle({ ...auto, gaps, translated_from }))).toBe(
        "nothing_to_retry",
      );
      expect(await retry(await subtitle({ ...auto, gaps, is_edited: true }))).toBe("edited");
      const failed = await subtitle({ ...auto, status: "failed", error: "x" });
      expect(await retry(failed)).toEqual([{ is_new: true }]);
      const [row] = await sql`select status, error from public.subtitles where id = ${failed}`;
      expect(row).toEqual({ status: "queued", error: null });
      expect(await retry(failed)).toEqual([{ is_new: false }]);
      expect(await retry(await subtitle({ ...auto, gaps }))).toBe("under_way");
      expect(await retry(await subtitle({ ...auto, gaps, language: "de" }))).toEqual([
        { is_new: true },
      ]);
    }));

  it("takes the place of an older one that nobody edited, when it is ready", () =>
    scene(async ({ sql, subtitle }) => {
      const auto = { is_auto_generated: true };
      const earlier = { ...auto, created_at: new Date(Date.now() - 60_000) };
      const translated_from = crypto.randomUUID();
      const kept = [
        await subtitle({ ...earlier, is_edited: true }),
        await subtitle({ ...earlier, is_auto_generated: false }),
        await subtitle({ ...earlier, language: "de" }),
        await subtitle({ ...earlier, translated_from }),
        await subtitle({ ...auto, created_at: new Date(Date.now() + 60_000) }),
      ];
      await subtitle(earlier);
      await subtitle({ ...earlier, status: "failed" });
      const run = await subtitle({ ...auto, status: "running" });
      const ids = async () =>
        new Set((await sql`select id from public.subtitles`).map(({ id }) => id));
      await sql`update public.subtitles set progress = 0.5 where id = ${run}`;
      expect((await ids()).size).toBe(8);
      await sql`update public.subtitles set status = 'ready' where id = ${run}`;
      expect(await ids()).toEqual(new Set([...kept, run]));
    }));

  it("of a recording that is thrown away while it runs costs nothing, and else what was heard", () =>
    scene(async ({ sql, owner }) => {
      const charged = async (status: string, goes: "recordings" | "subtitles") => {
        await sql`delete from private.subtitle_minutes`;
        const recording = await insertRecording(sql, owner, { status });
        const [{ run = "" } = {}] = await sql<{ run: string }[]>`
          insert into public.subtitles (recording_id, status) values (${recording}, 'running')
          returning id as run`;
        await sql`select private.reserve_minutes(${owner}, ${run}, 50, null)`;
        await sql`
          insert into private.subtitle_parts (subtitle_id, position, start_seconds, end_seconds, status)
          values (${run}, 0, 0, 20, 'done'), (${run}, 1, 20, 50, 'waiting')`;
        await sql`delete from ${sql(`public.${goes}`)} where id in (${recording}, ${run})`;
        return (await sql`select private.subtitle_seconds(${owner}) as used`)[0]?.used;
      };
      expect(await charged("ready", "subtitles")).toBe(20);
      expect(await charged("ready", "recordings")).toBe(20);
      expect(await charged("recording", "subtitles")).toBe(20);
      expect(await charged("recording", "recordings")).toBe(0);
    }));
});

describe("a translation", () => {
  it("is made from what is ready, into another language, once at a time", () =>
    scene(async ({ sql, owner, recording, asked, subtitle }, other) => {
      const cues = sql.json([{ start: 0, end: 1, text: "Hello" }]);
      const translate = (source: string, language: string, who = owner, addon = false) =>
        asked(
          (inner) => inner`
            select is_new from private.begin_translation(
              ${who}, ${recording}, ${source}, ${language}, ${addon})`,
        );
      const source = await subtitle({ cues, format: "txt" });
      expect(await translate(source, "de", other)).toEqual([]);
      expect(await translate(crypto.randomUUID(), "de")).toEqual([]);
      expect(await translate(source, "de", owner, true)).toBe("subtitle_addon_required");
      expect(await translate(await subtitle(), "de")).toBe("not_ready");
      expect(await translate(await subtitle({ cues, status: "failed" }), "de")).toBe("not_ready");
      expect(await translate(source, "en")).toBe("same_language");
      expect(await translate(source, "de")).toEqual([{ is_new: true }]);
      expect(await translate(source, "de")).toEqual([{ is_new: false }]);
      expect(await translate(source, "fr")).toEqual([{ is_new: true }]);
      const made = await sql`
        select language, format, status, progress, is_auto_generated as auto from public.subtitles
         where translated_from = ${source} order by language`;
      const run = { format: "txt", status: "queued", progress: 0, auto: true };
      expect(made).toEqual([
        { ...run, language: "de" },
        { ...run, language: "fr" },
      ]);
    }));
});
