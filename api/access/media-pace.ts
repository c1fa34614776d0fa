import { createMiddleware } from "hono/factory";
import { widestNetworkOf } from "#api/http/address.ts";
import type { AppEnv } from "#api/http/context.ts";
import { Pace } from "#api/http/limits/pace.ts";

const MESSAGE = "You are loading very much in a short time. Please wait a moment and try again.";

/** Twenty a second for ten minutes. A player asks for one or two stretches at each jump. */
const OF_ONE = { capacity: 12_000, period: 600, message: MESSAGE };
/** A whole office may watch at once; but forged tokens do not get a bucket each. */
const OF_A_NETWORK = { capacity: 120_000, period: 600, message: MESSAGE };

/** For the bytes of recordings. */
export function mediaPace() {
  const ofToken = new Pace(OF_ONE);
  const ofOne = new Pace(OF_ONE);
  const ofNetwork = new Pace(OF_A_NETWORK);
  return {
    /** By what one enters with, and from where. Stands before the guard, which asks more. */
    paced: createMiddleware<AppEnv>(async (c, next) => {
      const network = widestNetworkOf(c.var.address());
      ofNetwork.take(network);
      const { token = "", share = "" } = c.req.query();
      const key = token || c.req.header("Authorization") || c.req.header("X-Share-Token") || share;
      ofOne.take(`${network} ${key}`);
      await next();
    }),
    /** For whom the guard has just let in: by the token alone, because the socket tells its address slowly. */
    again: (token: string) => ofToken.take(token),
  };
}
