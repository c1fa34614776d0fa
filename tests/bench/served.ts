import { join } from "node:path";
import { decodeJwt } from "jose";
import postgres from "postgres";
import { startPostgres } from "#api/platform/embedded/postgres.ts";
import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";

export interface Served {
  origin: string;
  pid: number;
  /** The session of its only account. */
  token: string;
  userId: string;
  sessionId: string;
  /** Where the application connects. */
  databaseUrl: string;
  /** Goes past everything, to put a million rows where no request would. */
  superuser: postgres.Sql;
  close(): Promise<void>;
}

/** The whole product in a process of its own, with one person in it; gone afterwards, unless it has a place. */
export async function serve(
  place?: string,
  settings: Record<string, string> = {},
): Promise<Served> {
  const dataDir = place ?? newDataDir();
  const server = await startServer({
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    DEFAULT_PLAN: "Premium",
    ...settings,
  });
  const database = await startPostgres(join(dataDir, "postgres")); // it runs already: this only finds it
  const superuser = postgres(database.adminUrl(), { max: 1, onnotice: () => {} });
  const { token, user } = await register(server.origin);
  return {
    origin: server.origin,
    pid: server.pid,
    token,
    userId: user.id,
    sessionId: String(decodeJwt(token).sid),
    databaseUrl: database.url(),
    superuser,
    async close() {
      await superuser.end();
      await server.kill("SIGTERM");
      if (!place) removeDataDir(dataDir);
    },
  };
}

export interface Bare {
  origin: string;
  close(): Promise<void>;
}

/** The baseline for us: one of the `bare-*.ts` beside this file, in a process of its own as well. */
export async function serveBare(file: string, ...args: string[]): Promise<Bare> {
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, file), ...args], {
    stdout: "pipe",
  });
  const { value } = await child.stdout.getReader().read();
  return {
    origin: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`,
    async close() {
      child.kill();
      await child.exited;
    },
  };
}

/** How many times a second, with so many under way at once. */
export async function perSecond(work: () => Promise<unknown>, atOnce: number, seconds: number) {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const worker = async () => {
    for (; performance.now() < end; done++) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return done / seconds;
}

/** The session of the server's first account, or of the one that the place has already. */
async function register(origin: string) {
  const send = (call: string) =>
    fetch(`${origin}/api/auth/${call}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: "Ada", email: "ada@example.com", password: "secret1" }),
    });
  const made = await send("register");
  return (made.ok ? made : await send("login")).json();
}
