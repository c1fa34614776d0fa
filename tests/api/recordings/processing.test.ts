import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { processRecording } from "#api/features/recordings/process-recording.ts";
import { kernel } from "#api/media/first-to-go.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import type { ObjectRef } from "#api/platform/objects/store.ts";
import { Receipt } from "#contract/recordings.ts";
import { testApp } from "#tests/support/app.ts";
import { kernelThatCounts } from "#tests/support/kernel.ts";
import { longRecording } from "#tests/support/long-recording.ts";
import { processesThatName } from "#tests/support/processes.ts";
import { deleteForGood } from "#tests/support/recordings.ts";
import {
  allowForProcessing,
  processed,
  readRecording,
  saveVideo,
  videoForm,
} from "#tests/support/saving.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

allowForProcessing();
const app = await testApp();
const withoutFfmpeg = await testApp({ FFMPEG_PATH: "/no/such/ffmpeg" });
const ffmpeg = await findFfmpeg();
const directory = temporaryDirectory();

beforeAll(async () => {
  await app.startJobs();
  await withoutFfmpeg.startJobs();
});

describe("what a recorder sent", () => {
  it("becomes seekable, and the receipt tells what arrived", async () => {
    const ada = await app.person();
    const bytes = await videoBytes("recorded.webm");
    const { id } = await saveVideo(ada);
    expect(await processed(ada, id)).toMatchObject({
      status: "ready",
      playable: true,
      progress: null,
      width: 1280,
      height: 720,
      video_codec: "vp8",
      audio_codec: "opus",
      duration: expect.closeTo(4.95, 2),
    });
    const receipt = await ada.call("GET", `/recordings/${id}/receipt`);
    expect(Receipt.parse(await receipt.json())).toMatchObject({
      received_bytes: bytes.length,
      received_sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
      seekable: true,
      audio: { present: true },
    });
  });

  it("may have been cut off by a crash", async () => {
    const ada = await app.person();
    const { id } = await saveVideo(ada, "cut-off.webm");
    expect(await processed(ada, id)).toMatchObject({ status: "ready", playable: true });
  });

  it("came in parts and is put together", async () => {
    const ada = await app.person();
    const tus = tusClient(app, ada.token);
    const bytes = await videoBytes("recorded.mp4");
    const { url, recording } = created(await tus.create({ filetype: "video/mp4" }));
    for (let offset = 0; offset < bytes.length; offset += 100_000) {
      const part = bytes.slice(offset, offset + 100_000);
      const isLast = offset + part.length === bytes.length;
      await tus.patch(url, { offset, bytes: part, ...(isLast && { length: bytes.length }) });
    }
    expect(await processed(ada, recording)).toMatchObject({
      status: "ready",
      mime_type: "video/mp4",
      interrupted: false,
    });
    const { received_bytes } = await (
      await ada.call("GET", `/recordings/${recording}/receipt`)
    ).json();
    expect(received_bytes).toBe(bytes.length);
  });

  it("says that it is lost where the restore of an older backup took its first bytes", async () => {
    const ada = await app.person();
    const tus = tusClient(app, ada.token);
    const bytes = await videoBytes("recorded.mp4");
    const { url, recording } = created(await tus.create({ filetype: "video/mp4" }));
    await tus.patch(url, { offset: 0, bytes: bytes.slice(0, 100_000) });
    const first = await app.database.pool<ObjectRef[]>`
      select p.store, p.storage_key as key
        from private.upload_parts p join public.uploads u on u.id = p.upload_id
       where u.recording_id = ${recording}`;
    await app.objects.remove(first);
    await tus.patch(url, { offset: 100_000, bytes: bytes.slice(100_000), length: bytes.length });
    const lost = "The file of this recording is lost. Ask the operator of this server about it.";
    expect(await processed(ada, recording)).toMatchObject({ status: "failed", failure: lost });
    const download = await ada.call("GET", `/recordings/${recording}/download`);
    expect([download.status, (await download.json()).error]).toEqual([404, lost]);
  });
});

describe("what was imported", () => {
  it.each([
    ["h264.mov", "video/mp4"],
    ["h264.mkv", "video/mp4"],
  ] as const)("%s plays in every browser as %s", async (name, mimeType) => {
    const ada = await app.person();
    const { id } = await saveVideo(ada, name, { call: "/recordings/import" });
    expect(await processed(ada, id)).toMatchObject({ playable: true, mime_type: mimeType });
  });

  it("without ffmpeg, an AVI is kept as it is and says that it does not play", async () => {
    const ada = await withoutFfmpeg.person();
    const { id } = await saveVideo(ada, "xvid.avi", { call: "/recordings/import" });
    expect(await processed(ada, id)).toMatchObject({
      status: "ready",
      playable: false,
      mime_type: "video/x-msvideo",
      video_codec: "xvid",
      failure: null,
    });
    const file = await ada.call("GET", `/recordings/${id}/download`);
    expect(file.headers.get("Content-Disposition")).toContain('filename="xvid.avi"');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.equals(Buffer.from(await videoBytes("xvid.avi")))).toBe(true);
  });

  it("without ffmpeg, an AVI whose pictures are not encoded is kept like any other", async () => {
    const ada = await withoutFfmpeg.person();
    const bytes = Buffer.from(await videoBytes("xvid.avi"));
    bytes.writeUInt32LE(0, bytes.indexOf("strf") + 24);
    const saved = await ada.call("POST", "/recordings/import", videoForm(bytes, "raw.avi"));
    const { id } = await saved.json();
    const kept = { status: "ready", playable: false, video_codec: "raw" };
    expect(await processed(ada, id)).toMatchObject(kept);
  });

  it.skipIf(!ffmpeg)("with ffmpeg, an AVI becomes an MP4", async () => {
    const ada = await app.person();
    const { id } = await saveVideo(ada, "xvid.avi", { call: "/recordings/import" });
    expect(await processed(ada, id)).toMatchObject({
      status: "ready",
      playable: true,
      mime_type: "video/mp4",
      video_codec: "avc",
    });
  });

  it("broken behind its first bytes, it is failed with a reason and can still be downloaded", async () => {
    const ada = await app.person();
    const broken = Buffer.from((await videoBytes("h264.mov")).slice(0, 5000));
    const saved = await ada.call("POST", "/recordings/import", videoForm(broken, "broken.mov"));
    const { id } = await saved.json();
    const { status, failure, playable, progress } = await processed(ada, id);
    expect({ status, playable, progress }).toEqual({
      status: "failed",
      playable: false,
      progress: null,
    });
    expect(failure).toMatch(/\w+\. The file is kept: you can still download it\.$/);
    const file = await ada.call("GET", `/recordings/${id}/download`);
    expect(Buffer.from(await file.arrayBuffer()).equals(broken)).toBe(true);
  });
});

