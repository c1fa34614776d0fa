/** Builds the web client, and only when something it is made of has changed. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runQuietly, tool } from "./run.ts";

const page = join(root, "dist/web/index.html");
const stamp = join(root, "dist/web-built-from");
const madeOf = ["web/**/*", "api/contract/*", "bun.lock", "package.json"];
/** The build writes it, from files that count already. */
const MADE_BY_BUILD = "web/src/route-tree.gen.ts";

export async function buildWebClient(): Promise<boolean> {
  const sources = hashOfSources();
  if (isBuiltFrom(sources)) return true;
  console.log("Building the web client …");
  const { code, output } = await runQuietly(
    tool("vite", "build", "--config", "web/vite.config.ts"),
  );
  if (code !== 0) {
    console.error(output);
    return false;
  }
  writeFileSync(stamp, sources);
  return true;
}

/** A hash of the contents, not of times: a fresh clone and a switched branch have new times only. */
function hashOfSources(): string {
  const hash = new Bun.CryptoHasher("sha256").update(process.env.CLIENT_IP_URL ?? "");
  const files = madeOf.flatMap((glob) => [...new Bun.Glob(glob).scanSync(root)]);
  for (const file of files.sort()) {
    if (file !== MADE_BY_BUILD) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function isBuiltFrom(sources: string): boolean {
  return existsSync(page) && existsSync(stamp) && readFileSync(stamp, "utf8") === sources;
}

if (import.meta.main) process.exit((await buildWebClient()) ? 0 : 1);
