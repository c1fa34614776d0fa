import { beforeAll, describe, expect, it, test } from "vitest";
import type { Recording } from "#contract/recordings.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { saveVideo } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const webm = Buffer.from(await videoBytes("recorded.webm"));

let ada: SignedIn;
let recording: Recording;
beforeAll(async () => {
  ada = await app.person();
  recording = await saveVideo(ada, "recorded.webm", { filename: 'Demo "1/2" 🎬.webm' });
});

const stream = (headers: HeadersInit = {}, init: RequestInit = {}) =>
  app.request(`/api/recordings/${recording.id}/stream`, {
    ...init,
    headers: { Authorization: `Bearer ${ada.token}`, ...headers },
  });

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("streaming", () => {
  it("sends the whole file and says that it can send parts", async () => {
    const response = await stream();
    expect(response.status).toBe(200);
    expect(response.headers.get("Accept-Ranges")).toBe("bytes");
    expect(response.headers.get("Content-Type")).toBe("video/webm");
    expect(response.headers.get("Content-Disposition")).toBeNull();
    expect((await bytesOf(response)).equals(webm)).toBe(true);
  });

  it.each([
    ["bytes=0-99", 0, 99],
    ["bytes=100-", 100, webm.length - 1],
    ["bytes=-100", webm.length - 100, webm.length - 1],
  ])("sends %s", async (range, start, end) => {
    const response = await stream({ Range: range });
    expect(response.status).toBe(206);
    expect(response.headers.get("Content-Range")).toBe(`bytes ${start}-${end}/${webm.length}`);
    expect((await bytesOf(response)).equals(webm.subarray(start, end + 1))).toBe(true);
  });

  it("refuses what lies behind the end", async () => {
    const response = await stream({ Range: `bytes=${webm.length}-` });
    expect(response.status).toBe(416);
    expect(response.headers.get("Content-Range")).toBe(`bytes */${webm.length}`);
  });

  it("answers HEAD without a body, and what has not changed without anything", async () => {
    const head = await stream({}, { method: "HEAD" });
    expect(head.headers.get("Content-Length")).toBe(String(webm.length));
    expect((await bytesOf(head)).length).toBe(0);
    const etag = head.headers.get("ETag") ?? "";
    expect((await stream({ "If-None-Match": etag })).status).toBe(304);
    expect((await stream({ Range: "bytes=0-9", "If-Range": etag })).status).toBe(206);
    expect((await stream({ Range: "bytes=0-9", "If-Range": '"other"' })).status).toBe(200);
  });
});

test("a media token opens its recording also by an id in capitals, as some clients write it", async () => {
  const at = `/recordings/${recording.id.toUpperCase()}`;
  const { token } = await (await ada.call("POST", `${at}/media-token`)).json();
  const played = await app.request(`/api${at}/stream?token=${token}`);
  expect(played.status).toBe(200);
  expect((await bytesOf(played)).equals(webm)).toBe(true);
});

describe("HEAD of what is refused", () => {
  it("is refused as GET is, says as much, and tells nothing of the file", async () => {
    const { id } = recording;
    const eve = await app.person();
    const { token } = await (await ada.call("POST", `/recordings/${id}/media-token`)).json();
    const other = await saveVideo(ada);
    const asked = [
      [`/recordings/${id}/stream`, {}, 401],
      [`/recordings/${id}/stream`, { Authorization: `Bearer ${eve.token}` }, 404],
      [`/recordings/${id}/download`, { Authorization: `Bearer ${eve.token}` }, 404],
      [`/recordings/${id}/thumbnail`, { Authorization: `Bearer ${eve.token}` }, 404],
      [`/recordings/${id}`, { Authorization: `Bearer ${eve.token}` }, 404],
      [`/recordings/${other.id}/stream?token=${token}`, {}, 404],
      ["/shared/no-such-link/stream", {}, 404],
      ["/admin/users", { Authorization: `Bearer ${eve.token}` }, 403],
    ] as const;
    for (const [path, headers, status] of asked) {
      const head = await app.request(`/api${path}`, { method: "HEAD", headers });
      const got = await app.request(`/api${path}`, { headers });
      expect([path, head.status, got.status]).toEqual([path, status, status]);
      expect((await bytesOf(head)).length).toBe(0);
      expect(head.headers.get("Content-Length")).not.toBe(String(webm.length));
      for (const name of ["ETag", "Accept-Ranges", "Content-Disposition", "Location"])
        expect(head.headers.get(name), name).toBeNull();
    }
  });
});

