import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { serveOn } from "#api/access/serve.ts";
import { clientAddress } from "#api/http/address.ts";
import type { AppEnv } from "#api/http/context.ts";
import { conflict } from "#api/http/errors.ts";
import { handleError } from "#api/http/handle-error.ts";
import { type Limit, rateLimits } from "#api/http/limits/rate-limit.ts";
import { type Access, Done, Id, type Operation, Time } from "#contract/common.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, guards, person } = await testApp();
const takeToken = rateLimits(database);
const owner = await person();
const other = await person();
const admin = await person({ role: "admin" });
const superAdmin = await person({ role: "super_admin" });
const link = await linkTo(owner, await recordingOf(database, owner));

const HOME = "192.0.2.1";
const ELSEWHERE = "192.0.2.2";
const standIn = { id: "standIn", summary: "In place of a call", access: "session" } as const;

interface From {
  token?: string | undefined;
  network?: string;
  headers?: Record<string, string>;
}

/** An app that serves what it is given; the owner asks, from home, unless it is said otherwise. */
function server() {
  const app = new Hono<AppEnv>();
  app.use(clientAddress(true)).onError(handleError);
  const ask = (call: string, body?: object, { token, network = HOME, headers }: From = owner) => {
    const [method = "", path = ""] = call.split(" ");
    const sent = new Headers({ "X-Forwarded-For": network, ...headers });
    if (token) sent.set("Authorization", `Bearer ${token}`);
    if (body) sent.set("Content-Type", "application/json");
    return app.request(path, {
      method,
      headers: sent,
      ...(body && { body: JSON.stringify(body) }),
    });
  };
  const statusOf = async (...call: Parameters<typeof ask>) => (await ask(...call)).status;
  return { serve: serveOn(app, guards, takeToken), ask, statusOf };
}

describe("the answer", () => {
  const Thing = z.object({ name: z.string(), made_at: Time });

  it("goes through its schema, which drops unknown columns, and has its status", async () => {
    const { serve, ask } = server();
    const row = { name: "A lamp", made_at: new Date(0), secret: "a genie" };
    serve({ ...standIn, call: "GET /things", answer: Thing }, () => row);
    serve({ ...standIn, call: "POST /things", answer: Thing, status: 201 }, async () => row);
    const promised = { name: "A lamp", made_at: "1970-01-01T00:00:00.000Z" };
    const [found, made] = [await ask("GET /things"), await ask("POST /things")];
    expect([found.status, await found.json()]).toEqual([200, promised]);
    expect([made.status, await made.json()]).toEqual([201, promised]);
  });

  it("that its schema refuses is no answer", async () => {
    const { serve, statusOf } = server();
    serve({ ...standIn, call: "GET /things", answer: Thing }, () => ({ name: 7 }));
    expect(await statusOf("GET /things")).toBe(500);
  });

  it("that the handler gives as a whole goes out as it is", async () => {
    const { serve, ask } = server();
    serve(
      { ...standIn, call: "GET /things", answer: Thing },
      () => new Response("seen", { status: 203 }),
    );
    const answer = await ask("GET /things");
    expect([answer.status, await answer.text()]).toEqual([203, "seen"]);
  });

  it("`Done` needs nothing of the handler", async () => {
    const { serve, ask } = server();
    serve({ ...standIn, call: "POST /things", answer: Done }, () => undefined);
    const answer = await ask("POST /things");
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
  });

  it("of a call without one is 204", async () => {
    const { serve, ask } = server();
    serve({ ...standIn, call: "POST /things" }, () => ({ name: "A lamp" }));
    const answer = await ask("POST /things");
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
  });
});

