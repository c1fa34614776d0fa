import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { Recording } from "#contract/recordings.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { saveVideo, videoForm } from "#tests/support/saving.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const sql = app.database.pool;
const webm = await videoBytes("recorded.webm");

const post = (person: SignedIn, form: FormData, call = "/recordings/import") =>
  person.call("POST", call, form);

/** The rest of a person's attempts: rows, and files that no row names. */
async function leftovers(person: SignedIn) {
  const recordings = await sql`select 1 from public.recordings where owner_id = ${person.id}`;
  const parts = await sql<{ key: string }[]>`select storage_key as key from private.upload_parts`;
  const files = await readdir(join(app.env.DATA_DIR, "objects"), { recursive: true });
  const keys = new Set(parts.map(({ key }) => key));
  const strays = files.filter((file) => /[0-9a-f-]{36}$/.test(file) && !keys.has(file));
  return { rows: recordings.length, strays };
}

const nothing = { rows: 0, strays: [] };

describe("saving a file", () => {
  it("answers with the recording, which can be watched at once", async () => {
    const ada = await app.person();
    const recording = await saveVideo(ada, "recorded.webm", { filename: "Sprint 3/4 demo.webm" });
    expect(recording).toMatchObject({
      filename: "Sprint 3/4 demo",
      original_filename: "Sprint 3/4 demo.webm",
      status: "processing",
      size: webm.length,
      mime_type: "video/webm",
      storage_type: "local",
    });
    const stream = await ada.call("GET", `/recordings/${recording.id}/stream`);
    expect(Buffer.from(await stream.arrayBuffer()).equals(Buffer.from(webm))).toBe(true);
  });

  it.each(["recorded.webm", "recorded.mp4", "h264.mov", "h264.mkv", "xvid.avi"] as const)(
    "imports %s",
    async (name) => {
      const ada = await app.person();
      const recording = await saveVideo(ada, name, { call: "/recordings/import" });
      expect(recording.size).toBe((await videoBytes(name)).length);
    },
  );

  it("ignores other fields, before and after", async () => {
    const ada = await app.person();
    const form = new FormData();
    form.append("title", "x");
    form.append("video", new File([Buffer.from(webm)], "a.webm"));
    form.append("after", "y");
    expect((await post(ada, form)).status).toBe(201);
  });

  it("counts in what the account holds", async () => {
    const ada = await app.person();
    await saveVideo(ada);
    const [usage] = await sql`select * from public.storage_usage where user_id = ${ada.id}`;
    expect(usage).toMatchObject({ used_bytes: webm.length, recording_count: 1 });
  });
});

describe("a file is refused and leaves nothing", () => {
  it.each([
    ["with another extension", webm, "notes.txt"],
    ["that is text under a video's name", Buffer.from("hello, I am text ".repeat(50)), "clip.mp4"],
    ["that is empty", new Uint8Array(), "clip.mp4"],
  ])("%s", async (_, bytes, filename) => {
    const ada = await app.person();
    const response = await post(ada, videoForm(bytes, filename));
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      error: "Invalid file type. Supported: MP4, WebM, MOV, AVI, MKV",
    });
    expect(await leftovers(ada)).toEqual(nothing);
  });

  it("of more than 500 MB, as its length says", async () => {
    const ada = await app.person();
    const response = await ada.call("POST", "/recordings/import", new Blob(["x"]).stream(), {
      "Content-Type": "multipart/form-data; boundary=x",
      "Content-Length": String(524_288_000 + 100_000),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ message: "File too large. Maximum size: 500MB" });
  });

  it("in another field, in another form, in no form", async () => {
    const ada = await app.person();
    expect((await post(ada, videoForm(webm, "a.webm", "file"))).status).toBe(422);
    const bare = await ada.call("POST", "/recordings", Buffer.from(webm), {
      "Content-Type": "video/webm",
    });
    expect(bare.status).toBe(415);
    expect((await ada.call("POST", "/recordings")).status).toBe(400);
    expect(await leftovers(ada)).toEqual(nothing);
  });

  it("when the body is cut off anywhere, in the file or behind it", async () => {
    const ada = await app.person();
    const encoded = new Response(videoForm(webm, "a.webm"));
    const type = encoded.headers.get("Content-Type") ?? "";
    const body = Buffer.from(await encoded.arrayBuffer());
    for (const length of [10, 150, 5000, body.length - 60, body.length - 5]) {
      const response = await ada.call("POST", "/recordings", body.subarray(0, length), {
        "Content-Type": type,
      });
      expect([400, 415]).toContain(response.status);
    }
    expect(await leftovers(ada)).toEqual(nothing);
  });

  it("when the sender vanishes", async () => {
    const ada = await app.person();
    const encoded = new Response(videoForm(webm, "a.webm"));
    const type = encoded.headers.get("Content-Type") ?? "";
    const body = Buffer.from(await encoded.arrayBuffer());
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(body.subarray(0, 100_000)),
      pull: (controller) => controller.error(new DOMException("gone", "AbortError")),
    });
    await ada.call("POST", "/recordings", broken, { "Content-Type": type });
    expect(await leftovers(ada)).toEqual(nothing);
  });
});

describe("an account without room", () => {
  it("on the Free plan without a drive is told to set storage up", async () => {
    const ada = await app.person({ plan: "Free" });
    const response = await post(ada, videoForm(webm, "a.webm"));
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ code: "storage_not_configured" });
  });

  it("that is full is refused before the first byte", async () => {
    const ada = await app.person({ plan: "Starter" });
    await sql`update public.storage_usage set used_bytes = 26843545600 where user_id = ${ada.id}`;
    const response = await post(ada, videoForm(webm, "a.webm"), "/recordings");
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ code: "quota_exceeded" });
    expect(await leftovers(ada)).toEqual(nothing);
  });
});

test("a suspended account and a stranger save nothing", async () => {
  const suspended = await app.person({ suspended: true });
  expect((await post(suspended, videoForm(webm, "a.webm"))).status).toBe(401);
  const stranger = await app.visitor.call("POST", "/recordings", videoForm(webm, "a.webm"));
  expect(stranger.status).toBe(401);
  expect(Recording.safeParse(await stranger.json()).success).toBe(false);
});
