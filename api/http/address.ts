import { isIP } from "node:net";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";

/**
 * Limits and logs go by the socket's address. X-Forwarded-For counts only behind a proxy of ours,
 * and of it only the last entry, which that proxy wrote; the rest is the visitor's own word.
 */
export const clientAddress = (trustProxy: boolean) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const forwarded = trustProxy ? c.req.header("X-Forwarded-For")?.split(",").at(-1)?.trim() : "";
    const socket = c.env?.server?.requestIP(c.req.raw)?.address;
    c.set("address", forwarded || socket || "unknown");
    await next();
  });

/**
 * Whose an address is, for limits: with IPv6 one visitor has 2^64 of them, which begin alike. An IPv4
 * address that a socket writes as IPv6 is itself.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [start = "", end] = (address.split("%", 1)[0] ?? "").split("::");
  const first = groupsOf(start);
  const last = groupsOf(end ?? "");
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => "0");
  return `${[...first, ...zeros, ...last].slice(0, 4).join(":")}::/64`;
}

/** Each without the zeros before it, so that one network is written in one way. */
const groupsOf = (text: string) =>
  text === "" ? [] : text.split(":").map((group) => group.replace(/^0+(?=.)/, "").toLowerCase());
