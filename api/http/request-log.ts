import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes, routePath } from "hono/route";
import type { Logger } from "pino";
import type { AppEnv } from "./context.ts";
import { HttpError } from "./errors.ts";
import type { Metrics } from "./metrics.ts";

/** One line and one measurement per request, under an id that a refusal can show. */
export const requestLog = (log: Logger, metrics: Metrics) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const id = requestId(c.req.header("X-Request-Id"));
    c.set("requestId", id);
    c.set("log", log);
    const started = performance.now();
    await next();
    c.res.headers.set("X-Request-Id", id); // an answer with bytes is made without the context's headers
    // Bun's own date leaves behind the header of a file in four packets of a few bytes.
    c.res.headers.set("Date", httpDate());
    const ms = performance.now() - started;
    const route = routeOf(c);
    const bringsFile = c.req.method !== "GET" && FILE.test(c.req.header("Content-Type") ?? "");
    const isOff = c.error instanceof HttpError && NOT_SET_UP.test(c.error.code);
    metrics.observe({ method: c.req.method, route, status: c.res.status, isOff, ms, bringsFile });
    if (!log.isLevelEnabled("info")) return;
    log.info(
      {
        request: id,
        method: c.req.method,
        path: withIds(route, c.req.param()),
        status: c.res.status,
        ms: Math.round(ms),
        address: c.var.address(),
        hint: c.req.header("X-Client-IP")?.slice(0, 45),
        user: c.var.caller?.sub,
      },
      "request",
    );
  });

let [second, date] = [0, ""];

/** The time as headers say it, written once a second. */
function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) [second, date] = [now, new Date().toUTCString()];
  return date;
}

const NOT_SET_UP = /^(not_set_up|\w+_not_configured|payments_off|storage_not_offered)$/;

const FILE = /^(multipart\/form-data|application\/(offset\+)?octet-stream|image\/)/i;

/** The call that was meant, also where its guard refused; files and pages of the client are all one. */
const routeOf = (c: Context<AppEnv>) =>
  matchedRoutes(c).findLast(({ method }) => method !== "ALL")?.path ?? routePath(c);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Paths carry the tokens of links, and queries those of media: ids alone may stand in a log. */
const withIds = (route: string, given: Record<string, string>) =>
  route.replaceAll(/:(\w+)(\{[^}]*\})?/g, (name, key: string) =>
    uuid.test(given[key] ?? "") ? String(given[key]) : name,
  );

/** An id from outside is kept only when it looks like one: it is written into logs. */
const requestId = (given: string | undefined) =>
  given && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
