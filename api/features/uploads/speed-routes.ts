import { tooLarge } from "#api/http/errors.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
import { measureUploadSpeedCall } from "#contract/upload-calls.ts";
import { LARGEST_PROBE } from "#contract/uploads.ts";

/** A page takes two looks of eight probes at most, and that once in a while. */
const probes: Limit = { name: "upload-speed:account", capacity: 60, period: 600 };

/** Bytes that are thrown away: how long they took says how fast a recording can be sent. */
export function serveSpeed({ serve, takeToken }: Parts): void {
  serve(measureUploadSpeedCall, async ({ caller, c }) => {
    await takeToken(probes, caller.sub);
    await throwAway(c.req.raw.body);
  });
}

async function throwAway(body: ReadableStream<Uint8Array> | null): Promise<void> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > LARGEST_PROBE) throw tooLarge("A probe of the speed has 2 MB at most.");
  }
}
