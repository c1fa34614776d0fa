import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Session } from "#contract/auth.ts";
import { Edit } from "#contract/edits.ts";
import { Recording } from "#contract/recordings.ts";
import { memoryOf } from "#tests/support/memory.ts";
import { insertRecordings } from "#tests/support/recordings.ts";
import { newDataDir, removeDataDir } from "#tests/support/server-process.ts";
import type { Bench } from "./bench.ts";
import { type Served, serve } from "./served.ts";

const HOUR = 3600;
const CUTS = 20;
const EVERY_MS = 25;
/** Looks without a cut, for comparison. */
const LOOKS = 400;

interface Figures {
  timesRealTime: number;
  /** MB that the process which cuts and all that it starts hold at most. */
  memory: number;
  /** Milliseconds, of somebody else who looks at their recordings meanwhile, and before. */
  p95: number;
  p95Before: number;
}

let hour: Promise<Figures> | undefined;
/** One hour is cut once for all rows. */
const anHour = () => {
  hour ??= cutAnHour();
  return hour;
};

const row = (work: string, unit: string, goal: Bench["goal"], figure: keyof Figures): Bench => ({
  ...{ work: `an hour with ${CUTS} cuts: ${work}`, unit, goal, rounds: 1, isAbsolute: true },
  prepare: async () => ({
    ours: async () => (await anHour())[figure],
    ...(figure === "p95" && { baseline: async () => (await anHour()).p95Before }),
    close: async () => {},
  }),
});

export const cutting: Bench[] = [
  row("speed", "× real time", { atLeast: 100 }, "timesRealTime"),
  row("memory of what cuts", "MB", { atMost: 400 }, "memory"),
  row("p95 of GET /api/recordings for somebody else", "ms", { atMost: 50 }, "p95"),
];

async function cutAnHour(): Promise<Figures> {
  const directory = newDataDir();
  const served = await serve();
  const ask = asking(served, served.token);
  const other = await somebodyElse(served);
  try {
    const id = await save(served, await hourOfFilm(directory));
    await until(
      async () => Recording.parse(await ask("GET", `/recordings/${id}`)),
      ({ status, contact_sheet }) => status === "ready" && contact_sheet !== null,
    );
    const took: number[] = [];
    for (let look = 0; look < LOOKS; look++) took.push(await lookOnce(other));
    const p95Before = slowTwentieth(took.splice(0));
    const edit = Edit.parse(await ask("GET", `/recordings/${id}/edit`));
    const begun = performance.now();
    await ask("PUT", `/recordings/${id}/edit`, { version: edit.version, kept: keptOf(HOUR) });
    let memory = 0;
    let isOver = false;
    const looking = (async () => {
      while (!isOver) took.push(await lookOnce(other));
    })();
    const { status, error } = await until(
      async () => {
        memory = Math.max(memory, ...cuttersOf(served.pid).map(memoryOf));
        return Edit.parse(await ask("GET", `/recordings/${id}/edit`));
      },
      (now) => now.status !== "rendering",
    );
    const seconds = (performance.now() - begun) / 1000;
    isOver = true;
    await looking;
    if (status !== "ready") throw new Error(`The cut is ${status}: ${error}`);
    console.error(`  ${seconds.toFixed(1)} s, ${took.length} looks meanwhile`);
    const p95 = slowTwentieth(took);
    return { timesRealTime: HOUR / seconds, memory: memory / 1e6, p95, p95Before };
  } finally {
    await served.close();
    removeDataDir(directory);
  }
}

/** Edges that are no key frames. */
const keptOf = (seconds: number) =>
  Array.from({ length: CUTS + 1 }, (_, index) => {
    const each = seconds / (CUTS + 1);
    return { start: index * each + 0.413, end: (index + 0.8) * each + 0.137 * index };
  });

/** Half a minute of noise over a test picture, 1280 × 720, again and again: as large as one import may be. */
async function hourOfFilm(directory: string): Promise<string> {
  const [short, long] = [join(directory, "short.webm"), join(directory, "hour.webm")];
  const times = HOUR / 30;
  await ffmpeg(
    "-f lavfi -i testsrc2=size=1280x720:rate=30,noise=alls=6 -f lavfi -i sine=300 -t 30",
    "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -row-mt 1 -b:v 900k -g 60 -lag-in-frames 0",
    `-auto-alt-ref 0 -c:a libopus -b:a 64k ${short}`,
  );
  await ffmpeg(`-stream_loop ${times - 1} -i ${short} -c copy -t ${HOUR} ${long}`);
  return long;
}

async function ffmpeg(...words: string[]): Promise<void> {
  const command = ["ffmpeg", "-nostdin", "-v", "error", "-y", ...words.join(" ").split(" ")];
  const made = Bun.spawn(command, { stderr: "inherit" });
  if ((await made.exited) !== 0) throw new Error("ffmpeg made no film");
}

async function save({ origin, token }: Served, path: string): Promise<string> {
  const body = new FormData();
  body.append("video", Bun.file(path), "hour.webm");
  const answer = await fetch(`${origin}/api/recordings/import`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body,
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return Recording.parse(await answer.json()).id;
}

/** Another account with fifty recordings. */
async function somebodyElse(served: Served) {
  const person = { username: "Olga", email: "olga@example.com", password: "secret1" };
  const { token, user } = Session.parse(await asking(served)("POST", "/auth/register", person));
  const rows = Array.from({ length: 50 }, () => ({ size: 1000 }));
  await insertRecordings(served.superuser, user.id, rows);
  return asking(served, token);
}

const asking =
  ({ origin }: Served, token?: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${origin}/api${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };

async function lookOnce(ask: ReturnType<typeof asking>): Promise<number> {
  const begun = performance.now();
  await ask("GET", "/recordings");
  const took = performance.now() - begun;
  await Bun.sleep(EVERY_MS);
  return took;
}

const slowTwentieth = (took: number[]) =>
  took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.95) - 1] ?? Number.NaN;

async function until<T>(read: () => Promise<T>, isEnough: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isEnough(value)) return value;
    await Bun.sleep(200);
  }
}

/** The processes that cut for this server. */
const cuttersOf = (server: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isCutter(name, server))
    .map(Number);

function isCutter(pid: string, server: number): boolean {
  try {
    const isOurs = readFileSync(`/proc/${pid}/status`, "utf8").includes(`PPid:\t${server}\n`);
    return isOurs && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("cut-worker.ts");
  } catch {
    return false; // it has ended
  }
}