describe("what stands in the path", () => {
  const id = crypto.randomUUID();

  it("is 404 where it should be an id and is none", async () => {
    const { serve, statusOf } = server();
    const handler = vi.fn();
    serve({ ...standIn, call: "GET /things/{id}/parts/{partId}" }, handler);
    expect(await statusOf(`GET /things/7/parts/${id}`)).toBe(404);
    expect(await statusOf(`GET /things/${id}/parts/7`)).toBe(404);
    expect(handler).not.toHaveBeenCalled();
    expect(await statusOf(`GET /things/${id}/parts/${id}`)).toBe(204);
    expect(handler.mock.lastCall?.[0].params).toEqual({ id, partId: id });
  });

  it("is let through where it is a plain text", async () => {
    const { serve, ask } = server();
    const answer = z.object({ said: z.string() });
    serve({ ...standIn, call: "GET /models/{name}", answer }, ({ params }) => ({
      said: params.name,
    }));
    expect(await (await ask("GET /models/large-v3%20turbo")).json()).toEqual({
      said: "large-v3 turbo",
    });
  });

  it("is what the operation says, where it says something", async () => {
    const { serve, statusOf } = server();
    const params = z.object({ id: Id, markId: z.enum(["first", "last"]) });
    serve({ ...standIn, call: "GET /things/{id}/marks/{markId}", params }, () => undefined);
    expect(await statusOf(`GET /things/${id}/marks/last`)).toBe(204);
    expect(await statusOf(`GET /things/${id}/marks/${id}`)).toBe(404);
    expect(await statusOf("GET /things/7/marks/last")).toBe(404);
  });
});

describe("a query and a body", () => {
  const query = z.object({ page: z.coerce.number().int().default(1) });
  const body = z.object({ name: z.string().trim().min(1) });

  it("that are wrong are 400 and 422, and no handler sees them", async () => {
    const { serve, ask } = server();
    const handler = vi.fn();
    serve({ ...standIn, call: "POST /things", query, body }, handler);
    for (const [address, sent, status, code] of [
      ["POST /things?page=two", { name: "A lamp" }, 400, "invalid_query"],
      ["POST /things", { name: " " }, 422, "invalid"],
      ["POST /things", undefined, 400, "body_required"],
    ] as const) {
      const answer = await ask(address, sent);
      expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
    }
    expect(handler).not.toHaveBeenCalled();
  });

  it("reach the handler as their schemas have left them", async () => {
    const { serve, ask } = server();
    const answer = z.object({ page: z.number(), name: z.string() });
    serve({ ...standIn, call: "POST /things", query, body, answer }, (asked) => ({
      ...asked.query,
      ...asked.body,
    }));
    for (const [search, page] of [
      ["", 1],
      ["?page=2", 2],
    ]) {
      const made = await ask(`POST /things${search}`, { name: " A lamp " });
      expect(await made.json()).toEqual({ page, name: "A lamp" });
    }
  });
});

describe("a limit", () => {
  const once = (name: string): Limit => ({ name, capacity: 1, period: 86_400 });
  const body = z.object({ name: z.string(), is_large: z.boolean().default(false) });
  const lamp = { name: "A lamp" };

  it("counts what an account has done, and not what was refused", async () => {
    const { serve, statusOf } = server();
    const handler = vi
      .fn(() => undefined)
      .mockImplementationOnce(() => {
        throw conflict("There is one already", "taken");
      });
    serve({ ...standIn, call: "POST /things", body }, handler, { limit: once("stand-in") });
    expect(await statusOf("POST /things", {})).toBe(422);
    expect(await statusOf("POST /things", lamp)).toBe(409);
    expect(await statusOf("POST /things", lamp)).toBe(204);
    expect(await statusOf("POST /things", lamp)).toBe(429);
    expect(await statusOf("POST /things", lamp, other)).toBe(204);
    expect(handler).toHaveBeenCalledTimes(3);
  });

  it("that is reached refuses also what is wrong", async () => {
    const { serve, statusOf } = server();
    const limit = once("stand-in-of-all");
    serve({ ...standIn, call: "POST /things", body }, () => undefined, { limit });
    expect(await statusOf("POST /things", lamp)).toBe(204);
    expect(await statusOf("POST /things", {})).toBe(429);
  });

  it("counts the bodies that it is for", async () => {
    const { serve, statusOf } = server();
    serve({ ...standIn, call: "POST /things", body }, () => undefined, {
      limit: once("stand-in-of-large"),
      counts: (asked) => asked.body.is_large,
    });
    const palace = { name: "A palace", is_large: true };
    const asked = [lamp, lamp, palace, palace, lamp];
    const statuses: number[] = [];
    for (const one of asked) statuses.push(await statusOf("POST /things", one));
    expect(statuses).toEqual([204, 204, 204, 429, 204]);
    expect(await statusOf("POST /things", {})).toBe(422);
  });
});

