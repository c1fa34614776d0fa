import { resolve } from "node:path";
import pino, { type Logger } from "pino";
import { EnvError, readEnv } from "./env.ts";
import { isDatabaseLost } from "./platform/database-lost.ts";
import { adviceFor } from "./platform/start-error.ts";
import { type Running, serve } from "./serve.ts";

/** A part that has not stopped by then never will; the process that started us kills after ten seconds. */
const LONGEST_STOP_MS = 9000;

/** env → platform → app → serve → shutdown. */
async function main() {
  const env = readEnv();
  const log = pino({ level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const starting = serve(env, log, { webDirectory: resolve(import.meta.dir, "../dist/web") });
  const stop = stopper(starting, log);
  process.on("SIGTERM", () => void stop("SIGTERM", 0));
  process.on("SIGINT", () => void stop("SIGINT", 0));
  const fail = (err: unknown) => {
    log.fatal({ err }, "nothing was ready for this error");
    void stop("an error that nothing was ready for", 1);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);

  const running = await starting;
  void running.lost.then((err) => {
    log.fatal({ err }, err.message);
    void stop(err.message, 1);
  });
  // The one line a person waits for, at every log level; its reader may stop us at once.
  console.log(`Kinora is ready on ${running.url}`);
}

/** Stops only after the start is complete: half a start is worse to leave behind than a whole one. */
function stopper(starting: Promise<Running>, log: Logger) {
  let stopping = false;
  return async (reason: string, code: number) => {
    // Ctrl-C comes twice under `bun start`; without a listener the second would end us half-way.
    if (stopping) return;
    stopping = true;
    log.info({ reason }, "stopping");
    setTimeout(() => process.exit(code || 1), LONGEST_STOP_MS);
    await (await starting).close();
    process.exit(code);
  };
}

function wordsFor(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof EnvError || error.name === "StartError")
    return `Kinora cannot start.\n${error.message}`;
  if (isDatabaseLost(error))
    return `Kinora cannot start.\nThe database went away meanwhile (${error.message}).`;
  const advice = adviceFor(error);
  return advice ? `Kinora cannot start.\nDATA_DIR: ${error.message}. ${advice}` : error;
}

main().catch((error: unknown) => {
  console.error(wordsFor(error));
  process.exit(1);
});
