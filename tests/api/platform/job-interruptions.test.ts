import pino from "pino";
import { describe, expect, it } from "vitest";
import { startJobs } from "#api/platform/jobs/queue.ts";
import { testDatabase } from "#tests/support/database.ts";
import { failedJobs, type Note, newKind, recorder } from "#tests/support/notes.ts";

const database = await testDatabase();
const log = pino({ level: "silent" });
const start = (isAlone = true) =>
  startJobs({ pool: database.pool, log, isAlone, pollSeconds: 3600 });

/** A process that takes the job and never ends it; resolves when it has. */
async function takenByAnother(kind: string, ...more: string[]) {
  const child = Bun.spawn(
    [process.execPath, `${import.meta.dirname}/dying-worker.ts`, database.url, kind, ...more],
    { stdout: "pipe", stderr: "inherit" },
  );
  const { done } = await child.stdout.getReader().read();
  expect(done, "the process ended without a word").toBe(false);
  return {
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

const stateOf = async (kind: string) => {
  const [job] = await database.pool<{ runs: boolean; tries: number }[]>`
    select attempt is not null as runs, tries from private.jobs where kind = ${kind}
  `;
  return job;
};

describe("a job spends no try", () => {
  it("when the server stops in the orderly way, however often", async () => {
    const kind = newKind({ retries: 0 });
    const sender = await start();
    await sender.send(null, kind, { note: "a long conversion" });
    await sender.stop();
    for (let stops = 0; stops < 5; stops++) {
      const jobs = await start();
      const begun = recorder<Note>();
      jobs.work(kind, async (data, { signal }) => {
        begun.push(data);
        await new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      });
      await begun.atLeast(1);
      await jobs.stop();
      expect(await stateOf(kind.name)).toEqual({ runs: false, tries: 0 });
    }
    const jobs = await start();
    const done = recorder<Note>();
    jobs.work(kind, async (data) => done.push(data));
    expect(await done.atLeast(1)).toEqual([{ note: "a long conversion" }]);
    await jobs.stop();
    expect(await failedJobs(database.pool)).toEqual([]);
  });

  it("when the only server is killed", async () => {
    const kind = newKind({ retries: 0 });
    const sender = await start();
    await sender.send(null, kind, { note: "survives" });
    await sender.stop();
    for (let kills = 0; kills < 3; kills++) await (await takenByAnother(kind.name, "alone")).kill();
    const restarted = await start();
    const done = recorder<Note>();
    restarted.work(kind, async (data) => done.push(data));
    expect(await done.atLeast(1)).toEqual([{ note: "survives" }]);
    await restarted.stop();
    expect(await stateOf(kind.name), "it is done").toBeUndefined();
  });

  it("when one of several servers is killed, and those that live keep theirs", async () => {
    const kind = newKind({ retries: 0, atOnce: 1 });
    const living = await start(false);
    const mine = recorder<Note>();
    const gate = Promise.withResolvers<void>();
    living.work(kind, async (data) => {
      mine.push(data);
      await gate.promise;
    });
    await living.send(null, kind, { note: "of the living" });
    await mine.atLeast(1);
    await living.send(null, kind, { note: "of the dead" });
    await (await takenByAnother(kind.name)).kill();
    await database.pool`
      update private.jobs set alive_at = now() - interval '1 hour'
       where kind = ${kind.name} and data ->> 'note' = 'of the dead'
    `;
    const other = await start(false);
    const done = recorder<Note>();
    other.work(kind, async (data) => done.push(data));
    expect(await done.atLeast(1)).toEqual([{ note: "of the dead" }]);
    await other.stop();
    expect(await stateOf(kind.name), "the one of the living").toEqual({ runs: true, tries: 0 });
    gate.resolve();
    await living.stop();
    expect(mine.seen).toEqual([{ note: "of the living" }]);
  });
});

describe("a job is given up", () => {
  it("when it is what the server dies of, again and again", async () => {
    const kind = newKind();
    const sender = await start();
    await sender.send(null, kind, { note: "deadly" });
    await sender.stop();
    await (await takenByAnother(kind.name, "alone")).kill();
    await database.pool`
      update private.jobs set deaths = 25 where kind = ${kind.name}
    `;
    const restarted = await start();
    const [tried, given] = [recorder<Note>(), recorder<Note>()];
    restarted.work(
      kind,
      async (data) => tried.push(data),
      async (data) => given.push(data),
    );
    expect(await given.atLeast(1)).toEqual([{ note: "deadly" }]);
    expect(tried.seen).toEqual([]);
    const [failed] = await failedJobs(database.pool);
    expect(failed?.reason).toBe("The server died whenever it did this");
    await restarted.stop();
  });
});
