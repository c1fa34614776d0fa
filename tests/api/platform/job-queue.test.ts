import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { z } from "zod";
import { type JobKind, type Jobs, startJobs } from "#api/platform/jobs/queue.ts";
import { outageOf } from "#api/platform/outage.ts";
import { testDatabase } from "#tests/support/database.ts";
import { failedJobs, type Note, newKind, recorder } from "#tests/support/notes.ts";

const database = await testDatabase();
const log = pino({ level: "silent" });
/** No queue here ever polls: a job begins only because somebody said so. */
const start = (isAlone = false) =>
  startJobs({ pool: database.pool, log, isAlone, pollSeconds: 3600 });

let jobs: Jobs;
beforeAll(async () => {
  jobs = await start();
});
afterAll(() => jobs.stop());

describe("a job", () => {
  it("reaches its handler as it was sent", async () => {
    const kind = newKind();
    const notes = recorder<Note>();
    jobs.work(kind, async (data) => notes.push(data));
    const next = notes.next();
    await jobs.send(null, kind, { note: 'with "quotes", ünïcode and \\' });
    expect(await next).toEqual({ note: 'with "quotes", ünïcode and \\' });
  });

  it("sent in a transaction exists only when that commits", async () => {
    const kind = newKind();
    const notes = recorder<Note>();
    jobs.work(kind, async (data) => notes.push(data));
    const service = database.asService("test");
    const undone = service(async (sql) => {
      await jobs.send(sql, kind, { note: "undone" });
      throw new Error("rolled back");
    });
    await expect(undone).rejects.toThrow("rolled back");
    const next = notes.next();
    await service((sql) => jobs.send(sql, kind, { note: "done" }));
    expect(await next).toEqual({ note: "done" });
    expect(notes.seen).toEqual([{ note: "done" }]);
  });

  it("that waits already is not sent again where once is enough, and begins the earlier", async () => {
    const kind = newKind({ isOnce: true });
    const waiting = () => database.pool`
      select data ->> 'note' as note, due_at < now() + interval '90 minutes' as soon
        from private.jobs where kind = ${kind.name} order by 1
    `;
    const send = (note: string, afterSeconds: number) =>
      jobs.send(null, kind, { note }, { afterSeconds });
    await send("title", 3600);
    await send("title", 7200);
    await send("another", 7200);
    expect(await waiting()).toMatchObject([
      { note: "another", soon: false },
      { note: "title", soon: true },
    ]);
    await jobs.send(null, { ...kind, isOnce: false }, { note: "another" }, { afterSeconds: 7200 });
    expect(await waiting()).toHaveLength(3);

    const begun = recorder<string>();
    const gate = Promise.withResolvers<void>();
    jobs.work(kind, async ({ note }) => {
      begun.push(note);
      await gate.promise;
    });
    await send("title", 0);
    await begun.atLeast(1);
    await send("title", 0); // the one that runs may have looked before
    gate.resolve();
    expect(await begun.atLeast(2)).toEqual(["title", "title"]);
  });

  it("that fails is tried again, alone", async () => {
    const kind = newKind();
    const tries = recorder<string>();
    jobs.work(kind, async ({ note }) => {
      tries.push(note);
      if (note === "bad" && tries.seen.filter((seen) => seen === "bad").length < 2)
        throw new Error("not yet");
    });
    for (const note of ["good", "bad", "other"]) await jobs.send(null, kind, { note });
    await tries.atLeast(4);
    expect(tries.seen.toSorted()).toEqual(["bad", "bad", "good", "other"]);
  });

  it("that always fails is given up, stays to be seen, and says why", async () => {
    const kind = newKind({ retries: 1 });
    const given = recorder<Note>();
    const fail = async () => {
      throw new Error("the disk is full");
    };
    jobs.work(kind, fail, async (data) => given.push(data));
    const next = given.next();
    await jobs.send(null, kind, { note: "hopeless" });
    expect(await next).toEqual({ note: "hopeless" });
    const failed = (await failedJobs(database.pool)).find((job) => job.kind === kind.name);
    expect(failed).toMatchObject({ data: { note: "hopeless" }, reason: "the disk is full" });
  });

  it("that takes longer than its kind allows is told to stop, and is an attempt that failed", async () => {
    const kind = newKind({ longestSeconds: 1, retries: 0 });
    const [stopped, given] = [recorder<unknown>(), recorder<Note>()];
    jobs.work(
      kind,
      async (_, { signal }) => {
        await new Promise((end) => signal.addEventListener("abort", end));
        stopped.push(signal.reason);
        signal.throwIfAborted();
      },
      async (data) => given.push(data),
    );
    await jobs.send(null, kind, { note: "endless" });
    expect(await stopped.atLeast(1)).toEqual([expect.objectContaining({ name: "TimeoutError" })]);
    expect(await given.atLeast(1)).toEqual([{ note: "endless" }]);
  });

  it("is allowed the seconds of its kind", async () => {
    const limits = vi.spyOn(globalThis, "setTimeout");
    const kind = newKind({ longestSeconds: 7, retries: 0 });
    const done = recorder<Note>();
    jobs.work(kind, async (data) => done.push(data));
    await jobs.send(null, kind, { note: "short" });
    await done.atLeast(1);
    const milliseconds = limits.mock.calls.map(([, after]) => after);
    expect(milliseconds).toContain(7000);
    limits.mockRestore();
  });

  it("of another shape than its kind never reaches the handler", async () => {
    const kind = newKind({ retries: 0 });
    const handled = recorder<unknown>();
    jobs.work(kind, async (data) => handled.push(data));
    await jobs.send(null, { name: kind.name, data: z.object({ other: z.number() }) }, { other: 1 });
    await expect
      .poll(async () => (await failedJobs(database.pool)).some((job) => job.kind === kind.name))
      .toBe(true);
    expect(handled.seen).toEqual([]);
  });

  it("that was sent before anybody worked on its kind is begun as soon as somebody does", async () => {
    const [kept, fresh, last] = [newKind(), newKind(), newKind()];
    await jobs.send(null, kept, { note: "waited for a start" });
    const other = await start();
    const [early, late, heard] = [recorder<Note>(), recorder<Note>(), recorder<Note>()];
    other.work(last, async (data) => heard.push(data));
    await other.send(null, fresh, { note: "sent since" });
    await other.send(null, last, { note: "heard after it" });
    await heard.atLeast(1);
    other.work(kept, async (data) => early.push(data));
    other.work(fresh, async (data) => late.push(data));
    expect(await early.atLeast(1)).toEqual([{ note: "waited for a start" }]);
    expect(await late.atLeast(1)).toEqual([{ note: "sent since" }]);
    await other.stop();
  });

  it("repeats for all processes together, not for each", async () => {
    const kind: JobKind = { ...newKind(), data: z.object({}) };
    const runs = recorder<object>();
    const other = await start();
    const next = runs.next();
    jobs.work(kind, async (data) => runs.push(data));
    await jobs.repeat(kind, 3600);
    await other.repeat(kind, 3600);
    await next;
    await other.stop();
    const again = { ...newKind(), data: z.object({}) };
    jobs.work(again, async (data) => runs.push(data));
    await jobs.send(null, again, {}); // sent last, begun last: nothing else was
    await runs.atLeast(2);
    expect(runs.seen).toHaveLength(2);
  });

  it("runs when a process starts that is alone, however lately it ran: that one may have died", async () => {
    const kind: JobKind = { ...newKind(), data: z.object({}) };
    const runs = recorder<object>();
    jobs.work(kind, async (data) => runs.push(data));
    await jobs.repeat(kind, 3600);
    await runs.atLeast(1);
    const left = () => database.pool`select from private.jobs where kind = ${kind.name}`;
    await expect.poll(left).toHaveLength(0);
    const alone = await start(true);
    await alone.repeat(kind, 3600);
    expect(await runs.atLeast(2)).toHaveLength(2);
    await alone.stop();
  });
});

test("trouble that many meet is logged when it begins and when it is over, and so is the next", () => {
  const said: string[] = [];
  const told = pino({ level: "info" }, { write: (line) => said.push(JSON.parse(line).msg) });
  const outage = outageOf(told, "no answer");
  outage.isOver();
  for (let times = 0; times < 3; times++) outage.met(new Error("away"));
  expect(said).toEqual(["no answer"]);
  outage.isOver();
  outage.isOver();
  outage.met(new Error("away again"));
  expect(said).toEqual(["no answer", "no answer: over", "no answer"]);
});
