import { drainMicrotasks, heapStats } from "bun:jsc";
import pino from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { createMetrics } from "#api/http/metrics.ts";
import { testApp } from "#tests/support/app.ts";
import { saveVideo } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const { person, visitor, database, request, objects, env, anotherProcess } = await testApp();
afterEach(() => vi.useRealTimers());

test.each([
  ["is suspended", "update public.users set suspended = true where id = $1"],
  ["logs out", "delete from public.sessions where user_id = $1"],
])(
  "a player's remembered right ends after its five seconds, also when its owner %s",
  async (_, end) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const owner = await person();
    const { id } = await saveVideo(owner);
    const { token } = await (await owner.call("POST", `/recordings/${id}/media-token`)).json();
    const watch = async () =>
      (await visitor.call("GET", `/recordings/${id}/stream?token=${token}`)).status;
    expect(await watch()).toBe(200);
    await database.pool.unsafe(end, [owner.id]);
    vi.setSystemTime(Date.now() + 4_900);
    expect(await watch()).toBe(200);
    vi.setSystemTime(Date.now() + 200);
    expect(await watch()).toBe(401);
  },
);

test("of a recording that still runs nothing is remembered: it grows", async () => {
  const owner = await person();
  const tus = tusClient({ request }, owner.token);
  const { url, recording } = created(await tus.create());
  const { token } = await (await owner.call("POST", `/recordings/${recording}/media-token`)).json();
  const bytes = await videoBytes("recorded.webm");
  const watched = async () => {
    const answer = await visitor.call("GET", `/recordings/${recording}/stream?token=${token}`);
    return (await answer.arrayBuffer()).byteLength;
  };
  await tus.patch(url, { offset: 0, bytes: bytes.slice(0, 1000) });
  expect(await watched()).toBe(1000);
  await tus.patch(url, { offset: 1000, bytes: bytes.slice(1000, 3000) });
  expect(await watched()).toBe(3000);
});

test.each(["alone", "among others", "with its folder"])(
  "a player goes on with nothing that was thrown away %s",
  async (how) => {
    const owner = await person();
    const { id } = await saveVideo(owner);
    const { id: folder } = await (await owner.call("POST", "/folders", { name: "Talks" })).json();
    await owner.call("POST", "/recordings/batch", { ids: [id], act: "move", folder_id: folder });
    const { token } = await (await owner.call("POST", `/recordings/${id}/media-token`)).json();
    const watch = async () =>
      (await visitor.call("GET", `/recordings/${id}/stream?token=${token}`)).status;
    expect(await watch()).toBe(200);
    if (how === "alone") await owner.call("DELETE", `/recordings/${id}`);
    else if (how === "among others")
      await owner.call("POST", "/recordings/batch", { ids: [id], act: "trash" });
    else await owner.call("DELETE", `/folders/${folder}?videos=trash`);
    expect(await watch()).toBe(404);
  },
);

test("what is remembered of a player is not the whole request", async () => {
  const PLAYERS = 60;
  const owner = await person();
  const { id } = await saveVideo(owner);
  const players = Array.from({ length: PLAYERS }, async () => {
    const { token } = await (await owner.call("POST", `/recordings/${id}/media-token`)).json();
    return `/recordings/${id}/stream?token=${token}`;
  });
  const addresses = await Promise.all(players);
  const requests = () => {
    Bun.gc(true);
    return heapStats().objectTypeCounts.Request ?? 0;
  };
  const before = requests();
  for (const address of addresses) await (await visitor.call("GET", address)).arrayBuffer();
  expect(requests()).toBeLessThan(before + PLAYERS / 2);
});

test("a remembered right is no way past the limit on what one player loads", async () => {
  const MANY = 20_000;
  const owner = await person();
  const { id } = await saveVideo(owner);
  const newAddress = async () => {
    const { token } = await (await owner.call("POST", `/recordings/${id}/media-token`)).json();
    return `/recordings/${id}/stream?token=${token}`;
  };
  const address = await newAddress();
  const load = async (from: string) => (await visitor.call("HEAD", from)).status;
  let [loads, status] = [0, 200];
  for (; loads < MANY && status === 200; loads++) status = await load(address);
  expect(status).toBe(429);
  expect(loads, "far more than a player asks for").toBeGreaterThan(12_000);
  expect(await load(await newAddress()), "another player").toBe(200);
});

