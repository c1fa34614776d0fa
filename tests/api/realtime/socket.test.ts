import { afterEach, describe, expect, it } from "vitest";
import { EMBEDDED_KEY } from "#api/platform/embedded/realtime/endpoint.ts";
import { realtimeWorld } from "#tests/support/realtime.ts";

/** Work that is due later, which is when a test says so. */
const clock = new Set<() => void>();
const world = await realtimeWorld({
  mostFrom: [3, 5],
  later: (_, run) => {
    clock.add(run);
    return () => clock.delete(run);
  },
});
const member = crypto.randomUUID();
const room = await world.room({ id: member });
const token = await world.token(member);

const opened: WebSocket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});

function addressFrom(networks: string[]): string {
  const query = new URLSearchParams({ apikey: EMBEDDED_KEY, vsn: "2.0.0" });
  for (const network of networks) query.append("from", network);
  return `${world.url}/realtime/v1/websocket?${query}`;
}

/** A socket without a client around it, for what no client would say. */
async function rawSocket(...from: string[]) {
  const socket = new WebSocket(addressFrom(from).replace("http", "ws"));
  opened.push(socket);
  const answers: { ref: string; topic: string; event: string; payload: unknown }[] = [];
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  socket.onmessage = ({ data }) => {
    if (typeof data !== "string") return; // a broadcast
    const [, ref, topic, event, payload] = JSON.parse(data);
    answers.push({ ref, topic, event, payload });
  };
  socket.onclose = ({ code, reason }) => closed.resolve({ code, reason });
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  const send = (ref: string, topic: string, event: string, payload: unknown = {}) =>
    socket.send(JSON.stringify([ref, ref, topic, event, payload]));
  const join = (ref: string, name: string) =>
    send(ref, `realtime:${name}`, "phx_join", { config: { private: true }, access_token: token });
  const answer = async (ref: string) => {
    await expect.poll(() => answers.map((given) => given.ref)).toContain(ref);
    return answers.find((given) => given.ref === ref)?.payload;
  };
  return { socket, send, join, answer, answers, closed: closed.promise };
}

describe("a socket", () => {
  it("answers the heartbeat", async () => {
    const { send, answer } = await rawSocket();
    send("1", "phoenix", "heartbeat");
    expect(await answer("1")).toMatchObject({ status: "ok" });
  });

  it("answers in the order of the questions, however long each takes", async () => {
    const { send, join, answer, answers } = await rawSocket();
    join("1", room.topic);
    send("2", `realtime:${room.topic}`, "presence", { event: "track", payload: {} });
    send("3", "phoenix", "heartbeat");
    send("4", `realtime:${room.topic}`, "phx_leave");
    await answer("4");
    const replies = answers.filter(({ event }) => event === "phx_reply");
    expect(replies.map(({ ref }) => ref)).toEqual(["1", "2", "3", "4"]);
  });

  it("says so when it is told about a topic that it did not join", async () => {
    const { send, answer } = await rawSocket();
    send("1", `realtime:${room.topic}`, "presence", { event: "track", payload: {} });
    expect(await answer("1")).toMatchObject({ status: "error" });
  });

  it("puts a second join in the place of the first", async () => {
    const { socket, join, answer, answers } = await rawSocket();
    socket.binaryType = "arraybuffer";
    const heard: unknown[] = [];
    join("1", room.topic);
    join("2", room.topic);
    expect(await answer("2")).toMatchObject({ status: "ok" });
    expect(answers.map(({ event }) => event)).toEqual(["phx_reply", "phx_reply"]);
    socket.onmessage = ({ data }) => heard.push(data);
    await world.say(room, member, "once");
    await expect.poll(() => heard).toHaveLength(1);
  });

  it("leaves nobody present whose place a second join has taken", async () => {
    const { send, answer, answers } = await rawSocket();
    // A room of its own: where somebody has just come or gone, who comes is shown a moment later.
    const topic = `realtime:${(await world.room({ id: member })).topic}`;
    const presence = { key: member, enabled: true };
    const payload = { config: { private: true, presence }, access_token: token };
    send("1", topic, "phx_join", payload);
    send("2", topic, "presence", { event: "track", payload: { tab: 1 } });
    expect(await answer("2")).toMatchObject({ status: "ok" });
    send("3", topic, "phx_join", payload);
    send("4", "phoenix", "heartbeat");
    await answer("4");
    const states = answers.filter(({ event }) => event === "presence_state");
    expect(states.map((state) => state.payload)).toEqual([{}, {}]);
  });

  it("joins a hundred topics and no more", async () => {
    const { join, answer } = await rawSocket();
    const topics = await Promise.all(
      Array.from({ length: 101 }, async () => (await world.room({ id: member })).topic),
    );
    for (const [place, topic] of topics.entries()) join(String(place), topic);
    expect(await answer("99")).toMatchObject({ status: "ok" });
    expect(await answer("100")).toMatchObject({
      status: "error",
      response: { reason: expect.stringMatching(/ChannelRateLimitReached/) },
    });
    join("again", topics[0] ?? "");
    expect(await answer("again")).toMatchObject({ status: "ok" });
  });

  it("is closed when it says too much at once", async () => {
    const { send, closed } = await rawSocket();
    for (let count = 0; count < 400; count++) send(String(count), "phoenix", "heartbeat");
    expect(await closed).toMatchObject({ code: 1008, reason: "Too many messages per second" });
  });

  it("is closed when more of what it sent is waiting than is worth keeping", async () => {
    const { send, join, closed } = await rawSocket();
    join("1", room.topic);
    for (let count = 0; count < 20; count++)
      send(String(count), "phoenix", "heartbeat", { filler: "x".repeat(15_000) });
    expect(await closed).toMatchObject({ code: 1008, reason: "Too much at once" });
  });

  it("is closed by a frame that is longer than any client has reason to send", async () => {
    const { send, answer, closed } = await rawSocket();
    send("1", "phoenix", "heartbeat", { filler: "x".repeat(15_000) });
    expect(await answer("1")).toMatchObject({ status: "ok" });
    send("2", "phoenix", "heartbeat", { filler: "x".repeat(17_000) });
    expect(await closed).toMatchObject({ code: 1009 });
  });

  for (const [what, frame] of [
    ["text that is no JSON", "hello"],
    ["JSON that is no frame", '{"topic":"x"}'],
  ] as const) {
    it(`is closed when it sends ${what}`, async () => {
      const { socket, closed } = await rawSocket();
      socket.send(frame);
      expect(await closed).toMatchObject({ code: 1008 });
    });
  }
});

