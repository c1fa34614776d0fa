import { Session } from "#contract/auth.ts";
import { MediaToken, Recording } from "#contract/recordings.ts";
import { largeForm } from "#tests/support/large-video.ts";
import {
  newDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
} from "#tests/support/server-process.ts";

export const LARGE = 500 * 1024 * 1024;

/** The real server with somebody signed in to it. */
export interface Studio {
  server: ServerProcess;
  /** Where a helper beside it may keep its files. */
  dataDir: string;
  headers: Record<string, string>;
  ask(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export async function openStudio(settings: Record<string, string> = {}): Promise<Studio> {
  const dataDir = newDataDir();
  const server = await startServer({ ...settings, DATA_DIR: dataDir });
  const person = { username: "Olga", email: "olga@example.org", password: "secret1" };
  const registered = await fetch(`${server.origin}/api/auth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(person),
  });
  const { token } = Session.parse(await registered.json());
  const headers = { Authorization: `Bearer ${token}` };
  return {
    server,
    dataDir,
    headers,
    ask: (path, init = {}) =>
      fetch(`${server.origin}/api${path}`, {
        ...init,
        headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
      }),
    async close() {
      await server.kill("SIGTERM");
      removeDataDir(dataDir);
    },
  };
}

/** A recording of 500 MB, all work on it done; the addresses serve the bytes as they came, each to one player. */
export async function largeRecording(studio: Studio, players = 1): Promise<[string, ...string[]]> {
  const { server, ask } = studio;
  const saved = await ask("/recordings", { method: "POST", ...(await largeForm(LARGE)) });
  const { id } = Recording.parse(await saved.json());
  const newAddress = async () => {
    const made = await ask(`/recordings/${id}/media-token`, { method: "POST" });
    const { token } = MediaToken.parse(await made.json());
    return `${server.origin.replace("localhost", "127.0.0.1")}/api/recordings/${id}/stream?token=${token}`;
  };
  const others = Array.from({ length: players - 1 }, newAddress);
  const addresses = [await newAddress(), ...(await Promise.all(others))] as const;
  await workDone(studio, id);
  return [...addresses];
}

export async function workDone({ ask }: Studio, id: string): Promise<void> {
  for (;;) {
    const { status } = Recording.parse(await (await ask(`/recordings/${id}`)).json());
    if (status !== "processing") return;
    await Bun.sleep(200);
  }
}

/** A helper process of the baseline, and the address it prints. */
export async function startBare(script: string, ...words: string[]) {
  const child = Bun.spawn([process.execPath, `${import.meta.dirname}/${script}`, ...words], {
    stdout: "pipe",
  });
  const { value } = await child.stdout.getReader().read();
  return {
    address: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}/`,
    async close() {
      child.kill();
      await child.exited;
    },
  };
}
