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
