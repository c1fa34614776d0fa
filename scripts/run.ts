import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export const root = dirname(import.meta.dirname);

/**
 * The command line of a tool from node_modules. It always runs in this very Bun: on a machine where
 * Bun came through npx, there may be no other to find.
 */
export function tool(name: string, ...args: string[]): string[] {
  const packageName = packageOf[name] ?? name;
  const manifest = createRequire(join(root, "package.json")).resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  const file = typeof bin === "string" ? bin : bin[name];
  return [process.execPath, "--bun", join(dirname(manifest), file), ...args];
}

const packageOf: Record<string, string> = {
  biome: "@biomejs/biome",
  tsc: "typescript",
  playwright: "@playwright/test",
};

/** Runs to the end with its output on this terminal. */
export async function run(
  command: string[],
  env: Record<string, string | undefined> = {},
): Promise<number> {
  const child = Bun.spawn(command, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  // A signal to us means all of it: the child tidies up, and then we end, too.
  const pass = (signal: NodeJS.Signals) => {
    child.kill(signal);
    void child.exited.then(() => process.exit(1));
  };
  process.on("SIGTERM", pass).on("SIGINT", pass);
  const code = await child.exited;
  process.off("SIGTERM", pass).off("SIGINT", pass);
  return code;
}

/** Runs to the end and keeps what was said: commands may run side by side and still report in order. */
export async function runQuietly(
  command: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const child = Bun.spawn(command, {
    cwd: root,
    stdout: "pipe",
    stderr: "pipe",
    env: { ...coloured(), ...env },
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, output: (stdout + stderr).trimEnd() };
}

function coloured() {
  const wanted = process.stdout.isTTY && !process.env.NO_COLOR;
  return wanted ? { ...process.env, FORCE_COLOR: "1" } : { ...process.env, NO_COLOR: "1" };
}
