import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, expect, test, vi } from "vitest";
import { Config } from "#contract/config.ts";
import { Comment } from "#contract/discussion.ts";
import { Recording } from "#contract/recordings.ts";
import { Share } from "#contract/shares.ts";
import { freePort } from "#tests/support/free-port.ts";
import { joined } from "#tests/support/realtime.ts";
import type { ServerProcess } from "#tests/support/server-process.ts";
import { severalServers } from "#tests/support/several-servers.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoBytes } from "#tests/support/videos.ts";
import { register, until } from "./people.ts";

/** `KINORA_ROUNDS=20` kills each of three servers in turn, so often in all. */
const ROUNDS = Number(process.env.KINORA_ROUNDS ?? 1);
const PEOPLE = 8;
const HUNG_MS = 10_000;
const nginx = Bun.which("nginx");

vi.setConfig({ testTimeout: 60_000 + ROUNDS * 60_000, hookTimeout: 60_000 });
const several = await severalServers();
const ports = [freePort(), freePort(), freePort()];
const start = (port: number) => several.start({ PORT: String(port), LOG_LEVEL: "fatal" });
const servers: ServerProcess[] = [];
for (const port of ports) servers.push(await start(port));
const proxy = nginx ? await behindNginx(nginx) : { origin: "", stop: async () => {} };
afterAll(async () => {
  await proxy.stop();
  await several.close();
});

const bytes = Buffer.from(await videoBytes("recorded.webm"));
const seen = { acknowledged: 0, unanswered: 0, longest: 0, statuses: new Map<number, number>() };

test.skipIf(!nginx)(
  "servers behind a proxy that are killed in turn lose nothing that was acknowledged, and tell each event once",
  async () => {
    let people: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Nobody may say as much as twenty rounds take.
      if (round % 4 === 0) people = await Promise.all(Array.from({ length: PEOPLE + 1 }, newcomer));
      await roundOf(round % servers.length, people);
      console.log(JSON.stringify({ round, ...seen, statuses: [...seen.statuses] }));
    }
    expect(seen.longest).toBeLessThan(HUNG_MS);
    expect([...seen.statuses.keys()].filter((status) => status >= 500 && status < 502)).toEqual([]);
    expect(seen.acknowledged).toBeGreaterThan(ROUNDS * PEOPLE);
  },
);

const newcomer = () => register(originOf(0));

async function roundOf(killed: number, [owner = "", ...people]: string[]): Promise<void> {
  const alive = [0, 1, 2].filter((index) => index !== killed);
  const { id } = Recording.parse(await (await save(owner, originOf(alive[0] ?? 0))).json());
  const link = Share.parse(
    await (await send(owner, `/recordings/${id}/shares`, {}, originOf(alive[0] ?? 0))).json(),
  );
  const pages = await Promise.all([0, 1, 2].map((index) => page(originOf(index), id, owner)));
  for (const each of pages) await expect.poll(() => presentAt(each)).toBe(3);

  const [said, kept] = [new Set<string>(), new Set<string>()];
  let isOver = false;
  const work = async (token: string) => {
    const through = { "X-Share-Token": link.share_token };
    const saved = await timed(() => save(token, proxy.origin));
    if (saved?.status === 201) kept.add(`${token} ${Recording.parse(await saved.json()).id}`);
    while (!isOver) {
      const body = { content: crypto.randomUUID() };
      const path = `/recordings/${id}/comments`;
      const answer = await timed(() => send(token, path, body, proxy.origin, through));
      if (answer?.status === 201) said.add(Comment.parse(await answer.json()).id);
    }
  };
  const working = people.map(work);
  await expect.poll(() => said.size, { timeout: 30_000 }).toBeGreaterThan(PEOPLE);
  await servers[killed]?.kill("SIGKILL");
  const before = said.size;
  await expect.poll(() => said.size, { timeout: 30_000 }).toBeGreaterThan(before + 2 * PEOPLE);
  isOver = true;
  await Promise.all(working);
  seen.acknowledged += said.size + kept.size;

  for (const index of alive) {
    const each = pages[index];
    if (!each) throw new Error("no page");
    await expect
      .poll(() => heardBy(each).filter((comment) => said.has(comment)).length)
      .toBe(said.size);
    expect(new Set(heardBy(each)).size, "each is heard once").toBe(heardBy(each).length);
    await expect.poll(() => presentAt(each), { timeout: 15_000 }).toBe(2);
  }
  servers[killed] = await start(ports[killed] ?? 0);
  for (const { client } of pages) await client.realtime.disconnect();
  const found = await send(owner, `/recordings/${id}/comments`, undefined, originOf(killed));
  const texts = await found.text();
  expect(
    [...said].filter((comment) => !texts.includes(comment)),
    "lost",
  ).toEqual([]);
  for (const each of kept) {
    const [token = "", recording] = each.split(" ");
    const read = await send(token, `/recordings/${recording}`, undefined, originOf(killed));
    expect(read.status).toBe(200);
  }
}

const originOf = (index: number) => `http://127.0.0.1:${ports[index]}`;

async function timed(ask: () => Promise<Response>): Promise<Response | undefined> {
  const started = performance.now();
  const answer = await ask().catch(() => undefined); // the proxy's own connection may have broken
  seen.longest = Math.max(seen.longest, performance.now() - started);
  if (answer) seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1);
  else seen.unanswered++;
  return answer;
}

const send = (token: string, path: string, body: object | undefined, at: string, more = {}) =>
  fetch(`${at}/api${path}`, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...more },
    ...(body && { body: JSON.stringify(body) }),
  });

function save(token: string, at: string): Promise<Response> {
  const body = new FormData();
  body.append("video", new File([bytes], "demo.webm"));
  const headers = { Authorization: `Bearer ${token}` };
  return fetch(`${at}/api/recordings`, { method: "POST", headers, body });
}

async function page(origin: string, id: string, session: string) {
  const { token } = await (await send(session, "/realtime/token", {}, origin)).json();
  const { realtime_key } = Config.parse(await (await fetch(`${origin}/api/config`)).json());
  const client = createClient(origin, realtime_key, { accessToken: async () => token });
  afterAll(() => client.realtime.disconnect());
  await client.realtime.setAuth();
  const presence = { key: crypto.randomUUID() };
  const listener = await joined(client, `recording:${id}`, { presence });
  await listener.channel.track({});
  return { ...listener, client };
}
type Page = Awaited<ReturnType<typeof page>>;

const presentAt = ({ channel }: Page) => Object.keys(channel.presenceState()).length;
const heardBy = ({ heard }: Page) =>
  heard.flatMap(({ event, payload }) =>
    event === "comment" && payload && typeof payload === "object" && "comment_id" in payload
      ? [String(payload.comment_id)]
      : [],
  );

/** The configuration that the documentation gives, with the addresses of this test. */
async function behindNginx(program: string) {
  const directory = temporaryDirectory();
  const port = freePort();
  const config = readFileSync("docs/several-servers/nginx.conf", "utf8")
    .replace(/kinora(\d):3000/g, (_, number) => `127.0.0.1:${ports[Number(number) - 1]}`)
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replace(
      "http {",
      `http { client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy;`,
    );
  const file = join(directory, "nginx.conf");
  writeFileSync(
    file,
    `daemon off;\npid ${directory}/pid;\nerror_log ${directory}/error.log;\n${config}`,
  );
  const child = Bun.spawn([program, "-c", file, "-p", directory], { stderr: "ignore" });
  const origin = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    origin,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
