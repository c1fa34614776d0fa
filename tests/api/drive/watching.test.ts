import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { throwAway } from "#api/features/drive/upkeep.ts";
import { walkDrives } from "#api/features/drive/walk-drives.ts";
import { connect, delivered, driveApp, inDrive } from "#tests/support/drive.ts";
import { linkTo } from "#tests/support/links.ts";
import { deleteForGood } from "#tests/support/recordings.ts";
import { allowForProcessing, readRecording, videoForm } from "#tests/support/saving.ts";
import { videoBytes } from "#tests/support/videos.ts";

allowForProcessing();
const app = await driveApp();
const { google } = app;
if (!app.drive) throw new Error("this app has a drive");
const { drive } = app;

/** Somebody whose one recording lies in a drive of their own. */
async function watched() {
  const email = `${crypto.randomUUID()}@gmail.test`;
  const ada = await app.connected(email);
  const recording = await inDrive(ada);
  const [file] = google.videos(email);
  if (!file?.content) throw new Error("nothing lies in the drive");
  const stream = (headers?: Record<string, string>) =>
    ada.call("GET", `/recordings/${recording.id}/stream`, undefined, headers);
  return { ada, email, recording, file, stream, path: file.content.path };
}

/** The next look asks Google again. */
const nobodyRemembers = async () => {
  await app.database.pool`update private.drive_connections set walked_at = null`;
  await app.database.pool`update private.drive_files set checked_at = now() - interval '2 days'`;
};

describe("what lies in a drive", () => {
  it("is read in ranges, and fetched once however many watch it", async () => {
    const ada = await app.connected();
    // Kept as it came where nothing converts it: five blocks of what is remembered, and a bit.
    const whole = Buffer.concat([await videoBytes("xvid.avi"), Buffer.alloc(5.4 * 2 ** 20, 7)]);
    const saved = await ada.call("POST", "/recordings", videoForm(whole, "long.avi"));
    const { id } = await delivered(ada, (await saved.json()).id);
    const before = google.counted.sent;
    const viewers = Array.from({ length: 10 }, async (_, index) => {
      const start = index * 450_000;
      const range = { Range: `bytes=${start}-` };
      const part = await ada.call("GET", `/recordings/${id}/stream`, undefined, range);
      return Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start));
    });
    expect(await Promise.all(viewers)).toEqual(viewers.map(() => true));
    const fetched = google.counted.sent - before;
    expect(fetched).toBeGreaterThanOrEqual(whole.length);
    expect(fetched).toBeLessThanOrEqual(1.2 * whole.length);
  });

  it("has a head that says its size and fetches nothing", async () => {
    const { ada, recording } = await watched();
    const before = google.counted.sent;
    const head = await ada.call("HEAD", `/recordings/${recording.id}/stream`);
    expect(head.headers.get("Content-Length")).toBe(String(recording.size));
    expect(google.counted.sent).toBe(before);
  });

  it.each([
    ["a pause that Google wants", { status: 403, reason: "userRateLimitExceeded" }],
    ["an error of Google's", { status: 500 }],
    ["an answer that is cut", "cut"],
  ] as const)("is read whole in spite of %s", async (_, failure) => {
    const { stream, path } = await watched();
    google.fail("download", failure, 2);
    const answer = Buffer.from(await (await stream()).arrayBuffer());
    google.heal();
    expect(answer.equals(Buffer.from(await Bun.file(path).bytes()))).toBe(true);
  });

  it.each([
    [{ status: 403, reason: "downloadQuotaExceeded" }, "drive_download_limit"],
    [{ status: 429 }, "drive_busy"],
    [{ status: 502 }, "drive_unavailable"],
    [{ status: 403, reason: "domainPolicy" }, "drive_unavailable"],
  ] as const)("is refused in words where Google goes on with %j", async (failure, code) => {
    const { stream, ada, recording } = await watched();
    google.fail("download", failure);
    const answer = await stream();
    google.heal();
    expect([answer.status, (await answer.json()).code]).toEqual([503, code]);
    expect((await readRecording(ada, recording.id)).missing).toBeNull();
    expect((await stream()).status).toBe(200);
  });

  it("is let go at Google when its only viewer leaves", async () => {
    const { ada } = await watched();
    const key = "le/avers";
    await drive.store.put(key, new Uint8Array(4 * 2 ** 20), { owner: ada.id });
    google.fail("download", "slow", 1);
    const left = google.counted.left;
    const body = await drive.store.get(key);
    if (!(body instanceof ReadableStream)) throw new Error("nothing to read");
    const reader = body.getReader();
    await reader.read();
    expect(google.counted.left).toBe(left);
    await reader.cancel();
    await expect.poll(() => google.counted.left).toBeGreaterThan(left);
    google.heal();
  });

  it("gets another name with its title", async () => {
    const { ada, recording, file } = await watched();
    await ada.call("PUT", `/recordings/${recording.id}`, { filename: "A better title" });
    await expect.poll(() => file.name, { timeout: 20_000 }).toBe("A better title.webm");
  });

  it("goes to the trash when it is deleted, and no further", async () => {
    const { ada, recording, file, stream } = await watched();
    await (await stream()).arrayBuffer();
    const cache = join(app.env.DATA_DIR, "drive-cache");
    const kept = () => readdirSync(cache).filter((name) => name.includes(file.id));
    expect(kept()).toHaveLength(1);
    await deleteForGood(ada, recording.id);
    await expect.poll(() => file.trashed, { timeout: 20_000 }).toBe(true);
    expect(google.files.files.has(file.id)).toBe(true);
    expect(kept(), "what viewers have left on this disk").toEqual([]);
  });

  it("goes to the trash later where its drive could not be reached then", async () => {
    const { ada, recording, file } = await watched();
    google.fail("update", { status: 503 });
    await deleteForGood(ada, recording.id);
    const unwanted = () => app.database.pool`
      select 1 from private.drive_files where file_id = ${file.id} and unwanted_at is not null
    `;
    await expect.poll(unwanted, { timeout: 20_000 }).toHaveLength(1);
    google.heal();
    await throwAway(drive);
    expect(file.trashed).toBe(true);
    expect(await unwanted()).toHaveLength(0);
  });

  it("goes to the trash of the account it lies in, not of another that was connected since", async () => {
    const { ada, email, file } = await watched();
    const known = () => app.database.pool`
      select 1 from private.drive_files where file_id = ${file.id}
    `;
    await app.database.pool`
      update private.drive_files set unwanted_at = now() where file_id = ${file.id}
    `;
    const connectedIs = (account: string) => app.database.pool`
      update private.drive_connections set google_account = ${account} where user_id = ${ada.id}
    `;
    await connectedIs("another");
    await throwAway(drive);
    expect([file.trashed, (await known()).length]).toEqual([false, 1]);
    await connectedIs(email);
    await throwAway(drive);
    expect([file.trashed, (await known()).length]).toEqual([true, 0]);
  });
});

