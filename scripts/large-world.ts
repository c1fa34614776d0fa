/**
 * `bun run large [people] [recordings]`: a server of its own with so many, by default 100,000 and 1,000,000,
 * and how fast the pages of the admin area are there. With `LARGE_WORLD` it stays in that directory, under its number of
 * recordings, for the next time, for `bun run bench admin`, and for `DATA_DIR=… bun start` to look around in:
 * ada@example.com, secret1.
 */
import { adminPages, p95 } from "#tests/bench/admin-calls.ts";
import { LARGE } from "#tests/bench/large-world.ts";
import { serveLarge } from "#tests/bench/serve-large.ts";

const [people = LARGE.people, recordings = LARGE.recordings] = process.argv.slice(2).map(Number);

const started = performance.now();
const served = await serveLarge({ people, recordings });
try {
  console.log(`there in ${Math.round((performance.now() - started) / 1000)} s`);
  for (const [page, calls] of Object.entries(adminPages)) {
    console.log(`${page}:`);
    for (const call of calls)
      console.log(`${(await p95(served, call)).toFixed(1).padStart(8)} ms  /api/admin/${call}`);
  }
} finally {
  await served.close();
}
