import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { LARGEST_PROBE } from "#contract/uploads.ts";
import { sendProbe } from "#web/data/uploads.ts";
import { stored } from "#web/lib/browser-storage.ts";

/** How fast this computer's network sent last, in bytes per second: the best guess until it is measured. */
const speed = stored({
  key: "kinora.upload-speed",
  schema: z.number().positive(),
  fallback: null,
});

export const lastSpeed = speed.read;
export const noteSpeed = (bytesPerSecond: number) => speed.write(Math.round(bytesPerSecond));

const KIB = 1024;
const probes = [64 * KIB, 512 * KIB, LARGEST_PROBE];
/** A probe that takes this long measures the speed and no longer the round trip. */
const TELLING_MS = 500;
const GOOD_FOR_MS = 10 * 60_000;

/** Sends empty bytes, and only with Instant link on: without it nothing leaves this computer. */
export const speedQuery = queryOptions({
  queryKey: ["upload-speed"],
  queryFn: ({ signal }) => measureSpeed((bytes) => sendProbe(bytes, signal)),
  staleTime: GOOD_FOR_MS,
  gcTime: GOOD_FOR_MS,
  retry: false,
});

/** Larger and larger probes, until one takes long enough to tell. */
export async function measureSpeed(
  send: (bytes: number) => Promise<unknown>,
  now = () => performance.now(),
): Promise<number> {
  let fastest = 0;
  for (const bytes of probes) {
    const began = now();
    await send(bytes);
    const took = Math.max(1, now() - began);
    fastest = Math.max(fastest, (bytes * 1000) / took);
    if (took >= TELLING_MS) break;
  }
  noteSpeed(fastest);
  return fastest;
}