describe("what was changed in the drive itself", () => {
  const changes = [
    ["thrown away", "trashed", "file_trashed"],
    ["deleted", "gone", "file_gone"],
    ["replaced by other bytes", "gone", "file_gone"],
  ] as const;

  const doThis = (what: string, { file }: Awaited<ReturnType<typeof watched>>) => {
    if (what === "thrown away") file.trashed = true;
    else if (what === "deleted") google.files.files.delete(file.id);
    else if (file.content) file.content = { ...file.content, md5: "0".repeat(32) };
    google.files.note(file, what === "deleted");
  };

  it.each(changes)("is found out when it is read: %s", async (what, missing, code) => {
    const world = await watched();
    doThis(what, world);
    const answer = await world.stream();
    expect([answer.status, (await answer.json()).code]).toEqual([404, code]);
    expect((await readRecording(world.ada, world.recording.id)).missing).toBe(missing);
  });

  it.each(changes)("is found out by the daily walk: %s", async (what, missing) => {
    const world = await watched();
    await nobodyRemembers();
    await walkDrives(drive);
    for (let before = 0; before < 3; before++) google.files.note(world.file); // a page of them
    doThis(what, world);
    await app.database.pool`update private.drive_connections set walked_at = null`;
    await walkDrives(drive);
    expect((await readRecording(world.ada, world.recording.id)).missing).toBe(missing);
  });

  it("is found out by looking at some each day, where Google tells of no change", async () => {
    const { ada, recording, file } = await watched();
    google.files.files.delete(file.id);
    await nobodyRemembers();
    await walkDrives(drive);
    expect((await readRecording(ada, recording.id)).missing).toBe("gone");
  });

  it("is found out at once where it was looked at before, but not read", async () => {
    const { ada, recording, file, stream } = await watched();
    await ada.call("HEAD", `/recordings/${recording.id}/stream`); // looks at it, and is believed
    google.files.files.delete(file.id);
    const answer = await stream();
    expect([answer.status, (await answer.json()).code]).toEqual([404, "file_gone"]);
    expect((await readRecording(ada, recording.id)).missing).toBe("gone");
  });

  it("is found out at once by who connects the drive again", async () => {
    const { ada, email, file, stream } = await watched();
    expect((await stream()).status).toBe(200);
    await ada.call("POST", "/google-drive/disconnect");
    google.signIn({ email, permissionId: email });
    await connect(google, ada);
    file.trashed = true;
    const answer = await stream();
    expect([answer.status, (await answer.json()).code]).toEqual([404, "file_trashed"]);
  });

  it("plays again when it was restored", async () => {
    const { ada, recording, file, stream } = await watched();
    file.trashed = true;
    expect((await stream()).status).toBe(404);
    file.trashed = false;
    expect((await stream()).status).toBe(200);
    expect((await readRecording(ada, recording.id)).missing).toBeNull();
  });
});

