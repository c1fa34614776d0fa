import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { joinStores } from "#api/platform/objects/objects.ts";
import { openS3Store } from "#api/platform/objects/s3.ts";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import { recordingIn } from "#tests/api/moves/world.ts";
import { startS3 } from "#tests/stand-ins/s3.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { linkTo, through } from "#tests/support/links.ts";

const bytes = Buffer.alloc(3000, 7);
const s3 = startS3();
atEndOfFile(s3.stop);
const storage = startStorage();
atEndOfFile(storage.stop);

const home = () => openS3Store({ endpoint: s3.endpoint, bucket: "recordings", ...s3.keys });

/** The same recording as its owner asks for it, and as who has a link does. */
async function watched(PREFER_REDIRECT: string, store = home()) {
  const opened = await store;
  const app = await testApp({ PREFER_REDIRECT }, { objects: joinStores([opened]) });
  const ada = await app.person();
  const id = await recordingIn(app, ada, opened.name, bytes);
  const link = await linkTo(ada, id);
  const path = `/recordings/${id}/stream`;
  return {
    owner: (headers = {}) => ada.call("GET", path, undefined, headers),
    head: () => ada.call("HEAD", path),
    viewer: () => app.visitor.call("GET", path, undefined, through(link)),
  };
}

const secondsAt = (answer: Response) =>
  Number(new URL(answer.headers.get("Location") ?? "").searchParams.get("X-Amz-Expires"));

describe("who watches is sent to the bucket", () => {
  it("by a session, with nothing stored on the way; by a link, the bytes come from us", async () => {
    const { owner, viewer } = await watched("on");
    const sent = await owner();
    expect([sent.status, sent.headers.get("Cache-Control")]).toEqual([302, "no-store"]);
    expect((await fetch(sent.headers.get("Location") ?? "")).status).toBe(200);
    const given = await viewer();
    expect([given.status, (await given.bytes()).length]).toEqual([200, bytes.length]);
  });

  it("always, where the operator wants it: by a link for at most ten minutes", async () => {
    const { owner, viewer } = await watched("always");
    const [sent, viewing] = [await owner(), await viewer()];
    expect([sent.status, viewing.status]).toEqual([302, 302]);
    expect(viewing.headers.get("Cache-Control")).toContain("no-store");
    expect(secondsAt(viewing)).toBe(600);
    expect(secondsAt(sent)).toBeGreaterThan(6 * 3600);
    expect((await fetch(viewing.headers.get("Location") ?? "")).status).toBe(200);
  });

  it("always, also to a project's Storage: its address is as short", async () => {
    const { url, secretKey } = storage;
    const { viewer } = await watched(
      "always",
      openSupabaseStore({ url, secretKey, bucket: "recordings" }),
    );
    const { searchParams } = new URL((await viewer()).headers.get("Location") ?? "");
    const { exp = Number.NaN } = decodeJwt(searchParams.get("token") ?? "");
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(600);
  });

  it("never, where all bytes shall go through the API", async () => {
    const { owner, viewer } = await watched("off");
    expect([(await owner()).status, (await viewer()).status]).toEqual([200, 200]);
  });

  it.each(["on", "always"])(
    "not to go on with a file, to look at it in a page, or for its head (%s)",
    async (way) => {
      const { owner, head } = await watched(way);
      const goesOn = await owner({ "If-Range": '"x"', Range: "bytes=0-9" });
      expect(goesOn.status).toBe(200);
      expect((await owner({ "Sec-Fetch-Mode": "cors" })).status).toBe(200);
      expect((await owner({ "Sec-Fetch-Mode": "no-cors" })).status).toBe(302);
      const answer = await head();
      expect([answer.status, answer.headers.get("Content-Length")]).toEqual([200, "3000"]);
    },
  );
});
