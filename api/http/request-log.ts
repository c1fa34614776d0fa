import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes, routePath } from "hono/route";
import type { Logger } from "pino";
import type { AppEnv } from "./context.ts";
import { HttpError } from "./errors.ts";
import type { Metrics } from "./metrics.ts";

export type RequestLog = ReturnType<typeof requestLog>;

/** A call that has come. */
interface Call {
  id: string;
  request: Request;
  started: number;
}

/** The facts that are known once it is answered. */
interface Ending {
  route: string;
  /** The texts in the places of the route. */
  given: Record<string, string>;
  address: () => string;
  isOff?: boolean;
  user?: string | undefined;
}

/** One line and one measurement per request, under an id that a refusal can show. */
export const requestLog = (log: Logger, metrics: Metrics) => ({
  begin: (request: Request): Call => ({
    id: requestId(request.headers.get("X-Request-Id")),
    request,
    started: performance.now(),
  }),
  end({ id, request, started }: Call, { headers, status }: Response, ending: Ending) {
    const { method, headers: sent } = request;
    const { route, given, address, isOff, user } = ending;
    headers.set("X-Request-Id", id); // an answer with bytes is made without the context's headers
    // Bun's own date leaves behind the header of a file in four packets of a few bytes.
    headers.set("Date", httpDate());
    const ms = performance.now() - started;
    const bringsFile = method !== "GET" && FILE.test(sent.get("Content-Type") ?? "");
    metrics.observe({ method, route, status, isOff, ms, bringsFile });
    if (!log.isLevelEnabled("info")) return;
    const hint = sent.get("X-Client-IP")?.slice(0, 45);
    const path = withIds(route, given);
    const answered = { status, ms: Math.round(ms), address: address(), hint, user };
    log.info({ request: id, method, path, ...answered }, "request");
  },
});

/** The line and the measurement of each call that goes through the routes. */
export const logged = (log: Logger, { begin, end }: RequestLog) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const call = begin(c.req.raw);
    c.set("requestId", call.id);
    c.set("log", log);
    await next();
    end(call, c.res, {
      route: routeOf(c),
      given: c.req.param(),
      address: c.get("address"),
      isOff: c.error instanceof HttpError && NOT_SET_UP.test(c.error.code),
      user: c.get("caller")?.sub,
    });
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
const requestId = (given: string | null) =>
  given && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
