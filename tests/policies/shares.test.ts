import { describe, expect, it } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

/** The people for whom a link opens. */
const viewers = ["viewer", "guest", "editor", "anonymousEditor", "invited", "unlocked"];

describe("the one predicate", () => {
  it("lets in the owner, admins, and whoever a live link is meant for", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      const { recording, otherRecording } = set;
      const may = await whoMay(rehearsal, set, {
        view: (sql) => sql`select 1 where app.can_view_recording(${recording})`,
        edit: (sql) => sql`select 1 where app.can_edit_recording(${recording})`,
        download: (sql) => sql`select 1 where app.can_download_recording(${recording})`,
        "view another one": (sql) => sql`select 1 where app.can_view_recording(${otherRecording})`,
        "learn that only a password is missing": (sql) => sql`select 1 where app.share_is_locked()`,
      });
      expect(may).toEqual({
        view: ["owner", "admin", ...viewers],
        edit: ["owner", "editor"],
        download: ["owner", "admin", "editor"],
        "view another one": ["other", "admin", "guest", "editor", "uninvited", "elsewhere"],
        "learn that only a password is missing": ["outdated", "locked"],
      });
    });
  });

  it("closes every link of an account that is suspended", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      await rehearsal.asService(
        (sql) => sql`update public.users set suspended = true where username = 'Owner'`,
      );
      const may = await whoMay(rehearsal, set, {
        view: (sql) => sql`select 1 where app.can_view_recording(${set.recording})`,
      });
      expect(may.view).toEqual(["admin"]);
    });
  });
});

describe("a link", () => {
  it("opens nothing for an account that is suspended, also where its token alone is looked at", async () => {
    await database.rehearse(async (rehearsal) => {
      const { cast, recording } = await stage(rehearsal);
      const { suspended, guest, editor } = cast;
      // Claims as another Realtime server has them, which knows no sessions of ours.
      const seenBy = (account: string | undefined, share: string | undefined) =>
        rehearsal.asService(async (sql) => {
          const claims = JSON.stringify({ role: "authenticated", sub: account, share });
          const [row] = await sql`
            select set_config('request.jwt.claims', ${claims}, true),
                   app.can_view_recording(${recording}) as view,
                   app.can_edit_recording(${recording}) as edit`;
          return [row?.view, row?.edit];
        });
      expect(await seenBy(guest.sub, guest.share)).toEqual([true, false]);
      expect(await seenBy(editor.sub, editor.share)).toEqual([true, true]);
      expect(await seenBy(suspended.sub, guest.share)).toEqual([false, false]);
      expect(await seenBy(suspended.sub, editor.share)).toEqual([false, false]);
    });
  });
});

describe("recordings", () => {
  it("are seen through a live link, and only the title changes, by editors", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      const { recording } = set;
      const may = await whoMay(rehearsal, set, {
        see: (sql) => sql`select 1 from public.recordings where id = ${recording}`,
        rename: (sql) =>
          sql`update public.recordings set filename = 'x' where id = ${recording} returning id`,
        "change the owner": (sql) =>
          sql`update public.recordings set owner_id = ${set.id("other")} where id = ${recording} returning id`,
        delete: (sql) => sql`delete from public.recordings where id = ${recording} returning id`,
        insert: (sql) => sql`
          insert into public.recordings (owner_id, filename, original_filename)
          values (${set.id("other")}, 'x', 'x') returning id`,
      });
      expect(may).toEqual({
        see: ["owner", "admin", ...viewers],
        rename: ["owner", "editor"],
        "change the owner": [],
        delete: [],
        insert: [],
      });
    });
  });
});

describe("links", () => {
  it("are seen, made, changed and revoked by the recording's owner alone", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      const mine = (sql: Sql) => sql`recording_id = ${set.recording}`;
      const may = await whoMay(rehearsal, set, {
        "see them": (sql) => sql`select token from public.shares where ${mine(sql)}`,
        "make one": (sql) => sql`
          insert into public.shares (recording_id) values (${set.recording}) returning id`,
        "make one in the owner's name": (sql) => sql`
          insert into public.shares (recording_id, owner_id)
          values (${set.recording}, ${set.id("owner")}) returning id`,
        "change one": (sql) =>
          sql`update public.shares set label = 'x' where ${mine(sql)} returning id`,
        "choose the token": (sql) =>
          sql`update public.shares set token = 'x' where ${mine(sql)} returning id`,
        "open it to others": (sql) => sql`
          update public.shares set is_public = true, allowed_email = null
           where ${mine(sql)} returning id`,
        "move it": (sql) => sql`
          update public.shares set recording_id = ${set.otherRecording} where ${mine(sql)} returning id`,
        "revoke one": (sql) => sql`delete from public.shares where ${mine(sql)} returning id`,
      });
      expect(may).toEqual({
        "see them": ["owner"],
        "make one": ["owner"],
        "make one in the owner's name": [],
        "change one": ["owner"],
        "choose the token": [],
        "open it to others": ["owner"],
        "move it": [],
        "revoke one": ["owner"],
      });
    });
  });

  it("set passwords only for whoever owns the link, whatever id they name", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      const [share] = await rehearsal.asService(
        (sql) => sql<{ id: string }[]>`
          select id from public.shares where recording_id = ${set.recording} limit 1`,
      );
      const may = await whoMay(rehearsal, set, {
        set: (sql) => sql`select * from app.set_share_password(${share?.id ?? ""}, 'hash')`,
      });
      expect(may).toEqual({ set: ["owner"] });
    });
  });

  it("keep password hashes and visitors from every role", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      const may = await whoMay(rehearsal, set, {
        hashes: (sql) => sql`select 1 from private.share_passwords union all select 1`,
        visitors: (sql) => sql`select 1 from private.share_views union all select 1`,
        settings: (sql) => sql`select 1 from private.settings`,
        "the predicate itself": (sql) => sql`select private.share_by_token('x')`,
      });
      expect(may).toEqual({ hashes: [], visitors: [], settings: [], "the predicate itself": [] });
    });
  });

  it("are over in the very moment in which they end", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      const end = (after: string) =>
        rehearsal.asService(
          (sql) => sql`update public.shares set expires_at = now() + ${after}::interval`,
        );
      const view = (sql: Sql) => sql`select 1 where app.can_view_recording(${set.recording})`;
      await end("1 second");
      expect((await whoMay(rehearsal, set, { view })).view).toContain("viewer");
      await end("0 seconds");
      expect((await whoMay(rehearsal, set, { view })).view).toEqual(["owner", "admin"]);
    });
  });

  it("for one person ask for a proven address where the server can send mail", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      const view = (sql: Sql) => sql`select 1 where app.can_view_recording(${set.recording})`;
      await rehearsal.asService((sql) => sql`update private.settings set verify_emails = true`);
      const proven = (value: boolean) =>
        rehearsal.asService(
          (sql) => sql`
            update private.credentials set email_verified = ${value}
             where user_id = ${set.id("invited")}`,
        );
      await proven(false);
      expect((await whoMay(rehearsal, set, { view })).view).not.toContain("invited");
      await proven(true);
      expect((await whoMay(rehearsal, set, { view })).view).toContain("invited");
    });
  });
});
