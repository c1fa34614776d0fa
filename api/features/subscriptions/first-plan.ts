import type { Env } from "#api/env.ts";

/** A server of one's own has nothing to sell: without payments and Drive, everyone has all there is. */
export const firstPlan = (env: Env): string =>
  env.DEFAULT_PLAN ?? (env.STRIPE_SECRET_KEY || env.GOOGLE_CLIENT_SECRET ? "Free" : "Premium");
