import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, runQuietly } from "./run.ts";

/**
 * Installs what the lockfile says. A Bun that was started where nothing was installed goes on looking
 * packages up in its cache, whatever version lies there: the first time, the command begins anew.
 */
export async function install(): Promise<boolean> {
  const wasInstalled = existsSync(join(root, "node_modules"));
  if (!wasInstalled) console.log("Installing what the lockfile names …");
  const { code, output } = await runQuietly([process.execPath, "install", "--frozen-lockfile"]);
  if (code !== 0) console.error(`${output}\nThe packages could not be installed.`);
  if (code === 0 && !wasInstalled) process.exit(await beginAnew());
  return code === 0;
}

async function beginAnew(): Promise<number> {
  const again = Bun.spawn([process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, npm_execpath: undefined }, // it is we that end with `npx`, and tell it
    stdio: ["inherit", "inherit", "inherit"],
  });
  // The terminal tells both; anybody else tells only us, and the second word would be one too many.
  const onInterrupt = () => {};
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", () => again.kill("SIGTERM"));
  return again.exited;
}
