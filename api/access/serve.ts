import type { Context, Hono, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { AppEnv } from "#api/http/context.ts";
import { asVisitor, type Limit, type TakeToken, within } from "#api/http/limits/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { requireJson, valid } from "#api/http/valid.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import { type Access, Done, Id, type NamesIn, type Operation } from "#contract/common.ts";
import type { Guards } from "./guards.ts";
import { type Account, withAccount, withVoice } from "./session.ts";

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Params<Op extends Operation> = Op extends { params: z.ZodType }
  ? z.output<Op["params"]>
  : Record<NamesIn<Op["call"]>, string>;
type CallerOf<By extends Access> = By extends "shared" | "shared-voice" | "media" | "public"
  ? Caller
  : Account;
/** A public call asks nobody for a name, but where a link stands in its path. */
type IsUnseen<Op extends Operation> = Op["access"] extends "public"
  ? "share_token" extends NamesIn<Op["call"]>
    ? false
    : true
  : false;

interface Input<Op extends Operation> {
  params: Params<Op>;
  query: Parsed<Op["query"]>;
  body: Parsed<Op["body"]>;
}

/** A call as its handler sees it: the caller was let in, and the input is what the contract promises. */
export interface Asked<Op extends Operation> extends Input<Op> {
  db: IsUnseen<Op> extends true ? undefined : Db;
  caller: IsUnseen<Op> extends true ? undefined : CallerOf<Op["access"]>;
  /** For everything that is no input: the address, the signal of the request, the log. */
  c: Context<AppEnv>;
}

interface ServeOptions<Op extends Operation> {
  /** Over what an account does by this call; a refused call does not count. */
  limit?: Limit;
  /** The same for a guest, of whom a network has many. */
  ofGuests?: Limit;
  /** The calls that the limit counts; without it, all. */
  counts?: (input: Input<Op>) => boolean;
  /** A limit over all of them, beside one that counts some. */
  inAll?: Limit;
  /** Anybody may ask: all calls from one network count together. */
  isVisit?: boolean;
  /** The handler reads the JSON itself, as the text that came. */
  isText?: boolean;
  /** Looks at the request before its body is read. */
  beforeBody?: MiddlewareHandler[];
}

/**
 * Serves a call as the contract says it: method, path, entrance, input, answer and status. The answer `Done` needs
 * nothing of the handler; a handler that answers with bytes, or each caller in another shape, gives the whole response.
 */
export type Serve = <const Op extends Operation>(
  operation: Op,
  answer: (asked: Asked<Op>) => unknown,
  options?: ServeOptions<Op>,
) => void;

export const serveOn =
  (api: Hono<AppEnv>, guards: Guards, takeToken: TakeToken): Serve =>
  (operation, answer, options = {}) => {
    const { limit, ofGuests, counts, inAll, isVisit, isText, beforeBody = [] } = options;
    const [method = "", path = ""] = operation.call.split(" ");
    const counted = counts && ((c: Context) => counts(inputOf(c) as never)); // its type is the operation's
    const checks = [
      ...(isVisit ? [asVisitor(takeToken)] : []),
      ...entrance(operation, guards),
      ...(limit && !counted ? [within(limit, takeToken, undefined, ofGuests)] : []),
      ...inputs(operation),
      ...beforeBody,
      ...bodies(operation, isText),
      ...(inAll ? [within(inAll, takeToken)] : []),
      ...(limit && counted ? [within(limit, takeToken, counted)] : []),
    ];
    const handler = async (c: Context<AppEnv>) => {
      const [caller, db] = [c.get("caller"), c.get("db")];
      const said = await answer({ caller, db, ...inputOf(c), c } as never); // its type is the operation's
      if (said instanceof Response) return said;
      const { answer: schema, status } = operation;
      const value = schema === Done ? { success: true } : said;
      if (schema instanceof z.ZodType) return reply(c, schema, value, status as never); // one that has a body
      return c.body(null, 204);
    };
    const place = path.replaceAll(/\{(\w+)\}/g, ":$1");
    for (const check of checks) api.on(method, [place], check);
    api.on(method, [place], handler);
  };

/** The parts of a request, as the schemas of the operation have left them. */
function inputOf({ req }: Context) {
  const part = (name: string) => req.valid(name as never); // the route itself does not say what was checked
  return { params: part("param"), query: part("query"), body: part("json") };
}

function entrance({ access, call }: Operation, guards: Guards): MiddlewareHandler[] {
  if (access === "public") return call.includes("{share_token}") ? [guards.link] : [];
  if (access === "shared-session") return [guards.shared, withAccount];
  if (access === "session" && call.includes("{share_token}")) return [guards.link, withAccount];
  if (access === "shared-voice") return [guards.shared, withVoice];
  return [guards[access === "super-admin" ? "superAdmin" : access]];
}

function inputs({ call, params, query }: Operation): MiddlewareHandler[] {
  const names = [...call.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const usual = names.map((name) => [name, /id$/i.test(name) ? Id : z.string()]);
  return [
    ...(names.length > 0 ? [valid("param", params ?? z.object(Object.fromEntries(usual)))] : []),
    ...(query ? [valid("query", query)] : []),
  ];
}

function bodies({ body, malformed }: Operation, isText = false): MiddlewareHandler[] {
  if (!(body instanceof z.ZodType)) return [];
  return [isText ? asJson : valid("json", body, malformed)];
}

const asJson = createMiddleware(async (c, next) => {
  requireJson(c.req.raw);
  await next();
});