describe("a drive that is no longer connected", () => {
  it("keeps what lies there; it is shown as out of reach, and plays when connected again", async () => {
    const { ada, email, recording, stream } = await watched();
    await ada.call("POST", "/google-drive/disconnect");
    expect((await readRecording(ada, recording.id)).missing).toBe("disconnected");
    const answer = await stream();
    expect([answer.status, (await answer.json()).code]).toEqual([503, "drive_not_connected"]);
    google.signIn({ email, permissionId: email });
    await connect(google, ada);
    expect((await readRecording(ada, recording.id)).missing).toBeNull();
    expect((await stream()).status).toBe(200);
  });

  it("does not come back by connecting another account, and is not looked for there", async () => {
    const { ada, recording, stream } = await watched();
    google.signIn({ email: "other@gmail.test", permissionId: "other" });
    await connect(google, ada);
    expect((await readRecording(ada, recording.id)).missing).toBe("disconnected");
    expect((await stream()).status).toBe(503);
    await nobodyRemembers();
    await walkDrives(drive);
    expect((await readRecording(ada, recording.id)).missing).toBe("disconnected");
  });

  it("is found out when Google has taken the permission back", async () => {
    const { ada, email, recording, stream } = await watched();
    google.accounts.forget(email);
    expect((await stream()).status).toBe(503);
    expect((await readRecording(ada, recording.id)).missing).toBe("disconnected");
  });

  it("is said to whoever wants to watch it through a link, too", async () => {
    const { ada, recording } = await watched();
    const { share_token } = await linkTo(ada, recording.id);
    await ada.call("POST", "/google-drive/disconnect");
    const seen = await (await app.visitor.call("GET", `/shared/${share_token}`)).json();
    const path = `/recordings/${recording.id}/stream?token=${seen.media.token}`;
    const answer = await app.visitor.call("GET", path);
    expect((await answer.json()).code).toBe("drive_not_connected");
  });

  it("lets its recordings be deleted here, and leaves the files", async () => {
    const { ada, recording, file } = await watched();
    await ada.call("POST", "/google-drive/disconnect");
    expect((await deleteForGood(ada, recording.id)).status).toBe(200);
    expect(file.trashed).toBe(false);
  });
});

describe("one person's drive", () => {
  it("is nobody else's: neither to read, nor to delete, nor to learn of", async () => {
    const { recording } = await watched();
    const eve = await app.connected();
    for (const call of ["stream", "download", ""])
      expect((await eve.call("GET", `/recordings/${recording.id}/${call}`)).status).toBe(404);
    expect((await eve.call("DELETE", `/recordings/${recording.id}`)).status).toBe(404);
    const answer = await (await eve.call("GET", "/google-drive")).json();
    expect(answer.recordings.count).toBe(0);
    const asked = google.asked.filter(({ account }) => account === answer.email);
    expect(asked.map(({ step }) => step)).toEqual(["about"]);
  });
});
