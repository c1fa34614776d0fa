import {
  chownSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { findBinaries } from "#api/platform/embedded/binaries.ts";
import { type EmbeddedPostgres, startPostgres } from "#api/platform/embedded/postgres.ts";
import { childThat } from "#tests/support/child.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const home = temporaryDirectory();
const data = join(home, "data");
const pidFile = join(data, "postmaster.pid");

let running: EmbeddedPostgres | undefined;
const start = async () => {
  running = await startPostgres(home);
  return running;
};
atEndOfFile(() => running?.stop());

async function ask<T extends postgres.Row>(
  url: string,
  run: (sql: postgres.Sql) => Promise<T[]>,
): Promise<T[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
}

const remember = (url: string, word: string) =>
  ask(url, async (sql) => {
    await sql`create table if not exists remembered (word text)`;
    return await sql`insert into remembered values (${word})`;
  });
const isRemembered = async (url: string, word: string) =>
  (await ask(url, (sql) => sql`select from remembered where word = ${word}`)).length === 1;

describe("the embedded Postgres", () => {
  it("is made on the first start, and found again with what was written", async () => {
    const first = await start();
    await remember(first.adminUrl(), "first");
    await first.stop();

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await isRemembered(second.adminUrl(), "first")).toBe(true);
    await second.stop();
  });

  it("writes nothing down of a call that it refuses: whoever calls could fill the disk, and it says whom it concerns", async () => {
    const { adminUrl, stop } = await start();
    const written = () => readFileSync(join(home, "log"), "utf8");
    const before = written();
    const refused = ask(adminUrl(), async (sql) => {
      await sql`create table people (email text unique)`;
      return sql`insert into people values ('ada@example.org'), ('ada@example.org')`;
    });
    await expect(refused).rejects.toThrow("duplicate key");
    expect(written()).toBe(before);
    await stop();
    expect(written()).not.toBe(before);
  });

  it("keeps its data and its password to itself", async () => {
    const { stop, adminUrl } = await start();
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, "password")).mode & 0o777).toBe(0o600);

    const stranger = new URL(adminUrl());
    stranger.password = "guessed";
    await expect(ask(stranger.href, (sql) => sql`select 1`)).rejects.toThrow(/password/);
    await stop();
  });

  it("listens to this machine only, in the time zone of nobody", async () => {
    const { stop, adminUrl } = await start();
    const [settings] = await ask(
      adminUrl(),
      (sql) => sql`
        select current_setting('listen_addresses') as addresses,
               current_setting('unix_socket_directories') as sockets,
               current_setting('timezone') as zone,
               current_setting('server_version_num')::int / 10000 as major,
               lower('ÄÉ') as lowered
      `,
    );
    expect(settings).toEqual({
      addresses: "127.0.0.1",
      sockets: "",
      zone: "UTC",
      major: 17,
      lowered: "äé",
    });
    await stop();
  });

  it("stops cleanly, even with somebody connected", async () => {
    const { stop, adminUrl } = await start();
    const sql = postgres(adminUrl(), { max: 1 });
    await sql`select 1`;
    await stop();
    await sql.end();
    expect(() => statSync(pidFile)).toThrow();
    const log = () => readFileSync(join(home, "log"), "utf8");
    const said = log();
    expect(said.trimEnd()).toMatch(/received fast shutdown request[\s\S]*system is shut down$/);

    await (await start()).stop();
    expect(log().slice(said.length), "what the next start says").not.toMatch(
      /interrupted|recovery/,
    );
  });

  it("is adopted when the one who started it was killed", async () => {
    const killed = await childThat(`
      const { startPostgres } = await import("#api/platform/embedded/postgres.ts");
      await startPostgres(${JSON.stringify(home)});
    `);
    const left = readFileSync(pidFile, "utf8").split("\n")[0];
    await killed.kill("SIGKILL");

    const adopted = await start();
    expect(adopted).toMatchObject({ adopted: true, pid: Number(left) });
    await remember(adopted.adminUrl(), "adopted");
    await adopted.stop();
    expect(() => statSync(pidFile)).toThrow();
  });

  it("is adopted by another name of its directory: a second one would destroy the data", async () => {
    const { pid, stop } = await start();
    const link = join(temporaryDirectory(), "link");
    symlinkSync(home, link);
    expect(await startPostgres(link)).toMatchObject({ adopted: true, pid });
    await stop();
  });

  it("comes up by itself when it was killed, and nothing acknowledged is lost", async () => {
    const { pid, adminUrl } = await start();
    await remember(adminUrl(), "acknowledged");
    process.kill(pid, "SIGKILL");

    const again = await start();
    expect(again.adopted).toBe(false);
    expect(await isRemembered(again.adminUrl(), "acknowledged")).toBe(true);
    await again.stop();
  });

  it("is not taken in by a number that now belongs to another process", async () => {
    await (await start()).stop();
    writeFileSync(pidFile, `${process.pid}\n${data}\n0\n1\n\n127.0.0.1\n0 0\nready\n`);
    const { adopted, stop } = await start();
    expect(adopted).toBe(false);
    await stop();
  });

  it("does not touch what another major version made", async () => {
    const version = join(data, "PG_VERSION");
    writeFileSync(version, "16\n");
    await expect(start()).rejects.toThrow(
      /made by Postgres 16.*runs Postgres 17.*Nothing was changed/,
    );
    expect(readFileSync(version, "utf8")).toBe("16\n");
    writeFileSync(version, "17\n");
  });
});

describe("a first start that was cut short", () => {
  it("is begun anew", async () => {
    const directory = temporaryDirectory();
    await Bun.write(join(directory, "data.of-a-start-that-was-killed", "PG_VERSION"), "17\n");
    const server = await startPostgres(directory);
    expect(readdirSync(directory).sort()).toEqual(["data", "log", "password"]);
    expect(await ask(server.adminUrl(), (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await server.stop();
  });
});

describe.runIf(process.getuid?.() === 0)("started by root", () => {
  const command = (directory: string) => findBinaries(directory).command("postgres", []);

  it("Postgres does not run as root: it does not see it, or is another user", () => {
    const { cmd, uid } = command(temporaryDirectory());
    expect(cmd[0] === "unshare" || uid === 65534).toBe(true);
  });

  it("Postgres runs as the one whose directory it is", () => {
    const directory = temporaryDirectory();
    chownSync(directory, 12345, 12345);
    expect(command(directory)).toMatchObject({ uid: 12345, gid: 12345 });
  });
});
