import { describe, expect, it } from "vitest";
import { readEnv } from "#api/env.ts";
import { openObjects } from "#api/platform/objects/open.ts";
import { newKey } from "#api/platform/objects/store.ts";
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
});
