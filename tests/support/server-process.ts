import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ServerProcess {
  origin: string;
  pid: number;
  /** The log since the server was ready. */
  log(): string;
  /** Resolves when the process has ended. */
  kill(signal: "SIGTERM" | "SIGKILL" | "SIGINT"): Promise<void>;
  /** The code it ended with. */
  ended: Promise<number>;
}

export const newDataDir = () => mkdtempSync(join(tmpdir(), "kinora-data-"));
/** Files that the server has just closed may take a moment to be gone. */
export const removeDataDir = (directory: string) =>
  rmSync(directory, { recursive: true, maxRetries: 10 });

/** The product as people run it, in a process of its own, on a port of its own. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const child = Bun.spawn([process.execPath, "api/main.ts"], {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", LOG_LEVEL: "warn", ...env },
    stdout: "pipe",
    stderr: "inherit",
  });
  let logged = "";
  const origin = await addressOf(child.stdout, (text) => {
    logged += text;
  });
  if (!origin) throw new Error(`The server did not start (code ${await child.exited})`);
  return {
    origin,
    pid: child.pid,
    log: () => logged,
    ended: child.exited,
    async kill(signal) {
      child.kill(signal);
      await child.exited;
    },
  };
}

/** Reads to the line that names the address; what comes later belongs in the report of the test. */
function addressOf(
  output: ReadableStream<Uint8Array>,
  onLog: (text: string) => void,
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of output) {
      const text = decoder.decode(chunk, { stream: true });
      const [, origin] = /ready on (http\S+)/.exec(text) ?? [];
      if (origin) resolve(origin);
      else {
        onLog(text);
        process.stderr.write(text);
      }
    }
    resolve(undefined);
  };
  void read();
  return promise;
}
