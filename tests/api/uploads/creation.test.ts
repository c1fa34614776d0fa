import { describe, expect, it } from "vitest";
import { closeStaleUploads } from "#api/features/uploads/close-stale-uploads.ts";
import { testApp } from "#tests/support/app.ts";
import { readRecording, videoForm } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const sql = app.database.pool;
const webm = await videoBytes("recorded.webm");
const queued: string[] = [];
const jobs = {
  send: async (_sql: unknown, _kind: unknown, data: object) => {
    queued.push(JSON.stringify(data));
  },
};

async function newTus(wishes?: Parameters<typeof app.person>[0]) {
  const person = await app.person(wishes);
  return { person, tus: tusClient(app, person.token) };
}

describe("beginning an upload", () => {
  it("makes the recording, so that its link works from the first second", async () => {
    const { person, tus } = await newTus();
    const { url, recording } = created(await tus.create({ filename: "Stand-up.webm" }));
    expect(await readRecording(person, recording)).toMatchObject({
      filename: "Stand-up",
      status: "recording",
      size: 0,
    });
    const stream = await person.call("GET", `/recordings/${recording}/stream`);
    expect([stream.status, (await stream.json()).code]).toEqual([404, "no_bytes_yet"]);
    await tus.patch(url, { offset: 0, bytes: webm.slice(0, 1000) });
    expect(await readRecording(person, recording)).toMatchObject({
      status: "recording",
      size: 1000,
    });
    const soFar = await person.call("GET", `/recordings/${recording}/stream`);
    expect(soFar.headers.get("Cache-Control")).toBe("no-store");
    expect(Buffer.from(await soFar.arrayBuffer()).equals(Buffer.from(webm.slice(0, 1000)))).toBe(
      true,
    );
  });

  it.each([
    ["text/html", "application/octet-stream"],
    ["text/javascript", "application/octet-stream"],
    ["video/webm;codecs=vp9,opus", "video/webm"],
    ["Video/MP4", "video/mp4"],
  ])("of %s is served as %s and never as a page or a script", async (filetype, type) => {
    const { person, tus } = await newTus();
    const page = new TextEncoder().encode("<!doctype html><script src='x'></script>");
    const { url, recording } = created(await tus.create({ filename: "a.webm", filetype }));
    await tus.patch(url, { offset: 0, bytes: page });
    const stream = await person.call("GET", `/recordings/${recording}/stream`);
    expect(stream.headers.get("Content-Type")).toBe(type);
    expect(stream.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  it("whose answer was lost is the same upload when it is asked for again, and one of its own for others", async () => {
    const { person, tus } = await newTus();
    const key = crypto.randomUUID();
    const [first, ...more] = (
      await Promise.all([tus.create({ key }), tus.create({ key }), tus.create({ key })])
    ).map(created);
    expect(more).toEqual([first, first]);
    const other = created(await (await newTus()).tus.create({ key }));
    const unnamed = created(await tus.create());
    expect(new Set([first?.url, other.url, unnamed.url])).toHaveProperty("size", 3);
    const { recordings } = await (await person.call("GET", "/recordings")).json();
    expect(recordings).toHaveLength(2);
  });

  it("under the key of one that is through, in the trash or begun anew, is another", async () => {
    const { person, tus } = await newTus();
    const again = async (key: string) => created(await tus.create({ key }));
    const through = await again("through");
    await tus.patch(through.url, { offset: 0, bytes: webm, length: webm.length });
    expect((await again("through")).url).not.toBe(through.url);
    const thrown = await again("thrown");
    await person.call("DELETE", `/recordings/${thrown.recording}`);
    expect((await again("thrown")).url).not.toBe(thrown.url);
    const former = await again("former");
    const take = { recording: former.recording, take: "1", key: "former" };
    const anew = created(await tus.create(take));
    expect(anew.recording).toBe(former.recording);
    expect((await again("former")).url).toBe(anew.url);
  });

  it("says what the server can do", async () => {
    const { tus } = await newTus();
    const response = await tus.create();
    expect(response.status).toBe(201);
    expect(response.headers.get("Tus-Resumable")).toBe("1.0.0");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  it.each([
    [
      "an import of another type",
      { kind: "import", filename: "a.txt" },
      415,
      "Invalid file type. Supported: MP4, WebM, MOV, AVI, MKV",
    ],
    [
      "an import over 500 MB",
      { kind: "import", length: 524_288_001 },
      413,
      "File too large. Maximum size: 500MB",
    ],
    [
      "a kind that does not exist",
      { kind: "other" },
      422,
      "Upload-Metadata must name filename, filetype and kind",
    ],
    [
      "a file without a name",
      { filename: "" },
      422,
      "Upload-Metadata must name filename, filetype and kind",
    ],
    ["an empty file", { length: 0 }, 422, "The file is empty"],
    [
      "a name that cannot be kept",
      { filename: "a\u0000.webm" },
      422,
      "The text contains a character that cannot be kept.",
    ],
  ])("refuses %s", async (_, wishes, status, message) => {
    const { person, tus } = await newTus();
    const response = await tus.create(wishes);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: message, message });
    const list = await (await person.call("GET", "/recordings")).json();
    expect(list.recordings).toEqual([]);
  });

  it("takes no bytes with it of which it does not know how many they are", async () => {
    const { person } = await newTus();
    const metadata = { filename: "a.webm", kind: "import" };
    const response = await person.call("POST", "/uploads", new Blob([Buffer.from(webm)]).stream(), {
      "Tus-Resumable": "1.0.0",
      "Upload-Defer-Length": "1",
      "Content-Type": "application/offset+octet-stream",
      "Upload-Metadata": Object.entries(metadata)
        .map(([key, value]) => `${key} ${btoa(value)}`)
        .join(","),
    });
    expect([response.status, (await response.json()).error]).toEqual([
      400,
      "Content-Length is required",
    ]);
    const list = await (await person.call("GET", "/recordings")).json();
    expect(list.recordings).toEqual([]);
  });

  it("is paced, in one request or in many", async () => {
    const { person, tus } = await newTus();
    expect((await tus.create()).status).toBe(201);
    const [{ tokens } = { tokens: 0 }] = await sql<{ tokens: number }[]>`
      select tokens from private.buckets where name = ${`upload:account:${person.id}`}
    `;
    expect(tokens).toBeGreaterThanOrEqual(100);
    await sql`
      update private.buckets set tokens = 0 where name = ${`upload:account:${person.id}`}
    `;
    const whole = await person.call("POST", "/recordings", videoForm(webm, "a.webm"));
    for (const refused of [await tus.create(), whole])
      expect([refused.status, (await refused.json()).error]).toEqual([
        429,
        "You have sent very many recordings in a short time. Please wait a moment and try again.",
      ]);
  });

  it("takes an import of exactly 500 MB", async () => {
    const { tus } = await newTus();
    expect((await tus.create({ kind: "import", length: 524_288_000 })).status).toBe(201);
  });

  it("refuses what the plan has no room for, but never cuts what has begun", async () => {
    const { person, tus } = await newTus({ plan: "Starter" });
    const { url } = created(await tus.create());
    await sql`update public.storage_usage set used_bytes = 26843545600 where user_id = ${person.id}`;
    const next = await tus.create();
    expect([next.status, (await next.json()).code]).toEqual([402, "quota_exceeded"]);
    const under = await tus.patch(url, { offset: 0, bytes: webm, length: webm.length });
    expect(under.status).toBe(204);
  });
});

describe("an import", () => {
  it.each([
    ["long", "text ".repeat(1000)],
    ["shorter than any head", "a text"],
  ])("whose first bytes are no video is dropped at once, %s or not", async (_, text) => {
    const { person, tus } = await newTus();
    const { url, recording } = created(await tus.create({ kind: "import", length: text.length }));
    const response = await tus.patch(url, { offset: 0, bytes: Buffer.from(text) });
    expect(response.status).toBe(415);
    expect((await person.call("GET", `/recordings/${recording}`)).status).toBe(404);
    expect((await tus.head(url)).status).toBe(404);
  });

  it("of a length that is declared late keeps the limit", async () => {
    const { tus } = await newTus();
    const { url } = created(await tus.create({ kind: "import" }));
    const part = { offset: 0, bytes: webm, length: 524_288_001 };
    expect((await tus.patch(url, part)).status).toBe(413);
  });

  it("of a length that is not declared yet keeps the limit", async () => {
    const { tus } = await newTus();
    const { url } = created(await tus.create({ kind: "import" }));
    const part = { offset: 0, bytes: webm, contentLength: 524_288_001 };
    expect((await tus.patch(url, part)).status).toBe(413);
    expect((await tus.head(url)).status, "it is dropped").toBe(404);
  });
});

describe("giving an upload up", () => {
  it("takes the recording and its bytes along", async () => {
    const { person, tus } = await newTus();
    const { url, recording } = created(await tus.create());
    await tus.patch(url, { offset: 0, bytes: webm.slice(0, 1000) });
    const [part] = await partsOf(recording);
    expect((await tus.remove(url)).status).toBe(204);
    expect((await person.call("GET", `/recordings/${recording}`)).status).toBe(404);
    const [due] = await sql`
      select due_at <= now() as is_due from private.loose_objects where storage_key = ${part?.key ?? ""}
    `;
    expect(due).toEqual({ is_due: true });
  });
});

describe("an upload whose sender never comes back", () => {
  const close = () => closeStaleUploads(app.database.asService("test"), jobs, { abandoned: 0 });

  it("becomes a recording of what has arrived, marked as interrupted", async () => {
    const { person, tus } = await newTus();
    const { url, recording } = created(await tus.create());
    await tus.patch(url, { offset: 0, bytes: webm.slice(0, 50_000) });
    await close();
    expect(await readRecording(person, recording)).toMatchObject({
      status: "processing",
      interrupted: true,
      size: 50_000,
    });
    expect(queued).toContainEqual(JSON.stringify({ recording_id: recording }));
    expect((await tus.head(url)).headers.get("Upload-Length")).toBe("50000");
  });

  it("is dropped when nothing has arrived, or when it was an import", async () => {
    const { person, tus } = await newTus();
    const empty = created(await tus.create());
    const partial = created(await tus.create({ kind: "import", length: webm.length }));
    await tus.patch(partial.url, { offset: 0, bytes: webm.slice(0, 50_000) });
    await close();
    for (const { recording } of [empty, partial])
      expect((await person.call("GET", `/recordings/${recording}`)).status).toBe(404);
  });

  it("is left alone while it is alive", async () => {
    const { person, tus } = await newTus();
    const { recording } = created(await tus.create());
    await closeStaleUploads(app.database.asService("test"), jobs);
    expect(await readRecording(person, recording)).toMatchObject({ status: "recording" });
  });
});

const partsOf = (recording: string) => sql<{ key: string }[]>`
  select p.storage_key as key from private.upload_parts p join public.uploads u on u.id = p.upload_id
   where u.recording_id = ${recording}
`;
