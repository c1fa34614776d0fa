import { timingSafeEqual } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { socketAddress } from "./address.ts";
import type { AppEnv } from "./context.ts";
import { unauthorized } from "./errors.ts";

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const FORWARDED = ["Forwarded", "X-Forwarded-For", "X-Real-IP"];

/**
 * For what concerns the operator alone: with the token of the environment, where there is one; otherwise
 * from this very machine. Whoever comes through a proxy on it is not here.
 */
export const operatorOnly = (token: string | undefined) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const isHere =
      LOOPBACK.test(socketAddress(c) ?? "") && !FORWARDED.some((name) => c.req.header(name));
    const given = c.req.header("Authorization") ?? "";
    const may = token === undefined ? isHere : isSame(given, `Bearer ${token}`);
    if (!may) throw unauthorized("This is for the operator of the server.", "operator_only");
    await next();
  });

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