const killedByKernel = kernelThatCounts();

describe("when the process that prepares it is killed, as for memory", () => {
  it("it is not tried again: the recording is failed, says why, and can be downloaded", async () => {
    const ada = await withoutFfmpeg.person();
    const bytes = await longRecording(900);
    const saved = await ada.call("POST", "/recordings", videoForm(bytes, "deadly.webm"));
    const { id } = await saved.json();
    const workers = new Set<number>();
    const killAndLook = async () => {
      for (const pid of await processesThatName(join("work", id, "source"))) {
        workers.add(pid);
        killedByKernel();
        process.kill(pid, "SIGKILL");
      }
      return (await readRecording(ada, id)).status;
    };
    await expect.poll(killAndLook, { timeout: 50_000 }).not.toBe("processing");
    expect(await readRecording(ada, id)).toMatchObject({
      status: "failed",
      playable: false,
      failure: expect.stringMatching(/more memory/),
    });
    expect(workers.size).toBe(1);
    const file = await ada.call("GET", `/recordings/${id}/download`);
    expect((await file.arrayBuffer()).byteLength).toBe(bytes.length);
  });
});

describe("when the process that converts it is killed, as for memory", () => {
  it("it is not tried again: the video is kept as it came", async () => {
    const killed = join(directory, "killed");
    const version = '[ "$1" = -version ] && exit';
    const counted = `echo "oom_kill 999" > "${kernel.counters}"`;
    const kill = `echo again >> "${killed}.begun"\n${counted}\nkill -KILL $$`;
    await writeFile(killed, ["#!/bin/sh", version, kill, ""].join("\n"));
    await chmod(killed, 0o700);
    const converting = await testApp({ FFMPEG_PATH: killed });
    await converting.startJobs();
    const ada = await converting.person();
    const { id } = await saveVideo(ada, "xvid.avi", { call: "/recordings/import" });
    const kept = { status: "ready", playable: false, mime_type: "video/x-msvideo" };
    expect(await processed(ada, id)).toMatchObject(kept);
    expect(await readFile(`${killed}.begun`, "utf8")).toBe("again\n");
  });
});

describe("afterwards", () => {
  it("nothing is left of the work, and a deleted recording takes its bytes along", async () => {
    const ada = await withoutFfmpeg.person();
    const before = await objectsOf(withoutFfmpeg);
    const kept = await saveVideo(ada, "xvid.avi");
    const { id } = await saveVideo(ada);
    await Promise.all([processed(ada, kept.id), processed(ada, id)]);
    await expect.poll(() => readdir(join(withoutFfmpeg.env.DATA_DIR, "work"))).toEqual([]);
    for (const one of [kept.id, id]) await deleteForGood(ada, one);
    await expect.poll(() => objectsOf(withoutFfmpeg), { timeout: 20_000 }).toEqual(before);
  });

  it("a recording whose bytes went with it while it is worked on is no failure", async () => {
    const idle = await testApp();
    const ada = await idle.person();
    const { id } = await saveVideo(ada);
    const objects = Object.assign(Object.create(idle.objects), {
      async get() {
        await deleteForGood(ada, id);
        return null;
      },
    });
    const context = {
      ...{ service: idle.database.asService("a test works"), objects, jobs: idle.jobs },
      ...{ log: pino({ level: "silent" }), workDirectory: directory, mayConvert: false },
    };
    await processRecording({ ...context, headStart: 0 }, id);
    expect((await ada.call("GET", `/recordings/${id}`)).status).toBe(404);
  });

  it("a recording deleted while it is worked on leaves nothing either", async () => {
    const ada = await withoutFfmpeg.person();
    const before = await objectsOf(withoutFfmpeg);
    const saved = await saveVideo(ada);
    await deleteForGood(ada, saved.id);
    await expect.poll(() => objectsOf(withoutFfmpeg), { timeout: 20_000 }).toEqual(before);
  });
});

async function objectsOf({ env }: typeof app): Promise<string[]> {
  const files = await readdir(join(env.DATA_DIR, "objects"), { recursive: true });
  return files.filter((file) => /[0-9a-f-]{36}$/.test(file)).toSorted();
}
