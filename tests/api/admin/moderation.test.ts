import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { recordingOf } from "#tests/support/recordings.ts";
import { saveVideo } from "#tests/support/saving.ts";

const { person, database, objects, startJobs } = await testApp();
const boss = await person({ role: "super_admin" });
const admin = await person({ role: "admin" });
const ada = await person();

const noticesOf = async (who: typeof ada) =>
  (await (await who.call("GET", "/notices")).json()).notices;

describe("an admin", () => {
  it("sees whose a video is, and all of one person's", async () => {
    const owner = await person();
    const id = await recordingOf(database, owner, "Engine");
    const video = await (await admin.call("GET", `/admin/videos/${id}`)).json();
    const user = { id: owner.id, username: owner.username, email: owner.email };
    expect(video).toMatchObject({ id, filename: "Engine", user });
    const { videos } = await (await admin.call("GET", `/admin/videos?owner=${owner.id}`)).json();
    expect(videos).toEqual([video]);
    const found = await admin.call("GET", `/admin/videos?search=${owner.email.toUpperCase()}`);
    expect((await found.json()).videos).toEqual([video]);
    expect((await admin.call("GET", `/admin/videos/${crypto.randomUUID()}`)).status).toBe(404);
  });

  it("deletes one for good: its owner is told, the log has it, and its bytes go", async () => {
    const owner = await person();
    const { id, filename } = await saveVideo(owner);
    const [before] = await database.pool`
      select p.store, p.storage_key as key from private.upload_parts p
        join public.uploads u on u.id = p.upload_id where u.recording_id = ${id}`;
    const ref = { store: before?.store, key: before?.key };
    expect(await objects.size(ref)).toBeGreaterThan(0);
    expect((await admin.call("DELETE", `/admin/videos/${id}`)).status).toBe(200);
    expect((await owner.call("GET", `/recordings/${id}`)).status).toBe(404);
    expect(await noticesOf(owner)).toMatchObject([
      { kind: "video_deleted", recording_id: null, recording_title: filename, actor: null },
    ]);
    const { entries } = await (await admin.call("GET", "/admin/audit?act=video_deleted")).json();
    expect(entries[0]).toMatchObject({ actor: admin.email, target: filename, target_id: id });
    await startJobs();
    await expect.poll(() => objects.size(ref), { timeout: 20_000 }).toBeNull();
  });

  it("deletes several, and hears of each that could not be", async () => {
    const [owner, other] = [await person(), await person()];
    const [one, two] = [
      await recordingOf(database, owner, "One"),
      await recordingOf(database, other, "Two"),
    ];
    const bosses = await recordingOf(database, boss, "The boss's");
    const gone = crypto.randomUUID();
    const ids = [one, bosses, gone, two];
    const answer = await admin.call("POST", "/admin/videos/delete", { ids });
    expect(await answer.json()).toEqual({
      deleted: [one, two],
      failed: [
        { id: bosses, error: "Only super admins can delete a super admin's recordings" },
        { id: gone, error: "Video not found" },
      ],
    });
    expect(await noticesOf(owner)).toHaveLength(1);
    const alone = await admin.call("DELETE", `/admin/videos/${bosses}`);
    expect([alone.status, (await alone.json()).code]).toEqual([403, "super_admins_only"]);
    expect((await boss.call("GET", `/recordings/${bosses}`)).status).toBe(200);
    expect((await admin.call("POST", "/admin/videos/delete", { ids: [] })).status).toBe(422);
  });

  it("is told nothing of what they delete of their own", async () => {
    const own = await recordingOf(database, admin, "Mine");
    await admin.call("DELETE", `/admin/videos/${own}`);
    expect(await noticesOf(admin)).toEqual([]);
  });
});
