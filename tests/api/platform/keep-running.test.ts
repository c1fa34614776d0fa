import { heapStats } from "bun:jsc";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { keepRunning, pause } from "#api/platform/embedded/keep-running.ts";
import { startPostgres } from "#api/platform/embedded/postgres.ts";
import { childThat } from "#tests/support/child.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { postgresProcesses } from "#tests/support/postgres-processes.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const home = temporaryDirectory();
const data = join(home, "data");
const onLinux = it.skipIf(process.platform !== "linux"); // elsewhere nobody tells what a process is
const stateOnFile = () => readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[7]?.trim();

function open(url: string): postgres.Sql {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  atEndOfFile(() => sql.end());
  return sql;
}

const answers = (url: string) =>
  expect
    .poll(async () => (await open(url)`select 1 as one`.catch(() => []))[0]?.one, { interval: 50 })
    .toBe(1);

describe("a Postgres that is watched", () => {
  onLinux("comes back where it was when it is killed, also beside a backend at work", async () => {
    const server = await startPostgres(home);
    const said: string[] = [];
    const watch = keepRunning(server, (trouble) => said.push(trouble));
    const before = server.pid;
    const busy = open(server.adminUrl())`do $$ begin loop null; end loop; end $$`.catch(() => {});
    const onlooker = open(server.adminUrl());
    const atWork = () =>
      onlooker`select from pg_stat_activity where query like 'do %' and state = 'active'`;
    await expect.poll(atWork).toHaveLength(1);

    process.kill(before, "SIGKILL");
    await expect.poll(() => said).toContain("Postgres runs again");
    await busy;
    await answers(server.adminUrl());
    expect(server.pid).not.toBe(before);
    // The rest of the dead Postgres may still hold its port at the first try.
    const tries = said.filter((words) => words.startsWith("Postgres did not start again"));
    expect(said).toEqual([
      "Postgres has ended and is started again",
      ...tries,
      "Postgres runs again",
    ]);
    await watch.stop();
    expect(server.isRunning()).toBe(false);
  });

  it("is given up, with the reason, when it cannot be started", async () => {
    const server = await startPostgres(home);
    const said: string[] = [];
    const options = { mostTries: 2, steadyMs: 0 };
    const watch = keepRunning(server, (trouble) => said.push(trouble), options);
    const timesBack = () => said.filter((words) => words === "Postgres runs again").length;
    // The earlier deaths count for nothing: Postgres ran in between.
    for (let times = 1; times <= 3; times++) {
      process.kill(server.pid, "SIGKILL");
      await expect.poll(timesBack).toBe(times);
    }
    const version = join(data, "PG_VERSION");
    writeFileSync(version, "16\n");
    process.kill(server.pid, "SIGKILL");

    const reason = await watch.lost;
    writeFileSync(version, "17\n");
    await watch.stop();
    expect(reason.message).toBe("Postgres has ended and cannot be started again");
    expect(String(reason.cause)).toMatch(/initialized by PostgreSQL version 16/);
    expect(said[0]).toBe("Postgres has ended and is started again");
    expect(said.slice(-2)).toEqual([
      "Postgres did not start again (try 1)",
      "Postgres did not start again (try 2)",
    ]);
  });

  it("stays stopped when it is stopped", async () => {
    const server = await startPostgres(home);
    const said: string[] = [];
    await keepRunning(server, (trouble) => said.push(trouble)).stop();
    expect(server.isRunning()).toBe(false);
    expect(said).toEqual([]);
  });
});

describe("a Postgres that replays its log", () => {
  onLinux("is waited for, although its file still says that it is ready", async () => {
    const before = await childThat(`
      const { startPostgres } = await import("#api/platform/embedded/postgres.ts");
      globalThis.server = await startPostgres(${JSON.stringify(home)});
    `);
    const { url, pid } = await (async () => {
      const adopted = await startPostgres(home);
      return { url: adopted.adminUrl(), pid: adopted.pid };
    })();
    const sql = open(url);
    await sql`create table written as select repeat('x', 500) from generate_series(1, 100000)`;
    const [backend] = await sql`select pg_backend_pid() as pid`;
    process.kill(backend?.pid, "SIGKILL"); // Postgres ends all others and begins anew

    // Held while it replays: so it stays, as on a slow disk.
    const startup = () => postgresProcesses(data, "startup");
    while (startup().length === 0) await Bun.sleep(0);
    const [replaying = 0] = startup();
    process.kill(replaying, "SIGSTOP");
    expect(stateOnFile()).toBe("ready");
    await before.kill();

    const starting = startPostgres(home);
    const refused = async () => {
      for (let time = 0; time < 3; time++)
        await expect(open(url)`select 1`).rejects.toMatchObject({ code: "57P03" });
      return "it is waited for";
    };
    expect(await Promise.race([starting.then(() => "it is taken for ready"), refused()])).toBe(
      "it is waited for",
    );
    process.kill(replaying, "SIGCONT");
    const server = await starting;
    expect(server).toMatchObject({ adopted: true, pid });
    expect(await open(url)`select count(*)::int from written`).toEqual([{ count: 100000 }]);
    await server.stop();
  });

  onLinux("or does not end when it is told to, is ended all the same", async () => {
    const server = await startPostgres(home);
    await open(server.adminUrl())`select 1`;
    const [deaf = 0] = postgresProcesses(data, "supabase_admin postgres");
    process.kill(deaf, "SIGSTOP");
    await server.stop();
    expect(server.isRunning()).toBe(false);

    const again = await startPostgres(home);
    await answers(again.adminUrl());
    await again.stop();
  });

  it("keeps nothing of each look, however long it watches", async () => {
    const { signal } = new AbortController();
    const held = () => {
      Bun.gc(true);
      return heapStats().objectTypeCounts.Promise ?? 0;
    };
    await pause(0, signal);
    const before = held();
    for (let looks = 0; looks < 500; looks++) await pause(0, signal);
    expect(held()).toBeLessThan(before + 100);
  });

  it("ends a pause at once when the watch is over", async () => {
    const over = new AbortController();
    const pausing = pause(60_000, over.signal);
    over.abort();
    await pausing;
    await pause(60_000, over.signal);
  });
});
