import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.ts";

/** The words for a Bun that is older than the oldest that can read this code; undefined for all others. */
export function oldBun(): string | undefined {
  const { version } = Bun;
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [, least = version] = /^bun@(\d+\.\d+)/.exec(packageManager) ?? [];
  if (Bun.semver.order(version, `${least}.0`) >= 0) return undefined;
  return `Kinora needs Bun ${least}, and this is ${version}. Start it by: npx bun@${least} start`;
}
