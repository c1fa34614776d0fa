import { setImmediate } from "node:timers/promises";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { widestNetworkOf } from "#api/http/address.ts";
import type { AppEnv } from "#api/http/context.ts";
import { tooMany } from "#api/http/errors.ts";
import { hasLargeBody, readJson } from "#api/http/small-json.ts";
import { unhurried } from "#api/http/unhurried.ts";
import type { Keys } from "#api/platform/keys.ts";
import { asked } from "#api/platform/passwords.ts";
import { type Line, QueueFull, Turns } from "#api/platform/turns.ts";
import { bearer } from "./session.ts";

const WORDS =
  "Very much of what you asked for is waiting for its turn. Please wait a moment and try again.";

const LONG_ANSWER =
  /^\/api\/(openapi\.json|docs|recordings\/[^/]+\/(subtitles|transcript|comments)(\/.*)?)$/;
const FILE =
  /^\/api\/(uploads(\/[^/]+)?|upload-speed|recordings(\/import|\/[^/]+\/(thumbnail|contact-sheet))?)$/;

/**
 * What an account or a network asks for beyond a few calls at once waits in a line of its own, so that others do
 * not wait behind it. A call has its turn until its handler answers, and a long text until it has left. A file that
 * is sent to us has it only until its sender is known: it takes as long as their line takes.
 */
export function fairTurns(keys: Pick<Keys, "known" | "verify">) {
  const turns = new Turns();
  return createMiddleware<AppEnv>(async (c, next) => {
    const { raw, path } = c.req;
    const take = async (lines: Line[]) => {
      try {
        const taken = turns.take(lines, raw);
        if (taken instanceof Promise) await taken.then(() => setImmediate()); // what came meanwhile is read first
        return await taken;
      } catch (error) {
        throw error instanceof QueueFull ? tooMany(WORDS, 2) : error;
      }
    };
    const bringsFile = /^(POST|PATCH)$/.test(raw.method) && FILE.test(path);
    const network = widestNetworkOf(c.var.address());
    const letBodyGo = hasLargeBody(raw) ? await take(bodyLines(network)) : () => {};
    let end = () => {};
    try {
      if (!bringsFile) await readJson(c);
      end = await take(linesOf(c, keys, network));
      const session = bringsFile && bearer(c.req.header("Authorization"));
      const sender = session && (await keys.verify("session", session).catch(() => undefined));
      if (sender) {
        end();
        end = await take([{ name: `files ${sender.sub}`, atOnce: 8, longest: 32 }]);
        letBodyGo();
      }
      await (raw.method === "GET" ? next() : asked.run(raw, next));
      if (c.var.isLong || LONG_ANSWER.test(path)) await unhurried(c, raw, end);
      else end();
    } catch (error) {
      end();
      throw error;
    } finally {
      letBodyGo();
    }
  });
}

/** A browser with many tabs waits a little, and is not refused. What has megabytes is held until it has left. */
function linesOf(c: Context<AppEnv>, keys: Pick<Keys, "known">, network: string): Line[] {
  const claims = claimsOf(c, keys);
  const account = claims?.sub ?? `guests of ${network}`;
  if (!LONG_ANSWER.test(c.req.path))
    return [
      { name: account, atOnce: 4, longest: 900 },
      { name: network, atOnce: 8, longest: 2000 },
    ];
  const link = c.req.header("X-Share-Token") ?? c.req.query("share") ?? claims?.share;
  return [
    { name: `long ${account}`, atOnce: 2, longest: 900 },
    { name: `long ${network}`, atOnce: 4, longest: 2000 },
    ...(link ? [{ name: `long link ${link}`, atOnce: 8 }] : []),
    { name: "long", atOnce: 16 },
  ];
}

/** Only of tokens that were found true before: a made-up one must not stand in somebody else's line. */
function claimsOf(
  { req }: Context,
  keys: Pick<Keys, "known">,
): { sub?: string; share?: string } | undefined {
  const session = bearer(req.header("Authorization"));
  return session ? keys.known("session", session) : keys.known("media", req.query("token") ?? "");
}

/** The engine reads more than a megabyte of each before anybody asks for it. */
const bodyLines = (network: string): Line[] => [
  { name: `bodies ${network}`, atOnce: 16, longest: 16 },
  { name: "bodies", atOnce: 64, longest: 64 },
];
