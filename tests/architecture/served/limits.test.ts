import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import { type Method, testApp } from "#tests/support/app.ts";

const { database, env, person, request, routes, visitor } = await testApp();
const service = database.asService("a test empties a bucket");
const admin = await person({ role: "super_admin" });

/** The reviewed list: what is written once and kept, and what writes nothing without a signature. */
const unlimited = ["GET /config", "POST /stripe/webhook"];
/** Calls outside of the contract without a limit: answers without a question, and calls that are not for visitors. */
const unlimitedBeside = [
  "GET /healthz",
  "GET /readyz",
  "GET /metrics",
  "GET /:screen{shared|embed}/:token/",
];
const ofWrites = "You are doing very much in a short time. Please wait a moment and try again.";

/** Empties a bucket so far that it does not fill while a test looks. */
const empty = (name: string) =>
  service(
    (sql) => sql`
      insert into private.buckets (name, tokens) values (${name}, -1e6)
      on conflict (name) do update set tokens = -1e6, refilled_at = clock_timestamp()
    `,
  );

const addressOf = (call: string) =>
  call
    .slice(call.indexOf(" ") + 1)
    .replace("{share_token}", "A".repeat(32))
    .replaceAll(/\{\w+\}/g, () => crypto.randomUUID());

const methodOf = (call: string) => call.slice(0, call.indexOf(" ")) as Method; // the contract's own methods

describe("every call by which an account changes something has a limit", () => {
  const writes = operations.filter(
    ({ call, access }) => !/^(GET|OPTIONS) /.test(call) && access !== "public",
  );

  it.each(writes.map(({ call }) => call))("%s", async (call) => {
    await empty(`write:account:${admin.id}`);
    const answer = await admin.call(methodOf(call), addressOf(call), undefined);
    expect([answer.status, (await answer.json()).error]).toEqual([429, ofWrites]);
  });
});

describe("every call without a session has a limit", () => {
  const bodies: Record<string, object> = {
    "POST /auth/register": { username: "Ada", email: "ada@example.org", password: "lovelace" },
    "POST /auth/login": { email: "ada@example.org", password: "lovelace" },
    "POST /auth/google": { token: "x" },
    "POST /auth/forgot-password": { email: "ada@example.org" },
    "POST /auth/reset-password": { token: "x", password: "lovelace" },
    "POST /auth/second-factor": { ticket: "x", code: "123456" },
    "POST /auth/second-factor/passkeys": {
      ticket: "x",
      credential: { id: "x", response: { clientDataJSON: "x" } },
    },
    "POST /shared/{share_token}/unlock": { password: "open sesame" },
  };
  const open = operations.filter(
    ({ call, access }) => /^(public|shared)$/.test(access) && !unlimited.includes(call),
  );

  it.each(open.map(({ call }) => call))("%s", async (call) => {
    for (const kind of ["visit", "register", "login", "second-factor", "unlock", "forgot"])
      await empty(`${kind}:address:unknown`);
    const link = { "X-Share-Token": "A".repeat(32) };
    const query = call === "GET /oembed" ? "?url=http://localhost/shared/x" : "";
    const answer = await visitor.call(methodOf(call), addressOf(call) + query, bodies[call], link);
    expect(answer.status).toBe(429);
  });
});

describe("every page and document beside the calls has a limit", () => {
  writeFileSync(join(env.DATA_DIR, "link.html"), "<html><head></head></html>");
  const promised = operations.map(({ call }) => call.replace(" ", " /api"));
  const beside = routes
    .filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => !promised.includes(call.replaceAll(/:(\w+)/g, "{$1}")));
  const limited = [...new Set(beside)].filter((call) => !unlimitedBeside.includes(call));

  it("of which there are these", () => {
    expect(limited.sort()).toEqual([
      "GET /api/docs",
      "GET /api/openapi.json",
      "GET /embed/:token",
      "GET /shared/:token",
    ]);
  });

  it.each(limited)("%s", async (call) => {
    const ask = async () => {
      const answer = await request(addressOf(call.replaceAll(/:(\w+)/g, "{$1}")));
      await answer.body?.cancel();
      return answer;
    };
    await database.pool`delete from private.buckets where name = 'visit:address:unknown'`;
    expect((await ask()).status).toBe(200);
    await empty("visit:address:unknown");
    expect((await ask()).status).toBe(429);
  });
});

describe("every call for bytes has a limit", () => {
  const forBytes = operations.filter(({ access }) => access === "media");
  /** More calls than any limit: a part of the limit comes back while one asks. */
  const MANY = 20_000;
  const load = async (call: string, token: string) => {
    const answer = await visitor.call(methodOf(call), `${addressOf(call)}?token=${token}`);
    await answer.body?.cancel();
    return answer.status;
  };

  it.each(forBytes.map(({ call }) => call))("%s", async (call) => {
    const loads = async () => {
      for (let count = 0; count < MANY; count++)
        if ((await load(call, "greedy")) === 429) return count;
      return MANY;
    };
    expect(await loads()).toBeLessThan(MANY);
    expect(await load(call, "another"), "that of somebody else beside them").toBe(401);
  });
});
