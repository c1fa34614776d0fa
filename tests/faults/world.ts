import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { type StorageStandIn, startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { postgresProcesses } from "#tests/support/postgres-processes.ts";
import {
  newDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
} from "#tests/support/server-process.ts";
import { newSigningKey } from "#tests/support/signing-key.ts";
import { temporaryPostgres } from "#tests/support/temporary-postgres.ts";
import { type Outside, startOutside } from "./outside.ts";

/** A server that faults happen to, always at the same address. */
export interface World {
  dataDir: string;
  origin: string;
  server: ServerProcess;
  outside: Outside;
  /** Starts the server, as a supervisor does when it has ended. */
  start(): Promise<void>;
  /** A start that nobody waits for. */
  begin(): Bun.Subprocess;
  /** Several starts at once: the one that won goes on, and the result says how the others ended. */
  startTogether(count: number): Promise<string[]>;
  postmaster(): number | undefined;
  /** The processes of its Postgres whose title begins so. */
  processes(title: string): number[];
  /** The processes that run this program over a file of the recording. */
  workingOn(recording: string, program: string): number[];
  /** Postgres as its superuser. */
  superuser(): postgres.Sql;
  close(): Promise<void>;
}

export async function newWorld(dataDir = newDataDir(), more = {}): Promise<World> {
  const probe = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = probe;
  probe.stop(true);
  const origin = `http://127.0.0.1:${port}`;
  const outside = startOutside(origin);
  const ours = { DATA_DIR: dataDir, PORT: String(port), TRUST_PROXY: "on", LOG_LEVEL: "silent" };
  const env = { ...outside.env, ...ours, ...more };
  const data = join(dataDir, "postgres/data");
  const line = (number: number) => pidFile(data)[number];
  const world: World = {
    dataDir,
    origin,
    outside,
    server: await startServer(env),
    async start() {
      world.server = await startServer(env);
    },
    begin: () =>
      Bun.spawn([process.execPath, "api/main.ts"], {
        env: { ...process.env, ...env },
        stdio: ["ignore", "ignore", "ignore"],
      }),
    async startTogether(count) {
      const starts = await Promise.allSettled(
        Array.from({ length: count }, () => startServer(env)),
      );
      for (const one of starts) if (one.status === "fulfilled") world.server = one.value;
      return starts.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
    },
    postmaster: () => Number(line(0)) || undefined,
    processes: (title) => postgresProcesses(data, title),
    workingOn: (recording, program) =>
      readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .filter((pid) => runs(pid, program, join(dataDir, "work", recording))),
    superuser: () => superuserOf(dataDir),
    async close() {
      await world.server.kill("SIGTERM");
      outside.stop();
      removeDataDir(dataDir);
    },
  };
  return world;
}

/** A server over somebody else's Postgres and a Storage that stands in for Supabase's. */
export async function worldOnSupabase(): Promise<World & { storage: StorageStandIn }> {
  const [server, storage] = [await temporaryPostgres(), startStorage()];
  const admin = postgres(server.adminUrl(), { max: 1, onnotice: () => {} });
  await admin.unsafe("drop schema embedded cascade");
  await admin.end();
  const world = await newWorld(newDataDir(), {
    DATABASE_URL: server.url(),
    MIGRATE: "on",
    SUPABASE_URL: storage.url,
    SUPABASE_PUBLISHABLE_KEY: storage.publishableKey,
    SUPABASE_SECRET_KEY: storage.secretKey,
    SIGNING_KEY: JSON.stringify(await newSigningKey()),
  });
  const closeWorld = world.close;
  const close = async () => {
    await closeWorld();
    await storage.stop();
    await server.stop();
  };
  return Object.assign(world, { storage, close });
}

/** The Postgres under this directory, past everything. */
export function superuserOf(dataDir: string): postgres.Sql {
  return postgres({
    ...{ host: "127.0.0.1", port: Number(pidFile(join(dataDir, "postgres/data"))[3]) },
    ...{ database: "postgres", user: "supabase_admin", max: 1, fetch_types: false },
    onnotice: () => {},
    password: readFileSync(join(dataDir, "postgres/password"), "utf8").trim(),
  });
}

function pidFile(data: string): string[] {
  try {
    return readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return []; // none runs at the moment
  }
}

/** Looks at the first words only: a process that watches another names that one's program as well. */
function runs(pid: number, program: string, file: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const isProgram = command.slice(0, 3).some((word) => word.endsWith(program));
    return isProgram && command.some((word) => word.includes(file));
  } catch {
    return false; // it has ended
  }
}