/** Lets ten seconds pass. */
function letTimePass() {
  for (const run of [...clock]) {
    clock.delete(run);
    run();
  }
}

describe("a socket that joins nothing", () => {
  it("is closed after a while, and one that has joined is not", async () => {
    const idle = await rawSocket();
    idle.send("1", "phoenix", "heartbeat");
    await idle.answer("1");
    const busy = await rawSocket();
    busy.join("1", room.topic);
    await busy.answer("1");
    letTimePass();
    expect(await idle.closed).toEqual({ code: 1008, reason: "Nothing was joined" });
    busy.send("2", "phoenix", "heartbeat");
    expect(await busy.answer("2")).toMatchObject({ status: "ok" });
  });

  it("is closed when it was refused, or has left everything again", async () => {
    const stranger = await rawSocket();
    stranger.send("1", `realtime:${room.topic}`, "phx_join", { config: { private: true } });
    expect(await stranger.answer("1")).toMatchObject({ status: "error" });
    const gone = await rawSocket();
    gone.join("1", room.topic);
    gone.send("2", `realtime:${room.topic}`, "phx_leave");
    await gone.answer("2");
    letTimePass();
    expect(await stranger.closed).toMatchObject({ reason: "Nothing was joined" });
    expect(await gone.closed).toMatchObject({ reason: "Nothing was joined" });
  });

  it("is not closed while it waits for our answer", async () => {
    const locked = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const holding = world.database.pool.begin(async (sql) => {
      await sql`lock table room_members`;
      isLocked.resolve();
      await locked.promise;
    });
    await isLocked.promise;
    const patient = await rawSocket();
    patient.join("1", room.topic);
    const waits = async () => {
      const { count } = await world.database.pool`
        select 1 from pg_locks join pg_database d on d.oid = database
         where datname = current_database() and not granted
      `;
      return count;
    };
    await expect.poll(waits).toBeGreaterThan(0);
    letTimePass();
    locked.resolve();
    await holding;
    expect(await patient.answer("1")).toMatchObject({ status: "ok" });
  });
});

describe("the places of one network", () => {
  const knock = async (...from: string[]) => (await fetch(addressFrom(from))).status;

  it("are few enough for all others to find one", async () => {
    const [first] = await Promise.all([rawSocket("a"), rawSocket("a"), rawSocket("a")]);
    const refused = await fetch(addressFrom(["a"]));
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: "Too many connections from your network" },
    ]);
    expect(await knock("b")).toBe(426); // a place is free, but a plain request is no websocket
    first.socket.close();
    await expect.poll(() => knock("a")).toBe(426);
  });

  it("are counted for a whole site, too", async () => {
    const [first] = await Promise.all(
      ["c", "c", "d", "d", "e"].map((network) => rawSocket(network, "site")),
    );
    expect(await knock("e", "site")).toBe(429);
    expect(await knock("e", "other site")).toBe(426);
    first?.socket.close();
    await expect.poll(() => knock("e", "site")).toBe(426);
  });
});
