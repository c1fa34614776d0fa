import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv } from "#api/http/context.ts";
import { tooLarge } from "#api/http/errors.ts";
import type { Limit, TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { Done } from "#contract/common.ts";
import { LARGEST_PROBE } from "#contract/uploads.ts";

/** A page takes two looks of eight probes at most, and that once in a while. */
const probes: Limit = { name: "upload-speed:account", capacity: 60, period: 600 };

/** Bytes that are thrown away: how long they took says how fast a recording can be sent. */
export const speedRoutes = ({ guards, takeToken }: { guards: Guards; takeToken: TakeToken }) =>
  new Hono<AppEnv>().post("/", guards.session, async (c) => {
    await takeToken(probes, c.var.caller.sub);
    await throwAway(c.req.raw.body);
    return reply(c, Done, { success: true });
  });

async function throwAway(body: ReadableStream<Uint8Array> | null): Promise<void> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > LARGEST_PROBE) throw tooLarge("A probe of the speed has 2 MB at most.");
  }
}
