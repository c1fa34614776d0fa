import { closeSync, existsSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Recording } from "#contract/recordings.ts";
import type { StorageStandIn } from "#tests/stand-ins/supabase-storage.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { longAvi, longWebm } from "./long-videos.ts";
import { register, until } from "./people.ts";
import { type Outcome, PACE_MS, startWork } from "./work.ts";
import type { World } from "./world.ts";

export interface Fault {
  name: string;
  /** Done when the fault has happened; it says `now` where that is not at once. */
  strike(world: World, now: () => void): Promise<void>;
}

export interface Round extends Outcome {
  /** Milliseconds until every kind of work was acknowledged again. */
  recovered: number;
}

/** One try: somebody is at work, the fault strikes, and afterwards everything that was acknowledged is looked for. */
export async function tryOnce(world: World, { strike }: Fault): Promise<Round> {
  const work = await startWork(world.origin);
  await work.acknowledged(3);
  await Bun.sleep(Math.random() * PACE_MS); // at any moment of theirs
  let struck = performance.now();
  await strike(world, () => {
    struck = performance.now();
  });
  await work.acknowledged(2, struck);
  const recovered = performance.now() - struck;
  return { ...(await work.finish()), recovered };
}

export const faults: Fault[] = [
  {
    name: "API killed",
    async strike(world) {
      await world.server.kill("SIGKILL");
      await world.start();
    },
  },
  { name: "postmaster killed", strike: async (world) => tell(world.postmaster(), "SIGKILL") },
  {
    name: "one backend ended",
    strike: async (world) => tell(anyOf(world.processes("postgres postgres")), "SIGTERM"),
  },
  {
    name: "one backend killed",
    strike: async (world) => tell(anyOf(world.processes("postgres postgres")), "SIGKILL"),
  },
  {
    name: "all backends ended",
    async strike(world) {
      for (const pid of world.processes("postgres postgres")) tell(pid, "SIGTERM");
    },
  },
  {
    name: "worker killed",
    async strike(world, now) {
      const { id, isReady } = await sends(world, await longWebm());
      const workers = () => world.workingOn(id, "prepare-worker.ts");
      await until(() => workers().length > 0);
      now();
      for (const pid of workers()) tell(pid, "SIGKILL");
      await until(isReady);
    },
  },
  { name: "Postgres silent", strike: (world, now) => pause(allOf(world), now) },
  { name: "API paused", strike: (world, now) => pause([world.server.pid], now, 3000) },
  { name: "start during replay", strike: startDuringReplay },
  {
    name: "two starts at once",
    async strike(world) {
      await world.server.kill("SIGKILL");
      const ended = await world.startTogether(2);
      if (ended.length !== 1) throw new Error(`one of two should have started: ${ended}`);
    },
  },
];

/** A silence longer than anybody may wait for an answer. */
const SILENCE_MS = 12_000;

const allOf = (world: World) => [...world.processes(""), world.postmaster() ?? 0];

/** Nothing ends and nothing refuses; only no answer comes. */
async function pause(pids: number[], now: () => void, milliseconds = SILENCE_MS): Promise<void> {
  for (const pid of pids) tell(pid, "SIGSTOP");
  await Bun.sleep(milliseconds);
  for (const pid of pids) tell(pid, "SIGCONT");
  now();
}

/** A fault only for a world on Supabase, by its stand-in for Storage. */
export const storageSilent = ({ line }: StorageStandIn): Fault => ({
  name: "Storage silent",
  async strike(_world, now) {
    line.breakage = "says nothing";
    await Bun.sleep(SILENCE_MS);
    line.breakage = null;
    now();
  },
});

/** A fault only where there is ffmpeg: a conversion is done again from its beginning. */
export const ffmpegKilled: Fault = {
  name: "ffmpeg killed",
  async strike(world, now) {
    const { id, isReady } = await sends(world, await longAvi(), { filename: "long.avi" });
    const converted = join(world.dataDir, "work", id, "converted");
    const ffmpeg = () => world.workingOn(id, "ffmpeg");
    const isBegun = () => (statSync(converted, { throwIfNoEntry: false })?.size ?? 0) > 0;
    await until(() => isBegun() && ffmpeg().length > 0);
    now();
    for (const pid of ffmpeg()) tell(pid, "SIGKILL");
    await until(isReady);
  },
};

