import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { revokeTokens, throwAway } from "#api/features/drive/upkeep.ts";
import { walkDrives } from "#api/features/drive/walk-drives.ts";
import { moveHomeward } from "#api/features/moves/move-homeward.ts";
import { newKey } from "#api/platform/objects/store.ts";
import { driveApp } from "#tests/support/drive.ts";

const app = await driveApp();
await app.stopJobs(); // they would walk and tidy up as well
const { google } = app;
const { pool } = app.database;
if (!app.drive) throw new Error("this app has a drive");
const { drive } = app;

/** The administrator of somebody's Workspace has forbidden apps like this one. */
const FORBIDDEN = { status: 403, reason: "domainPolicy" };

/** Two people with a file each in a drive of their own. */
async function two() {
  const people = await Promise.all([app.connected(), app.connected()]);
  const keys = [newKey(), newKey()] as const;
  for (const [index, key] of keys.entries())
    await drive.store.put(key, randomBytes(1000), { owner: people[index]?.id ?? "" });
  return { people, keys };
}

const trashed = () => google.videos().filter((file) => file.trashed).length;

beforeEach(async () => {
  await pool`delete from private.drive_connections`;
  google.files.files.clear();
});

describe("a drive that refuses", () => {
  it("keeps no other from its daily walk, in whichever order they are walked, and has its own later", async () => {
    const people = (await two()).people.map(({ id }) => id);
    await pool`update private.drive_connections set walked_at = null where user_id = any (${people})`;
    const walked = async () => {
      await walkDrives(drive);
      const rows = await pool`
        select user_id from private.drive_connections where walked_at > now() - interval '1 day'
      `;
      return rows.map(({ user_id }) => user_id);
    };
    google.fail("changes", FORBIDDEN, 1);
    const [first, ...more] = await walked();
    google.heal();
    expect([people.includes(first), more]).toEqual([true, []]);
    expect((await walked()).sort()).toEqual(people.sort());
  });

  it("keeps no other's deleted file from the trash, and is asked again later", async () => {
    const { keys } = await two();
    google.fail("update", FORBIDDEN, 1);
    await drive.store.remove(keys);
    expect(trashed()).toBe(1);
    google.heal();
    await throwAway(drive);
    expect(trashed()).toBe(2);
  });

  it("keeps no other waiting either where that is tried again", async () => {
    const { keys } = await two();
    await pool`update private.drive_files set unwanted_at = now() where storage_key = any (${keys})`;
    google.fail("update", FORBIDDEN, 1);
    await throwAway(drive);
    google.heal();
    expect(trashed()).toBe(1);
  });
});

describe("Google, where it is silent for longer than a step may take", () => {
  /** The tools of a step whose time is over once it has asked for the first time. */
  function outOfTime() {
    const time = new AbortController();
    const over =
      <Given extends unknown[], Answer>(act: (...given: Given) => Answer) =>
      (...given: Given) => {
        time.abort();
        return act(...given);
      };
    const { unseal } = drive.keys;
    const keys = { ...drive.keys, unseal: over(unseal) };
    const objects = { ...app.objects, roomIn: over(app.objects.roomIn) };
    const ask: typeof drive.ask = (owner, act) => over(() => drive.ask(owner, act))();
    return { ...drive, keys, ask, objects, jobs: app.jobs, end: time.signal };
  }

  it("is asked for no other file to be thrown away", async () => {
    const { keys } = await two();
    await pool`update private.drive_files set unwanted_at = now() where storage_key = any (${keys})`;
    await throwAway(outOfTime());
    expect(trashed()).toBe(1);
  });

  it("is told of no other connection that ended", async () => {
    await two();
    await pool`delete from private.revocations`;
    await pool`delete from private.drive_connections`;
    await revokeTokens(outOfTime());
    expect(await pool`select from private.revocations`).toHaveLength(1);
  });

  it("is asked for the room of no other account", async () => {
    const { people } = await two();
    await pool`update public.subscriptions set homeward = user_id = any (${people.map(({ id }) => id)})`;
    await moveHomeward(outOfTime());
    expect(await pool`select from public.subscriptions where homeward`).toHaveLength(1);
  });

  it("is walked through no other drive", async () => {
    await two();
    await pool`update private.drive_connections set walked_at = null`;
    await walkDrives(outOfTime());
    expect(await pool`select from private.drive_connections where walked_at is null`).toHaveLength(
      1,
    );
  });
});
