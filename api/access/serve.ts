import type { Context, Hono, MiddlewareHandler } from "hono";
import { z } from "zod";
import type { AppEnv } from "#api/http/context.ts";
import { asVisitor, type Limit, type TakeToken, within } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import { type Access, Id, type Operation } from "#contract/common.ts";
import type { Guards } from "./guards.ts";
import { type Account, withAccount } from "./session.ts";

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Params<Op extends Operation> = Op extends { params: z.ZodType }
  ? z.output<Op["params"]>
  : Record<NamesIn<Op["call"]>, string>;
type CallerOf<By extends Access> = By extends "shared" | "media" ? Caller : Account;

/** A call as its handler sees it: the caller was let in, and the input is what the contract promises. */
export interface Asked<Op extends Operation> {
  db: Db;
  caller: CallerOf<Op["access"]>;
  params: Params<Op>;
  query: Parsed<Op["query"]>;
  body: Parsed<Op["body"]>;
  request: Request;
}

interface ServeOptions {
  /** Over what an account does by this call; what is refused does not count. */
  limit?: Limit;
}

/**
 * Serves a call as the contract says it: method, path, entrance, input, answer and status. Calls that answer with
 * bytes or read a stream are plain routes beside these.
 */
export type Serve = <const Op extends Operation>(
  operation: Op,
  answer: (asked: Asked<Op>) => unknown,
  options?: ServeOptions,
) => void;

export const serveOn =
  (api: Hono<AppEnv>, guards: Guards, takeToken: TakeToken): Serve =>
  (operation, answer, { limit } = {}) => {
    const [method = "", path = ""] = operation.call.split(" ");
    const checks = [
      ...entrance(operation.access, guards, takeToken),
      ...(limit ? [within(limit, takeToken)] : []),
      ...inputs(operation),
    ];
    const handler = async (c: Context<AppEnv>) => {
      const { caller, db } = c.var;
      const [params, query, body] = (["param", "query", "json"] as const).map(
        (target) => c.req.valid(target as never), // what was checked is known by the operation, not by the route
      );
      const asked = { caller, db, params, query, body, request: c.req.raw };
      const said = await answer(asked as never); // as above
      const { answer: schema, status } = operation;
      if (schema instanceof z.ZodType) return reply(c, schema, said, status as never); // a status with a body
      return c.body(null, 204);
    };
    const place = path.replaceAll(/\{(\w+)\}/g, ":$1");
    for (const check of checks) api.on(method, [place], check);
    api.on(method, [place], handler);
  };

function entrance(access: Access, guards: Guards, takeToken: TakeToken): MiddlewareHandler[] {
  if (access === "public") return [asVisitor(takeToken)];
  if (access === "shared-session") return [guards.shared, withAccount];
  return [guards[access === "super-admin" ? "superAdmin" : access]];
}

function inputs({ call, params, query, body }: Operation): MiddlewareHandler[] {
  const names = [...call.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const ids = z.object(Object.fromEntries(names.map((name) => [name, Id])));
  return [
    ...(names.length > 0 ? [valid("param", params ?? ids)] : []),
    ...(query ? [valid("query", query)] : []),
    ...(body instanceof z.ZodType ? [valid("json", body)] : []),
  ];
}
