import type { Logger } from "pino";
import type { Env } from "./env.ts";
import { findFfmpeg } from "./media/transcode.ts";
import { openPlatform } from "./platform/open.ts";
import { StartError } from "./platform/start-error.ts";

export interface Running {
  url: string;
  /** Resolves with the reason when this server can do nothing any more. */
  lost: Promise<Error>;
  close(): Promise<void>;
}

export async function serve(
  env: Env,
  log: Logger,
  { webDirectory }: { webDirectory: string },
): Promise<Running> {
  await using parts = new AsyncDisposableStack();
  const reading = import("./open-server.ts"); // most of our code, read while Postgres starts
  await requireFfmpeg(env.FFMPEG_PATH);
  const platform = parts.adopt(
    await openPlatform(env, (trouble, err) => log.error({ err }, trouble)),
    (opened) => opened.close(),
  );
  const { openServer } = await reading;
  const url = await openServer({ env, log, platform, parts, webDirectory });
  const whole = parts.move();
  return { url, lost: platform.lost, close: () => whole.disposeAsync() };
}

/** A path that the operator set must be runnable; without a setting, ffmpeg is used where it is found. */
async function requireFfmpeg(path: string | undefined): Promise<void> {
  if (path !== undefined && !(await findFfmpeg(path)))
    throw new StartError(`FFMPEG_PATH: ${path} cannot be run.`);
}
