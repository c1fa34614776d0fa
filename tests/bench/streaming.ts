import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Bench, Measurement } from "./bench.ts";
import { LARGE, largeRecording, openStudio, type Studio, startBare } from "./large-recording.ts";
import { rangesPerSecond } from "./range-client.ts";

const MB = 1024 * 1024;

/** The same bytes by us, who check the right to them, and by a bare handler, which does not. */
export const streaming: Bench[] = [
  {
    work: "stream of 500 MB, whole",
    unit: "MB/s",
    goal: { atLeast: 0.95 },
    rounds: 5,
    prepare: () => beside(wholeFile),
  },
  {
    work: "stream of 500 MB, ranges of 1 MiB",
    unit: "requests/s",
    goal: { atLeast: 0.9 },
    rounds: 5,
    prepare: () => beside((...addresses) => ranges(addresses, MB)),
  },
  {
    work: "stream of 500 MB, ranges of 64 KiB",
    unit: "requests/s",
    goal: { atLeast: 0.7 },
    rounds: 5,
    prepare: () => beside((...addresses) => ranges(addresses, MB / 16)),
  },
];

const ranges = (addresses: string[], bytes: number) =>
  rangesPerSecond(
    addresses.map((address) => new URL(address)),
    { bytes, size: LARGE },
  );

/** One player alone would meet its limit: so many ask in turns. */
const PLAYERS = 40;

async function beside(
  figure: (first: string, ...others: string[]) => Promise<number>,
): Promise<Measurement> {
  const studio = await openStudio();
  const ours = await largeRecording(studio, PLAYERS);
  const bare = await startBare("file-server.ts", storedFile(studio));
  const measured = { ours: () => figure(...ours), baseline: () => figure(bare.address) };
  // The first thousands of requests measure how fast the engine compiles.
  for (const warmUp of [measured.ours, measured.baseline]) await warmUp();
  return {
    ...measured,
    async close() {
      await bare.close();
      await studio.close();
    },
  };
}

/** The very file that we send: how it was written shows in how fast the kernel reads it again. */
function storedFile({ dataDir }: Studio): string {
  const objects = join(dataDir, "objects");
  const names = readdirSync(objects, { recursive: true, encoding: "utf8" });
  const stored = names.find((name) => statSync(join(objects, name)).size === LARGE);
  if (!stored) throw new Error(`No file of ${LARGE} bytes is stored`);
  return join(objects, stored);
}

async function wholeFile(address: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(address);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  if (bytes !== LARGE) throw new Error(`${bytes} bytes of ${LARGE}`);
  return LARGE / MB / ((performance.now() - started) / 1000);
}
