import { writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { readEnv } from "#api/env.ts";
import { isDatabaseLost } from "#api/platform/database-lost.ts";
import { startPostgres } from "#api/platform/embedded/postgres.ts";
import { EMBEDDED_KEY } from "#api/platform/embedded/realtime/endpoint.ts";
import { openPlatform, type Platform } from "#api/platform/open.ts";
import { StartError } from "#api/platform/start-error.ts";
import { childThat } from "#tests/support/child.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { cuttable } from "#tests/support/cuttable.ts";
import { emptyDatabase, hostedLikePostgres, testDatabase } from "#tests/support/database.ts";
import { fail, newKey } from "#tests/support/realtime.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const SUPABASE = {
  SUPABASE_URL: "https://project.supabase.test",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_theirs",
  SUPABASE_SECRET_KEY: "sb_secret_theirs",
  SIGNING_KEY: JSON.stringify(await newKey()),
};

const hosted = await hostedLikePostgres();

async function open(settings: Record<string, string>): Promise<Platform> {
  const env = readEnv({ DATA_DIR: temporaryDirectory(), ...settings });
  const platform = await openPlatform(env, fail);
  atEndOfFile(platform.close);
  return platform;
}

const tables = ({ database }: Platform) => database.pool`
  select to_regclass('public.users') is not null as migrated
`;

describe("without any configuration", () => {
  const DATA_DIR = temporaryDirectory();

  it("everything is here: a migrated database, Realtime, keys", async () => {
    const platform = await open({ DATA_DIR });
    expect(platform.mode).toBe("embedded");
    expect(platform.publicConfig).toEqual({ realtime_url: null, realtime_key: EMBEDDED_KEY });
    expect(await tables(platform)).toEqual([{ migrated: true }]);

    const server = Bun.serve({
      port: 0,
      websocket: platform.realtime?.websocket ?? { message() {} },
      fetch: () => new Response(),
    });
    expect((await platform.ready()).checks.realtime).toBe("is not started");
    await platform.realtime?.start(server);
    expect(await platform.ready()).toEqual({
      ready: true,
      checks: { database: "ok", realtime: "ok" },
    });

    await expect(open({ DATA_DIR })).rejects.toThrow(/already running on/);
    expect(await tables(platform)).toEqual([{ migrated: true }]);
    await platform.close();
    expect(await platform.ready()).toMatchObject({ ready: false });
    await server.stop(true);
  });

  it("a token outlives the server that gave it", async () => {
    const before = await open({ DATA_DIR });
    const claims = { sub: crypto.randomUUID(), sid: crypto.randomUUID() };
    const token = await before.keys.sign("session", claims);
    await before.close();
    const after = await open({ DATA_DIR });
    expect(await after.keys.verify("session", token)).toMatchObject(claims);
    await after.close();
  });

  it("a start that fails leaves nothing behind that would hinder the next", async () => {
    const version = join(DATA_DIR, "postgres/data/PG_VERSION");
    writeFileSync(version, "16\n");
    await expect(open({ DATA_DIR })).rejects.toThrow(/Postgres 16/);
    writeFileSync(version, "17\n");
    const platform = await open({ DATA_DIR });
    expect(await tables(platform)).toEqual([{ migrated: true }]);
    await platform.close();
  });

  it("a start that fails leaves a Postgres that it found running as it was", async () => {
    await (await open({ DATA_DIR })).close();
    const left = await childThat(`
      const { startPostgres } = await import("#api/platform/embedded/postgres.ts");
      await startPostgres(${JSON.stringify(join(DATA_DIR, "postgres"))});
    `);
    await left.kill();
    const { pid, url, stop } = await startPostgres(join(DATA_DIR, "postgres"));
    const sql = postgres(url(), { max: 1 });
    await sql`insert into supabase_migrations.schema_migrations (version) values ('99990101')`;

    await expect(open({ DATA_DIR })).rejects.toThrow(/99990101 is not known here/);
    expect(
      await sql`delete from supabase_migrations.schema_migrations where version = '99990101'`,
    ).toHaveProperty("count", 1);
    const platform = await open({ DATA_DIR });
    expect((await startPostgres(join(DATA_DIR, "postgres"))).pid).toBe(pid);
    await sql.end();
    await platform.close();
    await stop();
  });
});

describe("with the database of a Supabase project", () => {
  it("Realtime is the project's, and several servers share the work", async () => {
    const settings = { ...SUPABASE, DATABASE_URL: hosted.url, DATA_DIR: temporaryDirectory() };
    const first = await open({ ...settings, MIGRATE: "on" });
    const second = await open(settings);
    for (const platform of [first, second]) {
      expect(platform).toMatchObject({
        mode: "supabase",
        realtime: null,
        publicConfig: {
          realtime_url: SUPABASE.SUPABASE_URL,
          realtime_key: SUPABASE.SUPABASE_PUBLISHABLE_KEY,
        },
      });
      expect(await tables(platform)).toEqual([{ migrated: true }]);
      expect(await platform.ready()).toEqual({ ready: true, checks: { database: "ok" } });
    }
  });

  it("the start names the migrations that nobody has applied yet", async () => {
    const { url } = await emptyDatabase();
    await expect(open({ ...SUPABASE, DATABASE_URL: url })).rejects.toThrow(
      /lacks \d+_accounts\.sql.*supabase db push.*MIGRATE=on/,
    );
  });

  it("the start says so when SUPABASE_URL was forgotten", async () => {
    await expect(open({ DATABASE_URL: hosted.url })).rejects.toThrow(/SUPABASE_URL is missing/);
  });
});