/** A video that somebody sends, and that must become ready whatever happens to those who work on it. */
async function sends(world: World, bytes: Uint8Array, { filename = "long.webm" } = {}) {
  const request = (path: string, init?: RequestInit) => fetch(new URL(path, world.origin), init);
  const token = await register(world.origin);
  const tus = tusClient({ request }, token);
  const { url, recording } = created(await tus.create({ length: bytes.length, filename }));
  const sent = await tus.patch(url, { offset: 0, bytes });
  if (!sent.ok) throw new Error(`${filename} was refused (${sent.status}): ${await sent.text()}`);
  const isReady = async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await request(`/api/recordings/${recording}`, { headers });
    const { status, playable } = Recording.parse(await answer.json());
    if (status === "failed" || (status === "ready" && !playable))
      throw new Error(`${filename} should have become ready, and is ${status}`);
    return status === "ready";
  };
  return { id: recording, isReady };
}

/** A start is killed while its Postgres replays; the next one finds that still at it. */
async function startDuringReplay(world: World): Promise<void> {
  tell(world.postmaster(), "SIGKILL");
  await world.server.kill("SIGKILL");
  const cutShort = world.begin();
  const replaying = () => world.processes("startup");
  await until(() => replaying().length > 0);
  for (const pid of replaying()) tell(pid, "SIGSTOP");
  cutShort.kill("SIGKILL");
  await cutShort.exited;
  const started = world.start();
  await Bun.sleep(500); // long enough for the start to find it, however it looks
  for (const pid of replaying()) tell(pid, "SIGCONT");
  await started;
}

/** A fault only where everything lies on a small file system of its own: that is full for a while. */
export const diskFull: Fault = {
  name: "disk full at the end of a WAL segment",
  async strike(world, now) {
    const reserve = join(world.dataDir, "postgres/reserve");
    const filler = join(world.dataDir, "filler");
    await until(() => existsSync(reserve));
    fill(filler);
    // The checkpointer may die first, and begin anew by itself while segments lie ready: then there is more to use up.
    const isLeft = () => existsSync(reserve);
    while (isLeft()) if (await exhaustLog(world, isLeft)) now();
    await until(() => answers(world));
    rmSync(filler);
  },
};

/** Whether it was let in, and Postgres has died of it. */
async function exhaustLog(world: World, isToGoOn: () => boolean): Promise<boolean> {
  const sql = world.superuser();
  let isIn = false;
  try {
    await sql`select 1`;
    isIn = true;
    while (isToGoOn()) {
      await sql`select pg_current_xact_id()`;
      await sql`select pg_switch_wal()`;
    }
    return false;
  } catch {
    return isIn;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function answers(world: World): Promise<boolean> {
  const sql = world.superuser();
  const isAnswered = await sql`select 1`.then(
    () => true,
    () => false,
  );
  await sql.end({ timeout: 1 });
  return isAnswered;
}

/** Leaves so many segments ready for use as a checkpoint comes after. */
export async function lengthenLog(world: World): Promise<void> {
  const sql = world.superuser();
  for (let segments = 0; segments < 20; segments++) {
    await sql`select pg_current_xact_id()`;
    await sql`select pg_switch_wal()`;
  }
  await sql`checkpoint`;
  await sql.end();
}

function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (const size of [2 ** 20, 4096])
      try {
        for (const chunk = new Uint8Array(size); ; ) writeSync(file, chunk);
      } catch {} // no room for another of this size
  } finally {
    closeSync(file);
  }
}

function tell(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(pid, signal);
  } catch {} // it has just ended
}

const anyOf = (pids: number[]) => pids[Math.floor(Math.random() * pids.length)];
