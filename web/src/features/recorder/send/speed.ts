import { queryOptions } from "@tanstack/react-query";
import { LARGEST_PROBE } from "#contract/uploads.ts";
import { sendProbe } from "#web/data/uploads.ts";

const KIB = 1024;
const probes = [64 * KIB, 512 * KIB, LARGEST_PROBE];
/** Beyond the way there and back, a probe that takes this long measures the speed. */
const TELLING_MS = 500;
const SECOND_LOOK_AFTER_MS = 3_000;
const GOOD_FOR_MS = 10 * 60_000;

/** Sends empty bytes, and only with Instant link on: without it nothing leaves this computer. */
export const speedQuery = queryOptions({
  queryKey: ["upload-speed"],
  queryFn: ({ signal }) => measureSpeed((bytes) => sendProbe(bytes, signal)),
  staleTime: GOOD_FOR_MS,
  gcTime: GOOD_FOR_MS,
  retry: false,
});

type Send = (bytes: number) => Promise<unknown>;

/** Bytes per second. A network that looks slow is looked at again: one slow answer says nothing. */
export async function measureSpeed(send: Send): Promise<number> {
  const first = await look(send);
  if (first.isFast) return first.speed;
  await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK_AFTER_MS));
  return Math.max(first.speed, (await look(send)).speed);
}

/** Larger and larger probes, each sent twice where it tells something, less the way there and back. */
async function look(send: Send): Promise<{ speed: number; isFast: boolean }> {
  const time = async (bytes: number) => {
    const began = performance.now();
    await send(bytes);
    return performance.now() - began;
  };
  const way = Math.min(await time(1), await time(1));
  for (const bytes of probes) {
    const took = (await time(bytes)) - way;
    if (took < TELLING_MS && bytes < LARGEST_PROBE) continue;
    const carrying = Math.max(1, Math.min(took, (await time(bytes)) - way));
    const isFast = carrying < TELLING_MS;
    if (!isFast || bytes === LARGEST_PROBE) return { speed: (bytes * 1000) / carrying, isFast };
  }
  throw new Error("The largest probe tells in any case.");
}
