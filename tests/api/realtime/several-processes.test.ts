import { beforeAll, describe, expect, it } from "vitest";
import { connect } from "#api/platform/database.ts";
import { startHeartbeat } from "#api/platform/heartbeat.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { cuttable } from "#tests/support/cuttable.ts";
import {
  fail,
  joined,
  type Listener,
  type RealtimeWorld,
  realtimeWorld,
  serveRealtime,
} from "#tests/support/realtime.ts";

/** Realtime of one process among several, and the way to its database. */
async function newProcess({ database, keys }: RealtimeWorld) {
  const way = cuttable(database.url);
  const own = connect({ url: way.url, max: 6 });
  atEndOfFile(own.close);
  const heart = await startHeartbeat(own, { isAlone: false, signsWith: "one" });
  atEndOfFile(heart.stop);
  let isAway = false;
  const troubles: string[] = [];
  const report: typeof fail = (...trouble) =>
    void (isAway ? troubles.push(trouble[0]) : fail(...trouble));
  const served = await serveRealtime({ ...database, ...own }, keys, {
    among: own.process,
    report,
  });
  const cut = () => {
    isAway = true;
    way.cut();
  };
  const close = () => {
    isAway = true;
    way.close();
  };
  const endure = () => {
    isAway = true;
    troubles.length = 0;
    return troubles;
  };
  return { ...served, way, cut, close, endure };
}

const world = await realtimeWorld();
let one: Awaited<ReturnType<typeof newProcess>>;
let two: typeof one;
let three: typeof one;
beforeAll(async () => {
  [one, two, three] = await Promise.all([newProcess(world), newProcess(world), newProcess(world)]);
});

const [ada, bob] = [crypto.randomUUID(), crypto.randomUUID()];
const roomOfBoth = () => world.room({ id: ada }, { id: bob });

async function present(at: typeof one, topic: string, id: string, key = id) {
  const client = await at.connect(await world.token(id));
  const listener = await joined(client, topic, { presence: { key } });
  return { ...listener, client };
}

const seenBy = ({ channel }: Pick<Listener, "channel">) =>
  Object.keys(channel.presenceState()).sort();
const counts = ({ heard }: Listener) =>
  heard.flatMap(({ event, payload }) =>
    event === "watching" && typeof payload === "object" && payload && "count" in payload
      ? [payload.count]
      : [],
  );
const both = [ada, bob].sort();

describe("two processes on one database", () => {
  it("announce to everybody, once, whoever they are connected to", async () => {
    const { id, topic } = await roomOfBoth();
    const listeners = [await present(one, topic, ada), await present(two, topic, bob)];
    for (const words of ["first", "second", "third"]) await world.say({ id }, ada, words);
    const said = (listener: Listener) =>
      listener.heard.filter(({ payload }) => JSON.stringify(payload).includes('"body"')).length;
    for (const listener of listeners) await expect.poll(() => said(listener)).toBe(3);
    await world.say({ id }, ada, "last");
    for (const listener of listeners) await expect.poll(() => said(listener)).toBe(4);
  });

  it("show those who are on either, and how many", async () => {
    const { topic } = await roomOfBoth();
    const here = await present(one, topic, ada);
    await here.channel.track({ at: "one" });
    const there = await present(two, topic, bob);
    await expect.poll(() => seenBy(there)).toEqual([ada]); // who came before
    await there.channel.track({ at: "two" });
    await expect.poll(() => seenBy(here)).toEqual(both);
    await expect.poll(() => counts(here).at(-1)).toBe(2);
    for (const { count } of [one, two, three]) expect(await count(topic)).toBe(2); // three: unheard
    await there.channel.track({ at: "two still" });
    await expect.poll(() => here.channel.presenceState()[bob]).toMatchObject([{ at: "two still" }]);
    await there.client.realtime.disconnect();
    await expect.poll(() => seenBy(here)).toEqual([ada]);
    await expect.poll(() => counts(here).at(-1)).toBe(1);
  });

  it("show a key that no text of Postgres holds", async () => {
    const { topic } = await roomOfBoth();
    const here = await present(one, topic, ada);
    const there = await present(two, topic, bob, "a\u0000key");
    await there.channel.track({ said: "\u0000" });
    await expect.poll(() => seenBy(here)).toEqual(["a\u0000key"]);
  });

  it("agree again after one of them was cut off, and after the table was emptied", async () => {
    const { topic } = await roomOfBoth();
    const here = await present(one, topic, ada);
    const there = await present(two, topic, bob);
    await here.channel.track({});
    await there.channel.track({});
    await expect.poll(() => seenBy(here)).toEqual(both);
    await world.database.pool`truncate private.presences`; // as a crash of Postgres does
    two.cut();
    const late = await present(one, topic, ada, "late");
    await late.channel.track({});
    await expect.poll(() => seenBy(there)).toContain("late");
    const told = () => world.database.pool`select from private.presences where topic = ${topic}`;
    await expect.poll(async () => (await told()).length).toBe(2);
    await expect.poll(() => seenBy(late)).toContain(bob);
  });

  it("forget those of a process that nobody hears any more", async () => {
    const { topic } = await roomOfBoth();
    const here = await present(one, topic, ada);
    await here.channel.track({});
    const there = await present(two, topic, bob);
    await there.channel.track({});
    await expect.poll(() => seenBy(here)).toEqual(both);
    two.close();
    two.cut();
    await world.database.pool`
      update private.processes set seen_at = seen_at - interval '9 seconds'
    `;
    await expect.poll(() => seenBy(here), { timeout: 15_000 }).toEqual([ada]);
    two.way.open();
    await expect.poll(() => seenBy(here), { timeout: 15_000 }).toEqual(both);
  });

  it("tell each other later what could not be told at once", async () => {
    const { topic } = await roomOfBoth();
    const here = await present(one, topic, ada);
    const there = await present(two, topic, bob);
    const [, troubles] = [one, two, three].map(({ endure }) => endure());
    const { pool } = world.database;
    await pool`alter table private.presences rename to away`;
    await there.channel.track({});
    await expect
      .poll(() => troubles)
      .toContain("realtime: presence is not shared between processes");
    await pool`alter table private.away rename to presences`;
    await expect.poll(() => seenBy(here)).toEqual([bob]);
  });
});
