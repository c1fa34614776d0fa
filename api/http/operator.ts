import { timingSafeEqual } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Env } from "#api/env.ts";
import { socketAddress } from "./address.ts";
import type { AppEnv } from "./context.ts";
import { unauthorized } from "./errors.ts";
import { isLoopback } from "./public-url.ts";

const FORWARDED = ["Forwarded", "X-Forwarded-For", "X-Real-IP"];

/**
 * For what concerns the operator alone: with the token of the environment. Without one, only a server that nobody
 * else reaches shows it, to this very machine: a proxy on it need not say for whom it asks.
 */
export const operatorOnly = (env: Env) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const isHere =
      isLoopback(socketAddress(c) ?? "") && !FORWARDED.some((name) => c.req.header(name));
    const given = c.req.header("Authorization") ?? "";
    const may =
      env.METRICS_TOKEN === undefined
        ? isHere && !isPublic(env)
        : isSame(given, `Bearer ${env.METRICS_TOKEN}`);
    if (!may) throw unauthorized("This is for the operator of the server.", "operator_only");
    await next();
  });

const isPublic = ({ HOST, PUBLIC_URL, TRUST_PROXY }: Env) =>
  TRUST_PROXY === true ||
  ![HOST, new URL(PUBLIC_URL ?? "http://localhost").hostname].every(isLoopback);

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