/** How many of these are answered before the event loop goes on. */
function atOnce(calls: Promise<Response>[]): number {
  drainMicrotasks();
  return calls.filter((call) => Bun.peek.status(call) === "fulfilled").length;
}

async function player(ask = request) {
  const owner = await person();
  const { id } = await saveVideo(owner);
  const { token } = await (await owner.call("POST", `/recordings/${id}/media-token`)).json();
  const address = `/api/recordings/${id}/stream?token=${token}`;
  const watch = (headers?: HeadersInit) =>
    ask(address, { headers: { Range: "bytes=5-9", ...headers } });
  expect((await watch()).status).toBe(206);
  return (count: number, headers?: HeadersInit) =>
    Array.from({ length: count }, () => watch(headers));
}

test("players that go on are answered ahead of the lines, so many at once that others come in between", async () => {
  const watch = await player();
  const calls = watch(40);
  expect(atOnce(calls)).toBe(16);
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status)).toEqual(Array.from(answers, () => 206));
  expect(atOnce(watch(16)), "in the next round").toBe(16);
});

test("an answer ahead of the lines is headed, written down and measured like any other", async () => {
  const written: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => written.push(line) });
  const metrics = createMetrics();
  const ask = anotherProcess({ log, metrics, env: { ...env, TRUST_PROXY: true } });
  const owner = await person();
  const { id } = await saveVideo(owner);
  const { token } = await (await owner.call("POST", `/recordings/${id}/media-token`)).json();
  const watch = async () => {
    const { headers } = await ask(`/api/recordings/${id}/stream?token=${token}`, {
      headers: { "X-Forwarded-For": "192.0.2.7" },
    });
    const { request, ms, user, ...line } = JSON.parse(written.pop() ?? "");
    const { "x-request-id": said, ...heading } = Object.fromEntries(headers);
    expect(said).toBe(request);
    return { heading, line };
  };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const first = await watch();
  expect(await watch()).toEqual(first);
  expect(first.line).toMatchObject({
    path: `/api/recordings/${id}/stream`,
    address: "192.0.2.7",
  });
  expect(metrics.text()).toContain(
    '_count{method="GET",route="/api/recordings/:id/stream",status="200"} 2',
  );
});

test("a player that goes on is told as everybody that the file has gone", async () => {
  let isGone = false;
  const get = async (...wish: Parameters<typeof objects.get>) =>
    isGone ? null : objects.get(...wish);
  const watch = await player(anotherProcess({ objects: { ...objects, get } }));
  isGone = true;
  const [answer] = await Promise.all(watch(1));
  expect(answer?.status).toBe(404);
  expect(await answer?.json()).toMatchObject({ code: "file_gone" });
});

test("only a player's own address is answered ahead of the lines", async () => {
  const owner = await person();
  const { id } = await saveVideo(owner);
  const { token } = await (await owner.call("POST", `/recordings/${id}/media-token`)).json();
  const address = `/api/recordings/${id}/stream?token=${token}`;
  const status = async (path: string, method = "GET") => (await request(path, { method })).status;
  expect(await status(address)).toBe(200);
  expect(await status(address, "POST")).toBe(405);
  expect(await status(`/nowhere${address}`)).not.toBe(200);
});

test("a player that brings a body stands in line, where bodies are counted", async () => {
  const watch = await player();
  const calls = watch(1, { "Transfer-Encoding": "chunked" });
  expect(atOnce(calls)).toBe(0);
  expect((await calls[0])?.status).toBe(206);
});

test("players of bytes that another machine has stand in the line of their account", async () => {
  let [running, most] = [0, 0];
  const far = {
    ...objects,
    storageType: () => "s3" as const,
    link: async () => null,
    get: async (...wish: Parameters<typeof objects.get>) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return objects.get(...wish);
    },
  };
  const watch = await player(anotherProcess({ objects: far }));
  await Promise.all(watch(40));
  expect(most).toBe(4);
});
