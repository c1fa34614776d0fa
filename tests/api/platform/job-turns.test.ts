import pino from "pino";
import { describe, expect, it } from "vitest";
import { connect } from "#api/platform/database.ts";
import { type JobKind, startJobs } from "#api/platform/jobs/queue.ts";
import type { SendOptions } from "#api/platform/jobs/table.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { testDatabase } from "#tests/support/database.ts";
import { type Note, newKind, recorder } from "#tests/support/notes.ts";

const database = await testDatabase();
const log = pino({ level: "silent" });

/** A process of the API: it never polls, so that a job begins only because somebody said so. */
async function newProcess(pollSeconds = 3600) {
  const { pool, close } = connect({ url: database.url, max: 4 });
  const jobs = await startJobs({ pool, log, pollSeconds });
  atEndOfFile(async () => {
    await jobs.stop();
    await close();
  });
  return jobs;
}
const sender = await newProcess();
const worker = await newProcess();

const sendAll = async (kind: JobKind<Note>, notes: string[], options?: SendOptions) => {
  for (const note of notes) await sender.send(null, kind, { note }, options);
};

/** Does what comes only when it is let, so that the order shows. */
function gated() {
  const begun = recorder<string>();
  const gate = Promise.withResolvers<void>();
  const handler = async ({ note }: Note) => {
    begun.push(note);
    await gate.promise;
  };
  return { begun, handler, open: gate.resolve };
}

describe("jobs begin", () => {
  it("one after the other for as long as there are any, without anybody looking", async () => {
    const kind = newKind();
    const done = recorder<string>();
    worker.work(kind, async ({ note }) => done.push(note));
    const notes = Array.from({ length: 30 }, (_, index) => `import ${index}`);
    await sendAll(kind, notes);
    expect(await done.atLeast(30)).toEqual(notes);
  });

  it("when they were sent by another process while the connection that listens was broken", async () => {
    const kind = newKind();
    const done = recorder<string>();
    worker.work(kind, async ({ note }) => done.push(note));
    const broken = await database.pool`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen %'
    `;
    expect(broken.length).toBeGreaterThan(0);
    await sendAll(kind, ["missed"]);
    expect(await done.atLeast(1)).toEqual(["missed"]);
  });

  it("when their time has come", async () => {
    const kind = newKind();
    const done = recorder<string>();
    worker.work(kind, async ({ note }) => done.push(note));
    await sendAll(kind, ["later"], { afterSeconds: 1 });
    await sendAll(kind, ["now"]);
    expect(await done.atLeast(2)).toEqual(["now", "later"]);
  });

  it("as many at once as there is room for, and no more", async () => {
    const kind = newKind({ atOnce: 3 });
    const { begun, handler, open } = gated();
    worker.work(kind, handler);
    await sendAll(kind, ["a", "b", "c", "d", "e"]);
    await begun.atLeast(3);
    const states = await database.pool`
      select attempt is not null as runs, count(*)::int as jobs from private.jobs
       where kind = ${kind.name} group by 1 order by 1
    `;
    expect([...states]).toEqual([
      { runs: false, jobs: 2 },
      { runs: true, jobs: 3 },
    ]);
    open();
    expect((await begun.atLeast(5)).toSorted()).toEqual(["a", "b", "c", "d", "e"]);
  });
});

