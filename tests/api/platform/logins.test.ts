import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { describe, expect, it, test } from "vitest";
import { readEnv } from "#api/env.ts";
import { bootstrap } from "#api/platform/embedded/bootstrap.ts";
import { startPostgres } from "#api/platform/embedded/postgres.ts";
import { openPlatform } from "#api/platform/open.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { fail } from "#tests/support/realtime.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const fileOf = (dataDir: string, name: string) => join(dataDir, "postgres", name);
const passwordIn = (dataDir: string, name: string) =>
  readFileSync(fileOf(dataDir, name), "utf8").trim();

async function begin(dataDir: string) {
  const server = await startPostgres(join(dataDir, "postgres"));
  atEndOfFile(server.stop);
  return server;
}

async function open(DATA_DIR: string) {
  const platform = await openPlatform(readEnv({ DATA_DIR }), fail);
  atEndOfFile(platform.close);
  return platform;
}

/** The role that a login gets there, or why the login is refused. */
async function enter(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql<{ who: string }[]>`select current_user as who`;
    return row?.who ?? "nobody";
  } catch (error) {
    return String(error);
  } finally {
    await sql.end();
  }
}

const withPassword = (url: string, password: string) =>
  Object.assign(new URL(url), { password }).href;

/** A directory with one password for both, and no file but the password's: as every directory was made once. */
async function directoryFromBefore() {
  const dataDir = temporaryDirectory();
  const { adminUrl, url, stop } = await begin(dataDir);
  await bootstrap(adminUrl());
  const sql = postgres(adminUrl(), { max: 1, onnotice: () => {} });
  await sql.unsafe(`alter role postgres password '${passwordIn(dataDir, "password")}'`);
  await sql.end();
  return { dataDir, url, stop };
}

describe("the application", () => {
  it("has a password of its own, which makes nobody superuser", async () => {
    const DATA_DIR = temporaryDirectory();
    const platform = await open(DATA_DIR);
    const { url, adminUrl } = await begin(DATA_DIR);
    const own = passwordIn(DATA_DIR, "application-password");
    expect(statSync(fileOf(DATA_DIR, "application-password")).mode & 0o777).toBe(0o600);
    expect(await enter(url())).toBe("postgres");
    expect(await enter(adminUrl())).toBe("supabase_admin");
    expect(await enter(withPassword(adminUrl(), own))).toContain("password authentication failed");
    const superusers = passwordIn(DATA_DIR, "password");
    expect(await enter(withPassword(url(), superusers))).toContain(
      "password authentication failed",
    );
    const [role] = await platform.database.pool`
      select current_user as who, rolsuper as super from pg_roles where rolname = current_user
    `;
    expect(role).toEqual({ who: "postgres", super: false });
    await platform.close();
  });

  it("keeps it from one start to the next", async () => {
    const DATA_DIR = temporaryDirectory();
    await (await open(DATA_DIR)).close();
    const first = passwordIn(DATA_DIR, "application-password");
    await (await open(DATA_DIR)).close();
    expect(passwordIn(DATA_DIR, "application-password")).toBe(first);
  });
});

describe("a directory in which both had one password", () => {
  it("is still entered as it was, until the application has its own", async () => {
    const { dataDir, url, stop } = await directoryFromBefore();
    expect(await enter(url())).toBe("postgres");
    const withOne = url();
    await stop();

    const platform = await open(dataDir);
    expect(await platform.database.pool`select 1 as one`).toEqual([{ one: 1 }]);
    const now = (await begin(dataDir)).url();
    expect(await enter(now)).toBe("postgres");
    const { password } = new URL(withOne);
    expect(await enter(withPassword(now, password))).toContain("password authentication failed");
    await platform.close();
  });

  it("gets one that a start which was cut short had not written", async () => {
    const { dataDir, url, stop } = await directoryFromBefore();
    await stop();
    const server = await begin(dataDir);
    await server.separateLogins();
    await server.stop();
    rmSync(fileOf(dataDir, "application-password"));
    const platform = await open(dataDir);
    expect(await platform.database.pool`select 1 as one`).toEqual([{ one: 1 }]);
    expect(new URL(url()).password).toBe(passwordIn(dataDir, "application-password"));
    await platform.close();
  });
});

test("data that was thrown away takes the application's password with it", async () => {
  const DATA_DIR = temporaryDirectory();
  await (await open(DATA_DIR)).close();
  rmSync(fileOf(DATA_DIR, "data"), { recursive: true });
  const { stop } = await begin(DATA_DIR);
  expect(existsSync(fileOf(DATA_DIR, "application-password"))).toBe(false);
  await stop();
  const platform = await open(DATA_DIR);
  expect(await platform.database.pool`select 1 as one`).toEqual([{ one: 1 }]);
  await platform.close();
});
