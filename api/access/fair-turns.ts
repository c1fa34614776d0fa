import { setImmediate } from "node:timers/promises";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { widestNetworkOf } from "#api/http/address.ts";
import type { AppEnv } from "#api/http/context.ts";
import { hasLargeBody, readJson } from "#api/http/limits/small-json.ts";
import { unhurried } from "#api/http/limits/unhurried.ts";
import type { Keys } from "#api/platform/keys.ts";
import { asked } from "#api/platform/passwords.ts";
import { type Line, Turns } from "#api/platform/turns.ts";
import { bearer } from "./session.ts";

const LONG_ANSWER =
  /^\/api\/(openapi\.json|docs|admin\/reports\/export\/.*|recordings\/[^/]+\/(subtitles|transcript|comments|viewers)([./].*)?)$/;
const FILE =
  /^(POST|PATCH) \/api\/(uploads(\/[^/]+)?|upload-speed|recordings(\/import|\/[^/]+\/(thumbnail|contact-sheet))?)$/;

/**
 * Calls of one account or network beyond a few at once wait in a line of their own, so that nobody else waits
 * behind them. A call has its turn until its handler answers, a long text until its last byte has left. An upload
 * has its turn only until its sender is known: its bytes take as long as the sender's connection needs.
 */
export function fairTurns(keys: Pick<Keys, "known" | "verify">) {
  const turns = new Turns();
  return createMiddleware<AppEnv>(async (c, next) => {
    const { raw, path } = c.req;
    const take = async (lines: Line[]) => {
      const taken = turns.take(lines, raw);
      if (taken instanceof Promise) await taken.then(() => setImmediate()); // calls that came meanwhile are read first
      return taken;
    };
    const bringsFile = FILE.test(`${raw.method} ${path}`);
    const network = widestNetworkOf(c.get("address")());
    const session = bearer(c.req.header("Authorization"));
    // Half-sent bodies and unread answers of guests hold up nobody who is known.
    const bodiesOf = session && keys.known("session", session) ? "accounts" : "guests";
    const bodies = [
      { name: `bodies of ${bodiesOf} in ${network}`, atOnce: 16, longest: 16 }, // the engine reads a megabyte of each unasked
      { name: `bodies of ${bodiesOf}`, atOnce: 64, longest: 64 },
    ];
    const letBodyGo = hasLargeBody(raw) ? await take(bodies) : () => {};
    let end = () => {};
    let isLong = false;
    try {
      if (!bringsFile) await readJson(c);
      end = await take(linesOf(c, keys, network));
      c.set("endTurn", () => end());
      const sender =
        bringsFile && session && (await keys.verify("session", session).catch(() => undefined));
      if (sender) {
        end();
        end = await take([{ name: `files ${sender.sub}`, atOnce: 8, longest: 32 }]);
        letBodyGo();
      }
      await (raw.method === "GET" ? next() : asked.run(raw, next));
      if (raw.method === "HEAD") await c.res.body?.cancel(); // it would wait for ever for a reader
      isLong = c.get("isLong") === true || LONG_ANSWER.test(path);
      if (isLong) await unhurried(c, raw, end);
    } finally {
      if (!isLong) end();
      letBodyGo();
    }
  });
}

/** Only a token that was already verified says whose line a call waits in: anybody can forge one. */
function linesOf({ req }: Context, keys: Pick<Keys, "known">, network: string): Line[] {
  const session = bearer(req.header("Authorization"));
  const claims: { sub?: string | undefined; share?: string | undefined } | undefined = session
    ? keys.known("session", session)
    : keys.known("media", req.query("token") ?? "");
  const account = claims?.sub ?? `guests of ${network}`;
  if (!LONG_ANSWER.test(req.path))
    return [
      { name: account, atOnce: 4, longest: 900 }, // a browser with many tabs waits, and is not refused
      { name: network, atOnce: 8, longest: 2000 },
    ];
  const link = req.header("X-Share-Token") ?? req.query("share") ?? claims?.share;
  return [
    { name: `long ${account}`, atOnce: 2, longest: 900 },
    { name: `long ${network}`, atOnce: 4, longest: 2000 },
    { name: `long ${link ?? account}'s link`, atOnce: 8 },
    { name: claims?.sub ? "long of accounts" : "long of guests", atOnce: 12 },
  ];
}
