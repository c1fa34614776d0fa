import { describe, expect, it } from "vitest";
import { readEnv } from "#api/env.ts";
import { openS3Store } from "#api/platform/objects/s3.ts";
import { newKey, StoreUnreachable } from "#api/platform/objects/store.ts";
import { StartError } from "#api/platform/start-error.ts";
import { startS3 } from "#tests/stand-ins/s3.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

const s3 = startS3();
atEndOfFile(s3.stop);
const website = Bun.serve({ port: 0, fetch: () => new Response("<!doctype html>") });
atEndOfFile(() => website.stop(true));
const nowhere = Bun.serve({ port: 0, fetch: () => new Response("nothing", { status: 404 }) });
atEndOfFile(() => nowhere.stop(true));

const settings = { endpoint: s3.endpoint, bucket: "recordings", ...s3.keys, pauses: [] };

describe("settings of a bucket that are wrong stop the start, which names them and no secret:", () => {
  it.each([
    ["a key nobody knows", { accessKeyId: "another" }, /^S3_ACCESS_KEY_ID: /],
    ["another secret", { secretAccessKey: "hidden" }, /^S3_SECRET_ACCESS_KEY: /],
    ["no such bucket", { bucket: "nowhere" }, /^S3_BUCKET: there is no bucket "nowhere"/],
    ["another region", { region: "eu-west-9" }, /^S3_REGION: .*us-east-1/],
    ["a website", { endpoint: `http://127.0.0.1:${website.port}` }, /^S3_ENDPOINT: .*not an S3/],
    [
      "another server",
      { endpoint: `http://127.0.0.1:${nowhere.port}` },
      /^S3_ENDPOINT: .*not an S3/,
    ],
  ])("%s", async (_, wrong, words) => {
    const opening = openS3Store({ ...settings, ...wrong });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(words);
    await expect(opening).rejects.not.toThrow(/hidden|stand-in\/secret/);
  });

  it("a key that may only read", async () => {
    Object.assign(s3.refuses, { calls: "PUT", times: 1, code: "AccessDenied", status: 403 });
    await expect(openS3Store(settings)).rejects.toThrow(/^S3_ACCESS_KEY_ID: .*write/);
  });

  it("a bucket that is public, unless its public endpoint says that this is meant", async () => {
    s3.buckets.set("open", { isPublic: true });
    const wide = { ...settings, bucket: "open" };
    await expect(openS3Store(wide)).rejects.toThrow(StartError);
    await expect(openS3Store(wide)).rejects.toThrow(/^S3_BUCKET: .*public/);
    await openS3Store({ ...wide, publicEndpoint: s3.endpoint });
    expect([...s3.objects.keys()], "left in the bucket by the look").toEqual([]);
  });

  it("a public bucket, also where several servers look at it at once", async () => {
    s3.buckets.set("open", { isPublic: true });
    const opening = Array.from({ length: 3 }, () => openS3Store({ ...settings, bucket: "open" }));
    for (const opened of await Promise.allSettled(opening))
      expect(String(opened.status === "rejected" && opened.reason)).toMatch(/^StartError.*public/);
    expect([...s3.objects.keys()], "left in the bucket by the look").toEqual([]);
  });

  it.each([
    [20, "20 minutes behind"],
    [-30, "30 minutes ahead of"],
  ])("a clock that is off by %s minutes is named", async (minutes, words) => {
    s3.clock.ahead = minutes * 60_000;
    const opening = openS3Store(settings);
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(`this machine's clock is ${words} the service's`);
    s3.clock.ahead = 0;
  });
});

describe("an endpoint that is away", () => {
  it("keeps no server from starting, and is used when it is back", async () => {
    const warned: string[] = [];
    const log = { warn: (words: string) => void warned.push(words) } as never; // all that is said of a log here
    s3.down.status = 503;
    const store = await openS3Store({ ...settings, log });
    expect(warned).toEqual([expect.stringMatching(/^S3_ENDPOINT: the bucket cannot be reached/)]);
    await expect(store.check()).rejects.toThrow(StoreUnreachable);
    await expect(store.put(newKey(), new Uint8Array(9))).rejects.toThrow(StoreUnreachable);
    s3.down.status = null;
    await store.check();
    await store.put(newKey(), new Uint8Array(9));
  });

  it("whose bucket turns out to be public takes no byte", async () => {
    s3.buckets.set("later", { isPublic: true });
    s3.down.status = 503;
    const store = await openS3Store({ ...settings, bucket: "later" });
    s3.down.status = null;
    const putting = store.put(newKey(), new Uint8Array(9));
    await expect(putting).rejects.toThrow(StoreUnreachable);
    await expect(putting).rejects.toThrow(/public/);
  });
});

const bucket = {
  S3_ENDPOINT: "https://s3.example/",
  S3_BUCKET: "recordings",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
};

describe("the environment", () => {
  it("says where new bytes go, and how a bucket is reached", () => {
    expect(readEnv(bucket)).toMatchObject({
      S3_ENDPOINT: "https://s3.example",
      S3_REGION: "us-east-1",
      S3_STYLE: "path",
      PREFER_REDIRECT: "on",
    });
  });

  it.each([
    ["S3_ENDPOINT", { ...bucket, S3_ENDPOINT: "" }],
    ["S3_ACCESS_KEY_ID", { ...bucket, S3_ACCESS_KEY_ID: "" }],
    ["S3_SECRET_ACCESS_KEY", { ...bucket, S3_SECRET_ACCESS_KEY: "" }],
    ["S3_BUCKET", { ...bucket, S3_BUCKET: "" }],
    ["S3_BUCKET", { S3_PREFIX: "kinora/" }],
    ["S3_BUCKET", { STORE: "s3" }],
    ["SUPABASE_URL", { STORE: "supabase" }],
  ])("is refused without %s, by name", (name, given) => {
    expect(() => readEnv(given)).toThrow(new RegExp(`^${name}: is needed`));
  });

  it.each([
    ["S3_ENDPOINT", "https://s3.example/recordings"],
    ["S3_ENDPOINT", "s3.example"],
    ["S3_PUBLIC_ENDPOINT", "https://s3.example?x"],
    ["S3_STYLE", "virtual"],
    ["S3_PREFIX", "/kinora/"],
    ["S3_PREFIX", "../"],
    ["S3_BUCKET", "a/b"],
    ["STORE", "elsewhere"],
    ["PREFER_REDIRECT", "maybe"],
  ])("refuses %s=%s, by name", (name, value) => {
    expect(() => readEnv({ ...bucket, [name]: value })).toThrow(new RegExp(`^${name}: `));
  });
});
