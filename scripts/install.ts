import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.ts";

/**
 * Installs what the lockfile says. A Bun that was started where nothing was installed goes on looking
 * packages up in its cache, whatever version lies there: the first time, the command begins anew.
 */
export async function install(): Promise<boolean> {
  const wasInstalled = existsSync(join(root, "node_modules"));
  const code = await run([process.execPath, "install", "--frozen-lockfile", "--silent"]);
  if (code === 0 && !wasInstalled) process.exit(await beginAnew());
  return code === 0;
}

async function beginAnew(): Promise<number> {
  const again = Bun.spawn([process.execPath, ...process.argv.slice(1)], {
    stdio: ["inherit", "inherit", "inherit"],
  });
  // The terminal tells both; anybody else tells only us, and the second word would be one too many.
  const onInterrupt = () => {};
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", () => again.kill("SIGTERM"));
  return again.exited;
}
