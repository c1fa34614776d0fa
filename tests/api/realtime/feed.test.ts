import { describe, expect, it } from "vitest";
import { startFeed } from "#api/platform/embedded/realtime/feed.ts";
import { bodies, fail, joined, realtimeWorld } from "#tests/support/realtime.ts";

const world = await realtimeWorld();
const { pool } = world.database;

const cutListeners = () => pool`
  select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and query ilike 'listen%'
`;

/** Announces without a notification, as if it had got lost. */
async function announceUntold(event: string, meanwhile?: () => Promise<void>) {
  await pool.begin(async (sql) => {
    await sql`alter table realtime.messages disable trigger notify_message`;
    await sql`select realtime.send('{}', ${event}, 'a topic')`;
    await sql`alter table realtime.messages enable trigger notify_message`;
    await meanwhile?.();
  });
}

async function startListening() {
  const heard: string[] = [];
  const feed = await startFeed(
    pool,
    ({ topic, event }) => {
      if (topic === "a topic") heard.push(event);
    },
    fail,
  );
  return { heard, feed };
}

describe("what is committed while the connection is lost", () => {
  it("is delivered once, when the connection is back", async () => {
    const person = crypto.randomUUID();
    const room = await world.room({ id: person });
    const listener = await joined(await world.client(await world.token(person)), room.topic);
    await world.say(room, person, "before");
    await expect.poll(() => bodies(listener)).toEqual(["before"]);

    await cutListeners();
    await world.say(room, person, "meanwhile");
    await expect.poll(() => bodies(listener), { timeout: 8000 }).toEqual(["before", "meanwhile"]);

    await world.say(room, person, "after");
    await expect.poll(() => bodies(listener)).toEqual(["before", "meanwhile", "after"]);
  });
});

describe("the feed", () => {
  it("finds what no notification told of, and delivers nothing twice", async () => {
    const { heard, feed } = await startListening();
    await pool`select realtime.send('{}', 'told', 'a topic')`;
    await expect.poll(() => heard).toEqual(["told"]);

    await announceUntold("untold");
    await feed.catchUp();
    await feed.catchUp();

    expect(heard).toEqual(["told", "untold"]);
    await feed.stop();
  });

  it("leaves out what was announced before it began", async () => {
    await announceUntold("old");
    const { heard, feed } = await startListening();
    await announceUntold("new");
    await feed.catchUp();
    expect(heard).toEqual(["new"]);
    await feed.stop();
  });

  it("finds what began before it last looked, and was committed after", async () => {
    const { heard, feed } = await startListening();
    await announceUntold("slow", feed.catchUp);
    await feed.catchUp();
    expect(heard).toEqual(["slow"]);
    await feed.stop();
  });

  it("does not deliver what is meant for everybody, for there is no such channel here", async () => {
    const { heard, feed } = await startListening();
    await pool`select realtime.send('{}', 'public', 'a topic', false)`;
    await pool`select realtime.send('{}', 'private', 'a topic', true)`;
    await expect.poll(() => heard).toEqual(["private"]);
    await feed.stop();
  });

  it("knows whether it hears", async () => {
    const feed = await startFeed(pool, () => {}, fail, { patience: 100 });
    await expect(feed.check()).resolves.toBeUndefined();
    await feed.stop();
    await expect(feed.check()).rejects.toThrow("does not hear");
  });
});
