import { resolve } from "node:path";
import pino from "pino";
import { EnvError, readEnv } from "./env.ts";
import { serve } from "./serve.ts";

/** What has not stopped by then never will; whoever started us waits ten seconds before they kill. */
const LONGEST_STOP_MS = 9000;

/** env → platform → app → serve → shutdown. */
async function main() {
  const env = readEnv();
  const log = pino({ level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const running = await serve(env, log, { webDirectory: resolve(import.meta.dir, "../dist/web") });
  let stopping = false;
  const stop = async (reason: string, code: number) => {
    // Ctrl-C comes twice under `bun start`; without a listener the second would end us half-way.
    if (stopping) return;
    stopping = true;
    log.info({ reason }, "stopping");
    setTimeout(() => process.exit(code || 1), LONGEST_STOP_MS);
    await running.close();
    process.exit(code);
  };
  process.on("SIGTERM", () => void stop("SIGTERM", 0));
  process.on("SIGINT", () => void stop("SIGINT", 0));
  const fail = (err: unknown) => {
    log.fatal({ err }, "nothing was ready for this error; the server ends");
    void stop("an error that nothing was ready for", 1);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);

  // The one line a person waits for, whatever the log level is; whoever reads it may stop us at once.
  console.log(`Kinora is ready on ${running.url}`);
}

main().catch((error: unknown) => {
  const known =
    error instanceof EnvError || (error instanceof Error && error.name === "StartError");
  console.error(known ? `Kinora cannot start.\n${error.message}` : error);
  process.exit(1);
});