describe("who comes first", () => {
  it("accounts take turns, whoever sent more", async () => {
    const kind = newKind();
    const { begun, handler, open } = gated();
    worker.work(kind, handler);
    await sendAll(kind, ["A1"], { account: "A" });
    await begun.atLeast(1);
    await sendAll(kind, ["A2", "A3", "A4"], { account: "A" });
    await sendAll(kind, ["B1", "B2"], { account: "B" });
    await sendAll(kind, ["C1"], { account: "C" });
    open();
    expect(await begun.atLeast(7)).toEqual(["A1", "B1", "C1", "A2", "B2", "A3", "A4"]);
  });

  it("what is for nobody in particular waits for no account that had its turn", async () => {
    const kind = newKind();
    const { begun, handler, open } = gated();
    worker.work(kind, handler);
    await sendAll(kind, ["A1"], { account: "A" });
    await begun.atLeast(1);
    await sendAll(kind, ["A2"], { account: "A" });
    await sendAll(kind, ["nobody's"]);
    open();
    expect(await begun.atLeast(3)).toEqual(["A1", "nobody's", "A2"]);
  });

  it("what keeps failing for one account keeps nobody else waiting", async () => {
    const kind = newKind({ retries: 0 });
    const { begun, handler, open } = gated();
    worker.work(kind, async (note) => {
      await handler(note);
      if (note.note.startsWith("broken")) throw new Error("as always");
    });
    const broken = ["broken 1", "broken 2", "broken 3"];
    await sendAll(kind, broken, { account: "A" });
    await begun.atLeast(1);
    await sendAll(kind, ["sound"], { account: "B" });
    open();
    const order = ["broken 1", "sound", "broken 2", "broken 3"];
    expect(await begun.atLeast(4)).toEqual(order);
  });

  it("what somebody waits for goes before a batch", async () => {
    const kind = newKind();
    const { begun, handler, open } = gated();
    worker.work(kind, handler);
    await sendAll(kind, ["first"], { account: "A" });
    await begun.atLeast(1);
    await sendAll(kind, ["import 1", "import 2"], { account: "A" });
    await sendAll(kind, ["import of another"], { account: "B" });
    await sendAll(kind, ["recording"], { account: "A", isUrgent: true });
    await sendAll(kind, ["recording of another"], { account: "B", isUrgent: true });
    open();
    expect((await begun.atLeast(6)).slice(1)).toEqual([
      "recording of another",
      "recording",
      "import of another",
      "import 1",
      "import 2",
    ]);
  });
});

describe("what stands behind other kinds", () => {
  it("begins when none of theirs waits or runs, though thirty came after it", async () => {
    const first = newKind({ atOnce: 3 });
    const second = newKind({ after: [first] });
    const { begun, handler, open } = gated();
    const done = recorder<string>();
    worker.work(second, async ({ note }) => done.push(note));
    worker.work(first, async (note) => {
      await handler(note);
      done.push("import");
    });
    await sendAll(first, ["of another day"], { afterSeconds: 3600 });
    await sendAll(first, ["import 0"]);
    await begun.atLeast(1);
    await sendAll(second, ["picture A1", "picture A2"], { account: "A" });
    await sendAll(second, ["picture B1"], { account: "B" });
    const rest = Array.from({ length: 29 }, (_, index) => `import ${index + 1}`);
    await sendAll(first, rest, { account: "A" });
    open();
    const order = await done.atLeast(33);
    expect(order.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => "import"));
    expect(order.slice(30)).toEqual(["picture A1", "picture B1", "picture A2"]);
  });

  it("begins all the same when it has stood there for ten minutes, and alone", async () => {
    const first = newKind();
    const second = newKind({ after: [first], atOnce: 2 });
    const { begun, handler, open } = gated();
    const events = recorder<string>();
    worker.work(first, async (note) => {
      await handler(note);
      events.push("import");
    });
    await sendAll(first, ["import"]);
    await begun.atLeast(1);
    await sendAll(second, ["eleven", "nine"]);
    const age = (note: string, minutes: number) => database.pool`
      update private.jobs set due_at = now() - ${minutes} * interval '1 minute'
       where kind = ${second.name} and data ->> 'note' = ${note}
    `;
    await age("nine", 9);
    await age("eleven", 11);
    const another = await newProcess();
    another.work(second, async ({ note }) => events.push(note));
    await events.atLeast(1);
    await another.stop(); // when it has looked for all that it may begin
    expect(events.seen).toEqual(["eleven"]);
    worker.work(second, async ({ note }) => events.push(note));
    open();
    expect(await events.atLeast(3)).toEqual(["eleven", "import", "nine"]);
  });
});
