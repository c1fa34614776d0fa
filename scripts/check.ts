/** Everything that can be known without running the product: format, lint, types, what is unused, architecture. */
import { runQuietly, tool } from "./run.ts";

const steps = [
  { name: "format and lint", command: tool("biome", "check", "--error-on-warnings", ".") },
  // Files that did not change since the last time are not checked again.
  {
    name: "types",
    command: tool("tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", "node_modules/.types"),
  },
  { name: "nothing unused", command: tool("knip", "--no-progress", "--no-config-hints") },
  { name: "openapi", command: [process.execPath, "scripts/lint-openapi.ts"] },
  {
    name: "architecture",
    command: tool("vitest", "run", "--project", "architecture"),
  },
];

/** Leaves out the architecture where its tests run anyway. */
export async function check({ architecture = true } = {}): Promise<boolean> {
  // The types of the client need a file that is made from its routes and not kept in git.
  const routes = await runQuietly([process.execPath, "web/build/route-tree.ts"]);
  if (routes.code !== 0) console.log(routes.output.trimEnd());
  const wanted = steps.filter(({ name }) => architecture || name !== "architecture");
  const results = wanted.map(async ({ name, command }) => {
    const started = performance.now();
    const { code, output } = await runQuietly(command);
    return { name, code, output, seconds: (performance.now() - started) / 1000 };
  });
  let ok = true;
  for (const result of results) {
    const { name, code, output, seconds } = await result;
    console.log(`${code === 0 ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`);
    if (code !== 0) {
      console.log(output.trimEnd());
      ok = false;
    }
  }
  return ok;
}

if (import.meta.main) process.exit((await check()) ? 0 : 1);
