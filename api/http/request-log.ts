import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import type { Logger } from "pino";
import type { AppEnv } from "./context.ts";
import type { Metrics } from "./metrics.ts";

/** One line and one measurement per request, under an id that a refusal can show. */
export const requestLog = (log: Logger, metrics: Metrics) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const id = requestId(c.req.header("X-Request-Id"));
    const line = log.child({ request: id });
    c.set("requestId", id);
    c.set("log", line);
    c.header("X-Request-Id", id);
    const started = performance.now();
    await next();
    const ms = performance.now() - started;
    const route = routePath(c, -1);
    metrics.observe({ method: c.req.method, route, status: c.res.status, ms });
    line.info(
      {
        method: c.req.method,
        // The path alone: queries carry tokens.
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(ms),
        address: c.var.address,
        hint: c.req.header("X-Client-IP")?.slice(0, 45),
        user: c.var.caller?.sub,
      },
      "request",
    );
  });

/** An id from outside is kept only when it looks like one: it is written into logs. */
const requestId = (given: string | undefined) =>
  given && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
