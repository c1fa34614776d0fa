import { createClient } from "@supabase/supabase-js";
import { afterAll, describe, expect, it, vi } from "vitest";
import { Config } from "#contract/config.ts";
import { Recording } from "#contract/recordings.ts";
import { Share } from "#contract/shares.ts";
import { WatcherList } from "#contract/watchers.ts";
import { largeForm } from "#tests/support/large-video.ts";
import { joined } from "#tests/support/realtime.ts";
import { severalServers } from "#tests/support/several-servers.ts";
import { newSigningKey } from "#tests/support/signing-key.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";
import { register } from "./people.ts";

vi.setConfig({ testTimeout: 180_000 });
const several = await severalServers();
const one = await several.start();
const [two, three] = await Promise.all([several.start(), several.start()]);
afterAll(several.close);

const token = await register(one.origin);
type Server = typeof one;

const call = (at: Server, method: string, path: string, body?: object, as = {}) =>
  fetch(`${at.origin}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...as, ...(body && JSON_TYPE) },
    ...(body && { body: JSON.stringify(body) }),
  });
const JSON_TYPE = { "Content-Type": "application/json" };

const read = async (at: Server, id: string) =>
  Recording.parse(await (await call(at, "GET", `/recordings/${id}`)).json());
const isReady = (at: Server, id: string) =>
  expect.poll(async () => (await read(at, id)).status, { timeout: 60_000 }).toBe("ready");

const bytes = Buffer.from(await videoBytes("recorded.webm"));

async function saved(at: Server): Promise<string> {
  const body = new FormData();
  body.append("video", new File([bytes], "demo.webm"));
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${at.origin}/api/recordings`, { method: "POST", headers, body });
  return Recording.parse(await answer.json()).id;
}

const linkTo = async (at: Server, id: string) =>
  Share.parse(await (await call(at, "POST", `/recordings/${id}/shares`, {})).json());

/** A page that has the recording open: a browser's own client of Realtime. */
async function page(at: Server, id: string, as: Record<string, string> = {}) {
  const answer = await call(at, "POST", "/realtime/token", undefined, as);
  const { token: own } = await answer.json();
  const { realtime_key } = Config.parse(await (await call(at, "GET", "/config")).json());
  const client = createClient(at.origin, realtime_key, { accessToken: async () => own });
  afterAll(() => client.realtime.disconnect());
  await client.realtime.setAuth();
  const key = crypto.randomUUID();
  const listener = await joined(client, `recording:${id}`, { presence: { key } });
  await listener.channel.track({});
  return { ...listener, key };
}
type Page = Awaited<ReturnType<typeof page>>;
const seenBy = ({ channel }: Page) => Object.keys(channel.presenceState()).sort();
const comments = ({ heard }: Page) => heard.filter(({ event }) => event === "comment").length;

const countAt = async (at: Server, id: string) =>
  WatcherList.parse(await (await call(at, "GET", `/recordings/${id}/watchers`)).json()).count;

const asLink = ({ share_token }: Share) => ({ Authorization: "", "X-Share-Token": share_token });

describe("three servers on one Postgres and one bucket", () => {
  it("are one to whoever signs in on one of them, and what is saved on one plays from the others", async () => {
    const id = await saved(one);
    await isReady(two, id);
    for (const server of [one, two, three]) {
      const played = await call(server, "GET", `/recordings/${id}/stream`);
      expect(played.status).toBe(200);
      expect((await played.arrayBuffer()).byteLength).toBe((await read(server, id)).size);
    }
  });

  it("let nobody join who signs with another key, and go on without", async () => {
    const SIGNING_KEY = JSON.stringify(await newSigningKey());
    await expect(several.start({ SIGNING_KEY })).rejects.toThrow("did not start");
    expect((await call(one, "GET", "/recordings")).status).toBe(200);
  });

  it("are told of a comment once, and of who watches, whichever they are connected to", async () => {
    const id = await saved(one);
    const pages = [await page(one, id), await page(two, id), await page(three, id)];
    const keys = pages.map(({ key }) => key).sort();
    for (const each of pages) await expect.poll(() => seenBy(each)).toEqual(keys);
    for (const server of [one, two, three]) expect(await countAt(server, id)).toBe(3);
    await call(two, "POST", `/recordings/${id}/comments`, { content: "first" });
    for (const each of pages) await expect.poll(() => comments(each)).toBe(1);
    await call(three, "POST", `/recordings/${id}/comments`, { content: "second" });
    for (const each of pages) await expect.poll(() => comments(each)).toBe(2);
  });

  it("cut sockets and streams of a link that is revoked on another", async () => {
    const { body, headers } = await largeForm(60 * 2 ** 20);
    const form = { headers: { Authorization: `Bearer ${token}`, ...headers }, body };
    const sent = await fetch(`${one.origin}/api/recordings/import`, { method: "POST", ...form });
    const { id } = Recording.parse(await sent.json());
    const link = await linkTo(one, id); // the work on it may go on: it plays as it came
    const viewer = await page(two, id, asLink(link));
    const watching = await fetch(`${two.origin}/api/shared/${link.share_token}/stream`);
    expect(watching.status).toBe(200);
    expect((await call(three, "DELETE", `/recordings/${id}/shares/${link.id}`)).status).toBe(200);
    await expect.poll(() => viewer.statuses).toContain("CLOSED");

    // At this pace the whole of it lasts a minute.
    const reading = async () => {
      let length = 0;
      for await (const chunk of watching.body ?? []) {
        length += chunk.length;
        await Bun.sleep(chunk.length / 1000);
      }
      return length;
    };
    await expect(reading()).rejects.toThrow();
  });

  it("take over where one is killed: an upload goes on, a job is done, and nobody is shown who is gone", async () => {
    const four = await several.start();
    const tus = tusClient({ request: fetchFrom(four) }, token);
    const { url, recording } = created(await tus.create({ length: bytes.length }));
    const half = bytes.length >> 1;
    expect((await tus.patch(url, { offset: 0, bytes: bytes.subarray(0, half) })).status).toBe(204);
    const id = await saved(one);
    const [here, there] = [await page(one, id), await page(four, id)];
    await expect.poll(() => seenBy(here)).toEqual([here.key, there.key].sort());
    await four.kill("SIGKILL");

    const next = tusClient({ request: fetchFrom(two) }, token);
    const rest = { offset: half, bytes: bytes.subarray(half) };
    await expect.poll(async () => (await next.patch(url, rest)).status).toBe(204);
    await isReady(three, recording);
    const played = await call(three, "GET", `/recordings/${recording}/stream`);
    expect((await played.arrayBuffer()).byteLength).toBe((await read(one, recording)).size);
    await expect.poll(() => seenBy(here)).toEqual([here.key]);
  });
});

const fetchFrom = (server: Server) => (path: string, init?: RequestInit) =>
  fetch(`${server.origin}${path}`, init);