describe("downloading", () => {
  it("carries the title, whatever is in it", async () => {
    const response = await ada.call("GET", `/recordings/${recording.id}/download`);
    expect(response.headers.get("Content-Disposition")).toBe(
      `attachment; filename="Demo -1-2- _.webm"; filename*=UTF-8''Demo%20-1-2-%20%F0%9F%8E%AC.webm`,
    );
    expect((await bytesOf(response)).equals(webm)).toBe(true);
  });
});

describe("a media token", () => {
  const mediaToken = async (id = recording.id) => {
    const response = await ada.call("POST", `/recordings/${id}/media-token`);
    return response.json();
  };

  it("opens its recording's media for six hours, without any header", async () => {
    const { token, expires_at } = await mediaToken();
    const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(6, 1);
    for (const what of ["stream", "download"]) {
      const response = await app.request(`/api/recordings/${recording.id}/${what}?token=${token}`);
      expect(response.status).toBe(200);
    }
  });

  it("opens nothing else", async () => {
    const { token } = await mediaToken();
    const other = await saveVideo(ada);
    const open = (path: string, init?: RequestInit) => app.request(`/api${path}`, init);
    expect((await open(`/recordings/${other.id}/stream?token=${token}`)).status).toBe(404);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await open(`/recordings/${recording.id}`, { headers })).status).toBe(401);
    expect((await open(`/recordings?token=${token}`)).status).toBe(401);
  });

  it("ends with the account's sessions", async () => {
    const ben = await app.person();
    const own = await saveVideo(ben);
    const { token } = await (await ben.call("POST", `/recordings/${own.id}/media-token`)).json();
    await app.database.pool`update public.users set suspended = true where id = ${ben.id}`;
    const response = await app.request(`/api/recordings/${own.id}/stream?token=${token}`);
    expect(response.status).toBe(401);
  });

  it("is not needed with a session token in its place", async () => {
    const response = await app.request(`/api/recordings/${recording.id}/stream?token=${ada.token}`);
    expect(response.status).toBe(200);
  });
});

describe("the parts of an upload", () => {
  it("are read as one file, from any byte to any other", async () => {
    const tus = tusClient(app, ada.token);
    const { url, recording: id } = created(await tus.create({ length: webm.length }));
    for (let offset = 0; offset < webm.length; offset += 70_000)
      await tus.patch(url, { offset, bytes: webm.subarray(offset, offset + 70_000) });
    const whole = await ada.call("GET", `/recordings/${id}/stream`);
    expect((await bytesOf(whole)).equals(webm)).toBe(true);
    for (const [start, end] of [
      [0, 10],
      [69_990, 70_010],
      [69_999, 210_001],
      [150_000, 296_142],
    ] as const) {
      const part = await ada.call("GET", `/recordings/${id}/stream`, undefined, {
        Range: `bytes=${start}-${end}`,
      });
      expect(part.status).toBe(206);
      expect((await bytesOf(part)).equals(webm.subarray(start, end + 1))).toBe(true);
    }
  });
});

describe("a right that was given seconds ago", () => {
  it("ends at once where the recording is deleted, and belongs to its token alone", async () => {
    const own = await saveVideo(ada);
    const address = `/api/recordings/${own.id}/stream`;
    const made = await ada.call("POST", `/recordings/${own.id}/media-token`);
    const { token } = await made.json();
    expect((await app.request(`${address}?token=${token}`)).status).toBe(200);
    expect((await app.request(`${address}?token=${token}x`)).status).toBe(401);
    const other = `/api/recordings/${recording.id}/stream?token=${token}`;
    expect((await app.request(other)).status).toBe(404);
    await ada.call("DELETE", `/recordings/${own.id}`);
    expect((await app.request(`${address}?token=${token}`)).status).toBe(404);
  });
});
