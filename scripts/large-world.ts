/**
 * `bun run large [people] [recordings]`: a server of its own with so many, by default 100,000 and 1,000,000,
 * and how fast the pages of the admin area are there. With `DATA_DIR` it stays, for `bun start` to look around in:
 * ada@example.com, secret1.
 */
import { adminCalls, p95 } from "#tests/bench/admin-calls.ts";
import { fillLargeWorld, LARGE } from "#tests/bench/large-world.ts";
import { serve } from "#tests/bench/served.ts";

const [people = LARGE.people, recordings = LARGE.recordings] = process.argv.slice(2).map(Number);

const served = await serve(process.env.DATA_DIR);
try {
  const started = performance.now();
  await fillLargeWorld(served.superuser, { people, recordings });
  console.log(`made in ${Math.round((performance.now() - started) / 1000)} s`);
  for (const call of adminCalls)
    console.log(`${(await p95(served, call)).toFixed(1).padStart(8)} ms  /api/admin/${call}`);
} finally {
  await served.close();
}
