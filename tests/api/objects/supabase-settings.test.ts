import { describe, expect, it } from "vitest";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import { StartError } from "#api/platform/start-error.ts";
import { bucketNamed, startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

const storage = startStorage();
atEndOfFile(storage.stop);
const elsewhere = Bun.serve({
  port: 0,
  fetch: () => Response.json({ code: "not_found" }, { status: 404 }),
});
atEndOfFile(() => elsewhere.stop(true));
const website = Bun.serve({
  port: 0,
  fetch: () => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } }),
});
atEndOfFile(() => website.stop(true));
const otherApi = Bun.serve({ port: 0, fetch: () => Response.json({ status: "ok" }) });
atEndOfFile(() => otherApi.stop(true));

const types = ["video/*", "application/octet-stream"];
const settings = { url: storage.url, secretKey: storage.secretKey, bucket: "recordings" };

describe("settings that are right", () => {
  it("make the bucket once, and it is private", async () => {
    await Promise.all([openSupabaseStore(settings), openSupabaseStore(settings)]);
    expect([...storage.buckets.values()]).toMatchObject([{ name: "recordings", public: false }]);
  });
});

describe("settings that are wrong stop the start, which names them:", () => {
  it.each([
    [
      "a key nobody knows",
      { secretKey: "sb_secret_of_another" },
      /^SUPABASE_SECRET_KEY: .*API key/,
    ],
    ["a key that is none", { secretKey: "nonsense" }, /^SUPABASE_SECRET_KEY: .*JWS/],
    [
      "the publishable key",
      { secretKey: storage.publishableKey },
      /^SUPABASE_SECRET_KEY: .*publish/,
    ],
    ["an address where nobody is", { url: "http://127.0.0.1:1" }, /^SUPABASE_URL: nothing answers/],
    ["a host that is none", { url: "http://nothing.invalid" }, /^SUPABASE_URL: nothing answers/],
    ["the address of Storage", { url: `${storage.url}/storage/v1` }, /^SUPABASE_URL: .*without/],
    ["another path", { url: `${storage.url}/project` }, /^SUPABASE_URL: .*not a Supabase/],
    [
      "another server",
      { url: `http://127.0.0.1:${elsewhere.port}` },
      /^SUPABASE_URL: .*not a Supa/,
    ],
    [
      "a website that has a page for every address",
      { url: `http://127.0.0.1:${website.port}` },
      /^SUPABASE_URL: .*not a Supa/,
    ],
    [
      "another service that likes every call",
      { url: `http://127.0.0.1:${otherApi.port}` },
      /^SUPABASE_URL: .*not a Supa/,
    ],
    ["a path for a bucket", { bucket: "a/b" }, /^STORAGE_BUCKET: /],
    ["a name that is too long", { bucket: "a".repeat(101) }, /^STORAGE_BUCKET: /],
  ])("%s", async (_, wrong, words) => {
    const opening = openSupabaseStore({ ...settings, ...wrong });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(words);
  });

  it("a key of a visitor, as older projects have it, where the bucket is hidden from it", async () => {
    const asVisitor = startStorage({ secretIs: "anon" });
    atEndOfFile(asVisitor.stop);
    const { url, secretKey } = asVisitor;
    await expect(openSupabaseStore({ ...settings, url, secretKey })).rejects.toThrow(
      /^SUPABASE_SECRET_KEY: .*row-level security/,
    );
  });

  it("a bucket that is public: what lies in it is everybody's", async () => {
    storage.buckets.set("open-to-all", bucketNamed("open-to-all", { public: true }));
    const opening = openSupabaseStore({ ...settings, bucket: "open-to-all" });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(/^STORAGE_BUCKET: .*public/);
  });

  it("a bucket that refuses parts or pictures", async () => {
    const videos = bucketNamed("videos", { allowed_mime_types: ["video/*"] });
    storage.buckets.set("videos", videos);
    const opening = openSupabaseStore({ ...settings, bucket: "videos" });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(/^STORAGE_BUCKET: .*video\/\*.*image\/jpeg/);
    storage.buckets.set("videos", { ...videos, allowed_mime_types: [...types, "image/*"] });
    await openSupabaseStore({ ...settings, bucket: "videos" });
  });

  it("a bucket too small for the parts of a recording", async () => {
    storage.buckets.set("small", bucketNamed("small", { file_size_limit: 1_000_000 }));
    const opening = openSupabaseStore({ ...settings, bucket: "small" });
    await expect(opening).rejects.toThrow(/^STORAGE_BUCKET: .*16 MB/);
  });

  it("a project that does not work just now is no wrong key", async () => {
    const down = startStorage();
    atEndOfFile(down.stop);
    down.down.status = 503;
    const opening = openSupabaseStore({ ...settings, url: down.url });
    await expect(opening).rejects.toThrow(/^SUPABASE_URL: .*at the moment \(503/);
  });
});
