import { closeSync, ftruncateSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { Config } from "#contract/config.ts";
import { Share } from "#contract/shares.ts";
import { residentMemory } from "#tests/support/growth.ts";
import { insertRecordings } from "#tests/support/recordings.ts";
import { newDataDir, removeDataDir } from "#tests/support/server-process.ts";
import type { Bench } from "./bench.ts";
import { type Served, serve } from "./served.ts";

const VIEWERS = Number(process.env.KINORA_VIEWERS ?? 10_000);
const COMMENTS = 20;
const READERS = 20;
const FILM = 120 * 2 ** 20;

const row = (work: string, unit: string, atMost: number, figure: keyof Figures): Bench => ({
  work: `${VIEWERS} viewers of one link: ${work}`,
  unit,
  goal: { atMost },
  rounds: 1,
  prepare: async () => {
    measured ??= measure();
    const figures = await measured;
    return { ours: async () => figures[figure], close: async () => {} };
  },
});

/** One crowd comes once, and every row reads of it. */
export const viewers: Bench[] = [
  row("all have come", "s", 60, "came"),
  row("refused", "of them", 0, "refused"),
  row("comment seen, p99", "ms", 1000, "commentP99"),
  row("comments not seen within 5 s", "times", 0, "missed"),
  row("another user's list meanwhile, p95", "ms", 100, "listP95"),
  row("memory of each", "KB", 40, "memory"),
  row("all sockets and streams closed after a revocation", "s", 20, "closed"),
];

interface Figures {
  came: number;
  refused: number;
  commentP99: number;
  missed: number;
  listP95: number;
  memory: number;
  closed: number;
}
let measured: Promise<Figures> | undefined;

async function measure(): Promise<Figures> {
  const dataDir = newDataDir();
  const served = await serve(dataDir, { TRUST_PROXY: "on" });
  const crowd = await crowdOf(served, dataDir);
  try {
    await crowd.do("come 100"); // what happens the first time only has happened
    const [before, cost] = [residentMemory(served.pid), await costs(served)];
    const came = await crowd.do(`come ${VIEWERS}`);
    const spent = (await costs(served)).map((now, index) => (now - (cost[index] ?? 0)) / VIEWERS);
    say("per viewer: ms of processor, transactions", spent, came);
    say("nothing happens", await crowd.do("hear 10"));
    const commented = crowd.do(`comment ${COMMENTS}`);
    const listP95 = await slowTwentieth(served, COMMENTS);
    const heard = await commented;
    say("comments", heard);
    const memory = (residentMemory(served.pid) - before) / VIEWERS / 1000;
    const closed = await crowd.do(`see ${READERS}`);
    say("revoked", closed);
    return {
      ...{ came: came.seconds, refused: came.refused, memory, listP95 },
      ...{ commentP99: heard.p99, missed: heard.missed, closed: closed.seconds },
    };
  } finally {
    await crowd.end();
    await served.close();
    removeDataDir(dataDir);
  }
}

const say = (...what: unknown[]) => console.error(" ", ...what);

async function crowdOf({ origin, token, superuser, userId }: Served, dataDir: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${origin}/api${path}`, { headers, ...init })).json();
  mkdirSync(join(dataDir, "objects"), { recursive: true });
  const file = openSync(join(dataDir, "objects", "bench"), "w");
  ftruncateSync(file, FILM);
  closeSync(file);
  const [id] = await insertRecordings(superuser, userId, [{ size: FILM }]);
  await superuser`update public.recordings set store = 'disk', storage_key = 'bench'`;
  const share = Share.parse(
    await ask(`/recordings/${id}/shares`, {
      ...{ method: "POST", body: "{}" },
      headers: { ...headers, "Content-Type": "application/json" },
    }),
  );
  const { realtime_key } = Config.parse(await ask("/config"));
  const orders = {
    ...{ origin, session: token, recording: id, realtimeKey: realtime_key },
    ...{ link: share.share_token, share: share.id },
  };
  const child = Bun.spawn(
    [process.execPath, `${import.meta.dirname}/crowd.ts`, JSON.stringify(orders)],
    { stdin: "pipe", stdout: "pipe", stderr: "inherit" },
  );
  const answers = linesOf(child.stdout);
  return {
    async do(step: string) {
      child.stdin.write(`${step}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error("the crowd has gone");
      return JSON.parse(value);
    },
    async end() {
      child.kill();
      await child.exited;
    },
  };
}

async function* linesOf(output: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = "";
  for await (const chunk of output) {
    const lines = (rest + new TextDecoder().decode(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** Milliseconds of processor of the server, and transactions of its Postgres, so far. */
async function costs({ pid, superuser }: Served): Promise<number[]> {
  const stat = await Bun.file(`/proc/${pid}/stat`).text();
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14);
  const [row] = await superuser`
    select sum(xact_commit + xact_rollback)::int as number from pg_stat_database
  `;
  return [(Number(user) + Number(system)) * 10, row?.number ?? 0];
}

/** Somebody who has nothing to do with it asks for their library, again and again. */
async function slowTwentieth({ origin, token }: Served, seconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const started = performance.now();
    const headers = { Authorization: `Bearer ${token}`, "X-Forwarded-For": "192.0.2.1" };
    await (await fetch(`${origin}/api/recordings`, { headers })).text();
    times.push(performance.now() - started);
    await Bun.sleep(20);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
}
