import { describe, expect, it } from "vitest";
import { readEnv } from "#api/env.ts";
import { openObjects } from "#api/platform/objects/open.ts";
import { newKey } from "#api/platform/objects/store.ts";
import { startS3 } from "#tests/stand-ins/s3.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { newSigningKey } from "#tests/support/signing-key.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

async function project() {
  const { url, secretKey, stop } = startStorage();
  atEndOfFile(stop);
  return {
    DATABASE_URL: "postgres://postgres@127.0.0.1:5432/postgres",
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_stand_in",
    SUPABASE_SECRET_KEY: secretKey,
    SIGNING_KEY: JSON.stringify(await newSigningKey()),
  };
}

function bucket() {
  const { endpoint, keys, stop } = startS3();
  atEndOfFile(stop);
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: "recordings",
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
}

const opened = (DATA_DIR: string, settings = {}) => openObjects(readEnv({ DATA_DIR, ...settings }));

describe("the stores of a server", () => {
  it("are its disk, and new bytes go there", async () => {
    const { home, stores, storageType } = await opened(temporaryDirectory());
    expect([home, stores, storageType(home)]).toEqual(["disk", ["disk"], "local"]);
  });

  it("are its project's where it has one", async () => {
    const { home, stores, storageType } = await opened(temporaryDirectory(), await project());
    expect([home, stores, storageType(home)]).toEqual(["supabase", ["supabase"], "s3"]);
  });

  it("are both where it had none before: what lies on the disk is still read", async () => {
    const directory = temporaryDirectory();
    const before = await opened(directory);
    const ref = { store: before.home, key: newKey() };
    await before.put(ref, new Uint8Array(10));
    const after = await opened(directory, await project());
    expect([after.home, after.stores]).toEqual(["supabase", ["supabase", "disk"]]);
    expect(await after.size(ref)).toBe(10);
    expect(await after.size({ ...ref, store: "supabase" })).toBeNull();
  });

  it("are its bucket's where it has one, and the disk as long as something lies there", async () => {
    const { home, stores, storageType } = await opened(temporaryDirectory(), bucket());
    expect([home, stores, storageType(home)]).toEqual(["s3", ["s3"], "s3"]);
    const used = temporaryDirectory();
    await opened(used);
    expect((await opened(used, bucket())).stores).toEqual(["s3", "disk"]);
  });

  it.each([
    ["disk", ["disk", "supabase", "s3"]],
    ["s3", ["s3", "supabase"]],
    ["supabase", ["supabase", "s3"]],
    ["", ["s3", "supabase"]],
  ])("are all that are set up, and STORE=%s says which takes new bytes", async (STORE, stores) => {
    const settings = { ...(await project()), ...bucket(), STORE };
    expect((await opened(temporaryDirectory(), settings)).stores).toEqual(stores);
  });
});