describe("with a Postgres of one's own", () => {
  it("Realtime is ours when it was prepared for that", async () => {
    const { url } = await testDatabase();
    const platform = await open({ DATABASE_URL: url });
    expect(platform.mode).toBe("postgres");
    expect(platform.realtime).not.toBeNull();
    expect(platform.publicConfig.realtime_key).toBe(EMBEDDED_KEY);
  });

  it("is not ready while that takes no writes, and again when it does", async () => {
    const { url, pool } = await testDatabase();
    const platform = await open({ DATABASE_URL: url });
    const database = async () => (await platform.ready()).checks.database;
    const onlyReads = (state: "on" | "off") =>
      pool.begin("read write", async (sql) => {
        const { database: name } = pool.options;
        await sql.unsafe(`alter database ${name} set default_transaction_read_only = ${state}`);
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()
        `;
      });
    expect(await database()).toBe("ok");
    await onlyReads("on");
    await expect.poll(database).toMatch(/cannot execute UPDATE in a read-only transaction/);
    const write = platform.database.pool`delete from private.jobs`.catch((error: unknown) => error);
    expect(isDatabaseLost(await write), "people are told to wait").toBe(true);
    await onlyReads("off");
    await expect.poll(database).toBe("ok");
  });

  it("the start says what is missing when it was not prepared", async () => {
    const { url, pool } = await emptyDatabase();
    await pool`drop table realtime.messages`;
    await expect(open({ DATABASE_URL: url })).rejects.toThrow(
      /DATABASE_URL.*no realtime\.messages.*bootstrap\.sql/,
    );
  });

  it("the start says so when nobody answers there, or not to this password", async () => {
    const { url } = await testDatabase();
    const stranger = Object.assign(new URL(url), { password: "hunter2" });
    const nowhere = Object.assign(new URL(url), { port: "1" });
    for (const [{ href }, reason] of [
      [stranger, "password authentication failed"],
      [nowhere, "ECONNREFUSED"],
    ] as const) {
      const starting = open({ DATABASE_URL: href });
      await expect(starting).rejects.toThrow(StartError);
      await expect(starting).rejects.toThrow(new RegExp(`^DATABASE_URL: .*${reason}`));
      await expect(starting).rejects.not.toThrow(/hunter2/);
    }
  });

  // Beside each other: a second server waits until it refuses, as the first may be about to leave.
  it.concurrent("one server has it, as the recordings lie on that one's disk, also after it was cut off", async () => {
    const { url, pool } = await testDatabase();
    const way = cuttable(url);
    const DATA_DIR = temporaryDirectory();
    const first = await open({ DATABASE_URL: way.url, DATA_DIR });
    const second = () => open({ DATABASE_URL: url });
    const refusal: unknown = await second().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(refusal).toMatchObject({
      message: expect.stringMatching(
        new RegExp(`serves this database already \\(kinora.*${DATA_DIR.slice(-20)}`),
      ),
    });

    const locks = () => pool<{ pid: number }[]>`
      select pid from pg_locks where locktype = 'advisory' and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())
    `;
    const [before] = await locks();
    way.cut();
    await expect.poll(async () => (await locks())[0]?.pid ?? before?.pid).not.toBe(before?.pid);
    await expect(second()).rejects.toThrow(/already/);
    way.close();
    const third = await second(); // the first cannot come back while this one is there
    way.open();
    expect((await first.lost).message).toMatch(/another Kinora serves this database/);
    await third.close();
  });

  const bucket = {
    S3_ENDPOINT: "http://s3.invalid",
    S3_BUCKET: "recordings",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const { SIGNING_KEY } = SUPABASE;

  it.concurrent("one server has it, also with a bucket, without a key for all: a second says what to do", async () => {
    const { url } = await testDatabase();
    const first = await open({ DATABASE_URL: url, ...bucket });
    expect(first.isAlone).toBe(true);
    await expect(open({ DATABASE_URL: url, ...bucket })).rejects.toThrow(
      /already.*Without SIGNING_KEY.*signing-key\.json/,
    );
    await expect(open({ DATABASE_URL: url })).rejects.toThrow(
      /already.*Recordings lie on the disk.*S3_BUCKET/,
    );
    await expect(open({ DATABASE_URL: url, ...bucket, SIGNING_KEY })).rejects.toThrow(
      /already.*on its disk or has no SIGNING_KEY/,
    );
  });

  it.concurrent("several servers share it with a bucket and a key, and nobody who keeps bytes on a disk joins", async () => {
    const { url } = await testDatabase();
    const settings = { DATABASE_URL: url, ...bucket, SIGNING_KEY };
    const [first, second] = [await open(settings), await open(settings)];
    expect([first.isAlone, second.isAlone]).toEqual([false, false]);
    const token = await first.keys.sign("email", { sub: crypto.randomUUID(), email: "a@b.c" });
    expect(await second.keys.verify("email", token)).toMatchObject({ email: "a@b.c" });
    await expect(open({ DATABASE_URL: url, SIGNING_KEY })).rejects.toThrow(/Recordings lie on/);
    await expect(open({ DATABASE_URL: url, ...bucket })).rejects.toThrow(/Without SIGNING_KEY/);
  });

  it("one server has the data directory", async () => {
    const { url } = await testDatabase();
    const settings = { DATABASE_URL: url, DATA_DIR: temporaryDirectory() };
    await open(settings);
    await expect(open(settings)).rejects.toThrow(/already running/);
  });
});