describe("a visit", () => {
  it("counts for the network, whoever asks there", async () => {
    const { serve, statusOf } = server();
    const access = "public";
    serve({ ...standIn, access, call: "GET /visited" }, () => undefined, { isVisit: true });
    serve({ ...standIn, access, call: "GET /counted-by-nobody" }, () => undefined);
    serve({ ...standIn, call: "GET /visited-by-accounts" }, () => undefined, { isVisit: true });
    const from = (network: string, token?: string) => ({ network, token });
    expect(await statusOf("GET /visited", undefined, from(ELSEWHERE))).toBe(204);
    const emptied = await database.pool`
      update private.buckets set tokens = -1e6, refilled_at = clock_timestamp()
       where name = ${`visit:address:${ELSEWHERE}`}`;
    expect(emptied.count).toBe(1);
    expect(await statusOf("GET /visited", undefined, from(ELSEWHERE))).toBe(429);
    expect(await statusOf("GET /visited", undefined, from(ELSEWHERE, owner.token))).toBe(429);
    expect(await statusOf("GET /visited", undefined, from(HOME))).toBe(204);
    expect(await statusOf("GET /counted-by-nobody", undefined, from(ELSEWHERE))).toBe(204);
    expect(await statusOf("GET /visited-by-accounts", undefined, from(ELSEWHERE))).toBe(429);
  });
});

describe("an entrance", () => {
  const askers: Record<string, From & { query?: string }> = {
    stranger: {},
    link: { headers: through(link) },
    tokenInQuery: { query: `?token=${owner.token}` },
    account: { token: owner.token, headers: through(link) },
    admin,
    superAdmin,
  };
  const everybody = Object.keys(askers);
  const inLink: Operation["call"] = "GET /things/of/{share_token}";
  /** The askers that a guard lets in, and what it says of the account that comes with a link. */
  const entrances: [Access, enters: string[], knows: string[], call?: Operation["call"]][] = [
    ["public", everybody, []],
    ["public", everybody, ["account", "share"], inLink],
    ["shared", ["link", "account", "admin", "superAdmin"], ["account", "share"]],
    ["shared-session", ["account", "admin", "superAdmin"], ["account", "share"]],
    ["media", everybody.filter((one) => one !== "stranger"), ["account", "share"]],
    ["session", ["account", "admin", "superAdmin"], ["account"]],
    ["admin", ["admin", "superAdmin"], []],
    ["super-admin", ["superAdmin"], []],
  ];

  it.each(entrances)("%s lets in %j", async (access, enters, knows, call = "GET /things") => {
    const { serve, ask } = server();
    const answer = z.object({ account: z.string().optional(), share: z.string().optional() });
    serve({ ...standIn, access, call, answer }, ({ caller }: { caller: Asking | undefined }) => ({
      account: caller?.sub,
      share: caller?.share,
    }));
    const address = call.replace("{share_token}", link.share_token);
    const entered: string[] = [];
    for (const [name, { query = "", ...from }] of Object.entries(askers)) {
      const said = await ask(address + query, undefined, from);
      if (said.status === 200) entered.push(name);
      else expect([401, 403]).toContain(said.status);
      if (name === "account") expect(Object.keys(await knownOf(said))).toEqual(knows);
    }
    expect(entered).toEqual(enters);
  });
});

interface Asking {
  sub?: string | undefined;
  share?: string | undefined;
}

/** The handlers do not see a caller who was refused. */
const knownOf = async (answer: Response): Promise<object> =>
  answer.status === 200 ? answer.json() : {};
