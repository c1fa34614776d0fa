import { closeSync, ftruncateSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { largeSubtitle } from "#tests/support/large-subtitle.ts";
import { insertRecordings } from "#tests/support/recordings.ts";
import { newDataDir, removeDataDir } from "#tests/support/server-process.ts";
import type { Bench, Measurement } from "./bench.ts";
import { attacks } from "./hostile.ts";
import { type Served, serve } from "./served.ts";

const SECONDS = 5;
/** Below that nobody notices: from there the times are compared. */
const LEAST_MS = 10;

/** An ordinary person, whose network is not that of the hostile account: the slowest twentieth of what they ask. */
export const fairness: Bench[] = Object.keys(attacks).map((row) => ({
  work: `fairness: p95 of an ordinary person beside ${row}`,
  unit: "ms",
  goal: { atMost: 3 },
  rounds: 1,
  prepare: () => beside(row),
}));

async function beside(row: string): Promise<Measurement> {
  const dataDir = newDataDir();
  const served = await serve(dataDir, { TRUST_PROXY: "on" });
  const hostile = await arm(served, dataDir);
  const ordinary = await settle(served);
  const alone = () => slowTwentieth(() => visit(served.origin, ordinary));
  await alone(); // work that is done only the first time is done now
  const before = await alone();
  return {
    async ours() {
      const orders = { row, origin: served.origin, seconds: SECONDS + 3, ...hostile };
      const child = Bun.spawn(
        [process.execPath, join(import.meta.dirname, "hostile.ts"), JSON.stringify(orders)],
        {
          stdout: "pipe",
          stderr: "inherit",
          env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: "1000" },
        },
      );
      const output = child.stdout.getReader();
      await output.read();
      await Bun.sleep(500); // the first of it is under way
      const p95 = await alone();
      const { value } = await output.read();
      console.error(`  ${p95.toFixed(1)} ms, alone ${before.toFixed(1)}; ${text(value)}`);
      await child.exited;
      return Math.max(p95, LEAST_MS);
    },
    baseline: async () => Math.max(before, LEAST_MS),
    async close() {
      await served.close();
      removeDataDir(dataDir);
    },
  };
}

const text = (bytes?: Uint8Array) => new TextDecoder().decode(bytes).trim();

/** Recordings of 100 MB for the archive, a library to list and to search, a subtitle of 5 MB and a link to it. */
async function arm({ origin, superuser, userId, token }: Served, dataDir: string) {
  mkdirSync(join(dataDir, "objects"), { recursive: true });
  const file = openSync(join(dataDir, "objects", "bench"), "w");
  ftruncateSync(file, 100 * 2 ** 20);
  closeSync(file);
  const sizes = Array.from({ length: 1000 }, (_, n) => ({ size: n < 20 ? 100 * 2 ** 20 : 0 }));
  await insertRecordings(superuser, userId, sizes);
  await superuser`
    update public.recordings set store = 'disk', storage_key = 'bench' where size > 0`;
  const send = sender(origin, token);
  const [{ id: recording }] = (await send("GET", "/recordings?limit=1")).recordings;
  const uploaded = await send("POST", `/recordings/${recording}/subtitles/upload`, {
    content: largeSubtitle(),
  });
  const share = await send("POST", `/recordings/${recording}/shares`, {});
  const media = await send("POST", `/recordings/${recording}/media-token`, undefined, {
    "X-Share-Token": share.share_token,
  });
  return { token, recording, subtitle: uploaded.id, mediaToken: media.token };
}

/** Another person, with a small library. */
async function settle({ origin, superuser }: Served) {
  const person = { username: "Olga", email: "olga@example.com", password: "secret1" };
  const { token, user } = await sender(origin)("POST", "/auth/register", person);
  await insertRecordings(
    superuser,
    user.id,
    Array.from({ length: 50 }, () => ({ size: 1000 })),
  );
  return token;
}

const sender =
  (origin: string, token?: string) =>
  async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const headers = {
      "Content-Type": "application/json",
      "X-Forwarded-For": "203.0.113.9",
      ...(token && !more["X-Share-Token"] && { Authorization: `Bearer ${token}` }),
      ...more,
    };
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };

async function visit(origin: string, token: string): Promise<void> {
  await sender(origin, token)("GET", "/recordings?limit=10");
}

/** A call every few milliseconds, one after the other. */
async function slowTwentieth(ask: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end; ) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
    await Bun.sleep(20);
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}
