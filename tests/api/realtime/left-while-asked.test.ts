import { once } from "node:events";
import { expect, test } from "vitest";
import { EMBEDDED_KEY } from "#api/platform/embedded/realtime/endpoint.ts";
import { joined, realtimeWorld } from "#tests/support/realtime.ts";

const world = await realtimeWorld();
const { pool } = world.database;

/** Answers to questions about rights wait until the function that it returns is called. */
async function holdAnswers() {
  const free = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holding = pool.begin(async (sql) => {
    await sql`lock table room_members`;
    isHeld.resolve();
    await free.promise;
  });
  await isHeld.promise;
  return () => {
    free.resolve();
    return holding;
  };
}

async function waiting() {
  const { count } = await pool`
    select 1 from pg_locks join pg_database d on d.oid = database
     where datname = current_database() and not granted
  `;
  return count;
}

/** A page on the topic that can be closed so that the server has heard of it. */
async function page(topic: string, token: string, key: string) {
  const query = new URLSearchParams({ apikey: EMBEDDED_KEY, vsn: "2.0.0" });
  const socket = new WebSocket(`${world.url.replace("http", "ws")}/realtime/v1/websocket?${query}`);
  await once(socket, "open");
  const say = (event: string, payload: object) =>
    socket.send(JSON.stringify(["1", event, `realtime:${topic}`, event, payload]));
  const config = { private: true, presence: { enabled: true, key } };
  say("phx_join", { config, access_token: token });
  await once(socket, "message");
  return {
    track: () => say("presence", { event: "track", payload: {} }),
    async close() {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
}

test("nobody is present for ever who left while it was asked whether they may be", async () => {
  const [stays, goes] = [crypto.randomUUID(), crypto.randomUUID()];
  const room = await world.room({ id: stays }, { id: goes });
  const client = await world.client(await world.token(stays));
  const there = await joined(client, room.topic, { presence: { key: stays } });
  const gone = await page(room.topic, await world.token(goes), goes);
  const letAnswer = await holdAnswers();
  gone.track();
  await expect.poll(waiting).toBe(1);
  await gone.close();
  await letAnswer();
  expect(await there.channel.track({})).toBe("ok");
  await expect.poll(() => there.channel.presenceState()).toHaveProperty(stays);
  expect(Object.keys(there.channel.presenceState())).toEqual([stays]);
});
