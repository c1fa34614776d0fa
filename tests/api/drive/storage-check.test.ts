import { describe, expect, it } from "vitest";
import { driveApp, inDrive } from "#tests/support/drive.ts";
import { allowForProcessing } from "#tests/support/saving.ts";

allowForProcessing();
const app = await driveApp();
const { google } = app;
if (!app.drive) throw new Error("this app has a drive");
const { drive } = app;

/** Somebody whose one recording lies in a drive of their own. */
async function withDrive() {
  const email = `${crypto.randomUUID()}@gmail.test`;
  const ada = await app.connected(email);
  return { ada, email, recording: await inDrive(ada) };
}

describe("a check of the storage", () => {
  const check = async () => {
    const boss = await app.person({ role: "super_admin" });
    expect((await boss.call("POST", "/admin/server/storage-check")).status).toBe(202);
    const last = async () => (await (await boss.call("GET", "/admin/server")).json()).storage_check;
    await expect.poll(async () => (await last()).finished_at, { timeout: 20_000 }).toBeTruthy();
    const found = await last();
    expect(found.failure).toBeNull();
    return found.stores.find(({ store }: { store: string }) => store === drive.store.name);
  };

  it("finds files of ours in people's drives that no row names, and deletes none", async () => {
    const { ada, email, recording } = await withDrive();
    const other = await app.connected(email); // the same account of Google's: its files count once
    const strays = ["One.webm", "Two.webm", "Three.webm"].map((name) => {
      const file = google.files.make(email, { name, mimeType: "video/webm" });
      google.files.keep(file);
      return `: ${name} (${file.id})`;
    });
    const before = await check();
    expect(before).toMatchObject({ unknown: 3, unread: 0, missing: 0 });
    expect(before.unknown_examples.map((one: string) => one.replace(/^[^:]+/, ""))).toEqual(strays);
    expect(before.unknown_examples[0]).toMatch(new RegExp(`^(${ada.email}|${other.email}):`));
    expect(google.videos(email)).toHaveLength(1);
    expect(google.files.of(email).filter(({ trashed }) => trashed)).toEqual([]);

    await app.database
      .pool`update public.recordings set missing = 'gone' where id = ${recording.id}`;
    google.fail("list", { status: 403, reason: "forbidden" });
    const after = await check();
    google.heal();
    expect(after).toMatchObject({ objects: before.objects, missing: 1, unknown: 0, unread: 1 });
    expect(after.missing_examples).toHaveLength(1);
  });

  it("looks into a drive that two have connected, also where one of them reaches it no more", async () => {
    const email = `${crypto.randomUUID()}@gmail.test`;
    const both = [await app.connected(email), await app.connected(email)];
    const [first, second] = both.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    await app.database.pool`
      select private.end_drive(user_id, refresh_token) from private.drive_connections
       where user_id = ${first?.id ?? ""}`;
    const file = google.files.make(email, { name: "Stray.webm", mimeType: "video/webm" });
    google.files.keep(file);
    const { unknown_examples } = await check();
    expect(unknown_examples).toContain(`${second?.email}: Stray.webm (${file.id})`);
  });
});
