import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { personas } from "#tests/support/personas.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const { rehearse } = await testDatabase();

const letters = (many: number) => "x".repeat(many);

/** The column, what it takes, and what it does not. */
const limits: [column: string, taken: unknown[], refused: unknown[]][] = [
  ["users.username", ["x", letters(60), ` ${letters(60)} `], ["", "  ", letters(61)]],
  ["users.email", [letters(254)], [letters(255)]],
  ["users.role", ["user", "admin", "super_admin"], ["owner"]],
  ["preferences.recording_quality", ["low", "medium", "high", "ultra"], ["best"]],
  ["preferences.default_filename_prefix", ["", letters(100)], [letters(101)]],
  ["preferences.preferred_storage", ["google_drive", "s3", "local", null], ["dropbox"]],
  ["sessions.device", ["x", letters(100)], ["", letters(101)]],
  ["subscriptions.status", ["active", "past_due", "cancelled"], ["paused"]],
  ["subscriptions.storage_type", ["google_drive", "s3"], ["local"]],
  ["plans.price_usd", [0], [-0.01]],
  ["plans.storage_gb", [0], [-1]],
  ["settings.sign_up", ["open", "invitation", "closed"], ["half"]],
  ["settings.announcement", [letters(500)], [letters(501)]],
  ["invitations.email", [letters(254), null], [letters(255)]],
  ["recordings.filename", ["x", letters(255), ` ${letters(255)} `], ["", " ", letters(256)]],
  ["recordings.original_filename", ["x", letters(255)], ["", letters(256)]],
  ["recordings.size", [0], [-1]],
  ["recordings.duration", [0, null], [-0.1]],
  ["recordings.progress", [0, 100, null], [-1, 101]],
  ["recordings.status", ["recording", "uploading", "processing", "ready", "failed"], ["new"]],
  ["recordings.missing", ["disconnected", "trashed", "gone", null], ["lost"]],
  ["uploads.kind", ["recording", "import"], ["file"]],
  ["uploads.received", [0, 10], [-1, 11]],
  ["uploads.length", [10, null], [9, -1]],
  ["shares.label", ["", letters(100)], [letters(101)]],
  ["shares.permission_type", ["view", "edit"], ["own"]],
  ["shares.is_public", [true], [false]],
  ["shares.allowed_email", [null], ["a@example.test"]],
  ["comments.content", ["x", letters(10_000)], ["", " \n\t", letters(10_001)]],
  ["comments.at_seconds", [0, null], [-0.1]],
  ["reactions.emoji", ["👍", "❤️", "😂", "😮", "😢", "🔥", "👏", "🎉"], ["👎", ""]],
  ["reactions.at_seconds", [0, null], [-0.1]],
  ["subtitles.language", ["en", "yue"], ["e", "EN", "engl", "en-GB"]],
  ["subtitles.format", ["srt", "vtt", "txt"], ["ass"]],
  ["subtitles.status", ["queued", "running", "ready", "failed"], ["done"]],
  ["subtitles.progress", [0, 1], [-0.01, 1.01]],
  ["chapters.at_seconds", [0], [-0.1]],
  ["chapters.title", ["x", letters(100)], ["", "  ", letters(101)]],
  ["second_factors.kind", ["totp", "passkey", "recovery"], ["sms"]],
  ["held_room.bytes", [0], [-1]],
];

const hidden = new Set(["settings", "second_factors", "held_room"]);

test("columns take what is within their limits, and nothing else", () =>
  rehearse(async (rehearsal) => {
    const { owner } = await personas(rehearsal);
    await rehearsal.asService(async (sql) => {
      const recording = await insertRecording(sql, owner.sub);
      await sql`insert into public.preferences (user_id) values (${owner.sub})`;
      await sql`
        insert into public.uploads (owner_id, recording_id, kind, mime_type, length, received)
        values (${owner.sub}, ${recording}, 'import', 'video/mp4', 10, 5)`;
      await sql`insert into public.invitations (expires_at) values (now())`;
      await sql`insert into public.shares (recording_id, owner_id) values (${recording}, ${owner.sub})`;
      await sql`
        insert into public.comments (recording_id, author_id, content)
        values (${recording}, ${owner.sub}, 'x')`;
      await sql`
        insert into public.reactions (recording_id, user_id, emoji)
        values (${recording}, ${owner.sub}, '👍')`;
      await sql`insert into public.subtitles (recording_id) values (${recording})`;
      await sql`insert into public.chapters values (${recording}, 1, 'x')`;
      await sql`
        insert into private.second_factors (user_id, kind, secret) values (${owner.sub}, 'totp', 'x')`;
      await sql`insert into private.held_room values (gen_random_uuid(), ${owner.sub}, 1)`;
      const takes = (column: string, value: unknown) => {
        const [table = "", name = ""] = column.split(".");
        const schema = hidden.has(table) ? "private" : "public";
        return sql
          .savepoint(
            (inner) => inner`
              update ${inner(`${schema}.${table}`)} set ${inner({ [name]: value })}
               where ctid = (select ctid from ${inner(`${schema}.${table}`)} limit 1)`,
          )
          .then(
            ({ count }) => count === 1,
            ({ code }) => {
              if (code === "23514") return false;
              throw new Error(`${column} answered ${code} to ${value}`);
            },
          );
      };
      const wrong: string[] = [];
      for (const [column, taken, refused] of limits) {
        for (const value of taken)
          if (!(await takes(column, value))) wrong.push(`${column} refuses ${value}`);
        for (const value of refused)
          if (await takes(column, value)) wrong.push(`${column} takes ${value}`);
      }
      expect(wrong).toEqual([]);
    });
  }));

test("an account, a link and a recording begin as their makers may expect", () =>
  rehearse(async (rehearsal) => {
    const { owner } = await personas(rehearsal);
    await rehearsal.asService(async (sql) => {
      await sql`insert into public.preferences (user_id) values (${owner.sub})`;
      expect(
        await sql`
          select recording_quality, include_audio, auto_save_to_cloud, default_filename_prefix,
                 preferred_storage, email_notices
            from public.preferences`,
      ).toEqual([
        {
          recording_quality: "high",
          include_audio: true,
          auto_save_to_cloud: false,
          default_filename_prefix: "Recording",
          preferred_storage: null,
          email_notices: true,
        },
      ]);
      const recording = await insertRecording(sql, owner.sub);
      const links = await sql`
        insert into public.shares (recording_id, owner_id)
        select ${recording}, ${owner.sub} from generate_series(1, 40)
        returning token, label, permission_type, is_public, allow_download, expires_at, view_count`;
      for (const { token, ...link } of links) {
        expect(link).toEqual({
          label: "",
          permission_type: "view",
          is_public: true,
          allow_download: false,
          expires_at: null,
          view_count: 0,
        });
        expect(token).toMatch(/^[\w-]{32}$/);
      }
      expect(
        await sql`
          select interrupted, imported, missing, comment_count, view_count, reaction_counts
            from public.recordings`,
      ).toEqual([
        {
          interrupted: false,
          imported: false,
          missing: null,
          comment_count: 0,
          view_count: 0,
          reaction_counts: {},
        },
      ]);
    });
  }));
