import { closeSync, ftruncateSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { growthDuring, lengthOf } from "#tests/support/growth.ts";
import { insertRecordings } from "#tests/support/recordings.ts";
import { newDataDir, removeDataDir } from "#tests/support/server-process.ts";
import type { Bench } from "./bench.ts";
import { serve } from "./served.ts";

const RECORDINGS = 20;
const BYTES = 100 * 2 ** 20;

export const archive: Bench = {
  work: "memory that the archive of everything takes: 20 recordings of 100 MB",
  unit: "MB",
  goal: { atMost: 64 },
  rounds: 1,
  async prepare() {
    const dataDir = newDataDir();
    const served = await serve(dataDir);
    const file = join(dataDir, "objects", "bench");
    mkdirSync(join(dataDir, "objects"), { recursive: true });
    const descriptor = openSync(file, "w");
    ftruncateSync(descriptor, BYTES);
    closeSync(descriptor);
    const sizes = Array.from({ length: RECORDINGS }, () => ({ size: BYTES }));
    await insertRecordings(served.superuser, served.userId, sizes);
    await served.superuser`update public.recordings set store = 'disk', storage_key = 'bench'`;
    const headers = { Authorization: `Bearer ${served.token}` };
    return {
      async ours() {
        const ticket = await fetch(`${served.origin}/api/user/takeout`, {
          method: "POST",
          headers,
        });
        const { path } = await ticket.json();
        const { value, growth } = await growthDuring(served.pid, async () =>
          lengthOf(await fetch(`${served.origin}${path}`)),
        );
        if (value < RECORDINGS * BYTES) throw new Error(`The archive has only ${value} bytes`);
        return growth / 2 ** 20;
      },
      async close() {
        await served.close();
        removeDataDir(dataDir);
      },
    };
  },
};
