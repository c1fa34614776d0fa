import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { EMBEDDED_KEY } from "#api/platform/embedded/realtime/endpoint.ts";
import { realtimeWorld } from "#tests/support/realtime.ts";

const world = await realtimeWorld();
const { database } = world;
await database.pool.unsafe(`
  create sequence questions;
  create function wait_until_free() returns boolean language plpgsql security definer as $$
  begin
    perform nextval('questions'), pg_advisory_xact_lock_shared(7);
    return false;
  end $$;
  create policy "nobody reads what is held" on realtime.messages for select
    using (current_setting('realtime.topic', true) like 'held%' and wait_until_free());
`);
const member = crypto.randomUUID();
const room = await world.room({ id: member });
const token = await world.token(member);

const opened: WebSocket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});

/** A socket from a network, and what it was answered: true for each topic it was let onto. */
async function socketFrom(network: string) {
  const query = new URLSearchParams({ apikey: EMBEDDED_KEY, vsn: "2.0.0", from: network });
  const socket = new WebSocket(`${world.url.replace("http", "ws")}/realtime/v1/websocket?${query}`);
  opened.push(socket);
  const answers: boolean[] = [];
  const closed = new Promise<CloseEvent>((resolve) => {
    socket.onclose = resolve;
  });
  socket.onmessage = ({ data }) => {
    const [, , , event, payload] = JSON.parse(data);
    if (event === "phx_reply") answers.push(payload.status === "ok");
  };
  await once(socket, "open");
  const join = (topic: string, payload = { config: { private: true }, access_token: token }) =>
    socket.send(JSON.stringify(["1", "1", `realtime:${topic}`, "phx_join", payload]));
  return { socket, answers, closed, join };
}

const ofNobody = () => `room:${crypto.randomUUID()}`;

describe("joins that are refused", () => {
  it("close a socket at the hundredth, whatever else it has joined", async () => {
    const { answers, closed, join } = await socketFrom("192.0.2.1");
    join(room.topic);
    for (let count = 0; count < 99; count++) join(ofNobody());
    await expect.poll(() => answers.length).toBe(100);
    join(room.topic);
    await expect.poll(() => answers.filter(Boolean)).toHaveLength(2);
    join(ofNobody());
    expect((await closed).code).toBe(1008);
  });

  it("keep nobody of another network waiting, and are asked about no more once they have left", async () => {
    const hold = await database.pool.reserve();
    await hold`select pg_advisory_lock(7)`;
    const crowd = await Promise.all(Array.from({ length: 8 }, () => socketFrom("192.0.2.1")));
    for (const [index, { join }] of crowd.entries())
      for (let count = 0; count < 10; count++) join(`held ${index}`); // equal questions are one
    await expect.poll(questions).toBe(2);

    const { answers, join } = await socketFrom("198.51.100.7");
    join(room.topic);
    await expect.poll(() => answers).toEqual([true]);

    for (const { socket, closed } of crowd) {
      socket.close();
      await closed;
    }
    await hold`select pg_advisory_unlock(7)`;
    hold.release();
    const late = await socketFrom("192.0.2.1");
    late.join(room.topic);
    await expect.poll(() => late.answers).toEqual([true]);
    // Two are asked at once, so the last of them may still be on its way.
    await expect.poll(questions).toBe(crowd.length);
    late.join(ofNobody());
    await expect.poll(() => late.answers).toEqual([true, false]);
    expect(await questions(), "the first of each, which stood in the line").toBe(crowd.length);
  });
});

/** How often it was asked who may read the topics that are held. */
const questions = () =>
  database.pool<{ asked: number }[]>`
    select case when is_called then last_value else 0 end::int as asked from questions
  `.then(([row]) => row?.asked);
