import { heapStats } from "bun:jsc";
import { afterEach, expect, test, vi } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { saveVideo } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const { person, visitor, database, request } = await testApp();
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
