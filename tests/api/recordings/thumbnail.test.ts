import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { jpeg, sheetQuery } from "#tests/support/jpeg.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { saveVideo } from "#tests/support/saving.ts";

const app = await testApp();

const header = { "Content-Type": "image/jpeg" };

async function withRecording() {
  const ada = await app.person();
  const { id } = await saveVideo(ada);
  return { ada, path: `/recordings/${id}/thumbnail`, id };
}

describe("a thumbnail", () => {
  it("is kept and given back, and named in the recording", async () => {
    const { ada, path } = await withRecording();
    expect((await ada.call("GET", path)).status).toBe(404);
    const stored = await ada.call("POST", path, jpeg(), header);
    expect(stored.status).toBe(200);
    expect((await stored.json()).thumbnail_path).toContain(`/api${path}?v=`);
    const found = await ada.call("GET", path);
    expect(found.headers.get("Content-Type")).toBe("image/jpeg");
    expect(Buffer.from(await found.arrayBuffer()).equals(Buffer.from(jpeg()))).toBe(true);
    const etag = found.headers.get("ETag") ?? "";
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
      const again = await ada.call("GET", path, undefined, { "If-None-Match": known });
      expect(again.status).toBe(304);
      expect(again.headers.get("ETag")).toBe(etag);
      expect(again.headers.get("Cache-Control")).toBe("private, max-age=300");
    }
  });

  it("is kept by no browser of somebody whose link may end at any moment", async () => {
    const { ada, path, id } = await withRecording();
    await ada.call("POST", path, jpeg(), header);
    const link = through(await linkTo(ada, id));
    const seen = await app.visitor.call("GET", path, undefined, link);
    expect([seen.status, seen.headers.get("Cache-Control")]).toEqual([200, "private, no-cache"]);
  });

  it("is replaced by the next, and the one before goes", async () => {
    const { ada, path, id } = await withRecording();
    const first = await (await ada.call("POST", path, jpeg(5000, 1), header)).json();
    const [{ thumbnail_key: key } = { thumbnail_key: "" }] = await app.database.pool<
      { thumbnail_key: string }[]
    >`select thumbnail_key from public.recordings where id = ${id}`;
    const second = await (await ada.call("POST", path, jpeg(6000, 2), header)).json();
    expect(second.thumbnail_path).not.toBe(first.thumbnail_path);
    const due = await app.database.pool`
      select 1 from private.loose_objects where storage_key = ${key} and due_at <= now()
    `;
    expect(due.length).toBe(1);
    const found = await ada.call("GET", path);
    expect((await found.arrayBuffer()).byteLength).toBe(6000);
    const other = found.headers.get("ETag") ?? "";
    await ada.call("POST", path, jpeg(6000, 3), header);
    const changed = await ada.call("GET", path, undefined, { "If-None-Match": other });
    expect(changed.status, "a browser that has the one before gets the new one").toBe(200);
  });

  it.each([
    [
      "a picture of another kind",
      Buffer.from(`\x89PNG\r\n\x1a\n${"x".repeat(200)}`, "latin1"),
      415,
    ],
    ["text that calls itself a JPEG", Buffer.from("hello ".repeat(50)), 415],
    ["a JPEG that is cut off", jpeg().slice(0, 4000), 415],
    ["nothing", new Uint8Array(), 422],
    ["more than 2 MB", jpeg(2 * 1024 * 1024 + 1), 413],
  ])("is not made of %s", async (_, bytes, status) => {
    const { ada, path } = await withRecording();
    expect((await ada.call("POST", path, bytes, header)).status).toBe(status);
    expect((await ada.call("GET", path)).status).toBe(404);
  });

  it("may have exactly 2 MB", async () => {
    const { ada, path } = await withRecording();
    expect((await ada.call("POST", path, jpeg(2 * 1024 * 1024), header)).status).toBe(200);
  });

  it("counts, with contact sheets, among a thousand pictures of an account in a day", async () => {
    const { ada, path, id } = await withRecording();
    const bucket = app.database.pool`name = ${`picture:account:${ada.id}`}`;
    const left = async () =>
      (
        await app.database.pool`select round(tokens) as left from private.buckets where ${bucket}`
      )[0]?.left;
    const sheet = () =>
      ada.call("POST", `/recordings/${id}/contact-sheet?${sheetQuery}`, jpeg(), header);
    const thumbnail = () => ada.call("POST", path, jpeg(), header);
    expect([(await thumbnail()).status, await left()]).toEqual([200, 999]);
    await sheet();
    expect((await ada.call("POST", path, jpeg(2 * 1024 * 1024 + 1), header)).status).toBe(413);
    expect(await left(), "one that is refused does not count").toBe(998);
    await app.database.pool`update private.buckets set tokens = 0 where ${bucket}`;
    expect([(await thumbnail()).status, (await sheet()).status]).toEqual([429, 429]);
    const other = await withRecording();
    expect((await other.ada.call("POST", other.path, jpeg(), header)).status).toBe(200);
  });
});
