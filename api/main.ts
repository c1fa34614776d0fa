import { resolve } from "node:path";
import pino from "pino";
import { EnvError, readEnv } from "./env.ts";
import { serve } from "./serve.ts";

/** env → platform → app → serve → shutdown. */
async function main() {
  const env = readEnv();
  const log = pino({ level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const running = await serve(env, log, { webDirectory: resolve(import.meta.dir, "../dist/web") });
  let stopping = false;
  const stop = async (signal: string) => {
    // Ctrl-C comes twice under `bun start`; without a listener the second would end us half-way.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    await running.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));

  // The one line a person waits for, whatever the log level is; whoever reads it may stop us at once.
  console.log(`Kinora is ready on ${running.url}`);
}

main().catch((error: unknown) => {
  const known =
    error instanceof EnvError || (error instanceof Error && error.name === "StartError");
  console.error(known ? `Kinora cannot start.\n${error.message}` : error);
  process.exit(1);
});
