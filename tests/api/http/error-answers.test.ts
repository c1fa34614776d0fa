import { Hono } from "hono";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import type { AppEnv } from "#api/http/context.ts";
import { tooMany } from "#api/http/errors.ts";
import { handleError } from "#api/http/handle-error.ts";
import { StoreFull, StoreUnreachable, TooLargeForStore } from "#api/platform/objects/store.ts";
import { QueueFull } from "#api/platform/turns.ts";

async function answerTo(error: Error, headers = {}) {
  const app = new Hono<AppEnv>().onError(handleError).get("/", () => {
    throw error;
  });
  const answer = await app.request("/", { headers });
  const { code, error: said } = await answer.json();
  return { status: answer.status, code, said, headers: answer.headers };
}

/** An error as Postgres reports it. */
const postgresError = (code: string, more: object = {}) =>
  Object.assign(new postgres.PostgresError(""), { message: "What a rule says", code, ...more });

describe("what goes wrong below is answered", () => {
  it.each<[string, Error, number, string]>([
    ["a rule of 402", postgresError("KN402", { detail: "full" }), 402, "full"],
    ["a rule of 403", postgresError("KN403", { detail: "not_so" }), 403, "not_so"],
    ["a rule of 404", postgresError("KN404"), 404, "not_found"],
    ["a rule of 409", postgresError("KN409"), 409, "conflict"],
    ["a rule of 422", postgresError("KN422"), 422, "invalid"],
    ["a rule of 429", postgresError("KN429", { detail: "7" }), 429, "too_many_requests"],
    ["a policy", postgresError("42501"), 404, "not_found"],
    ["what it refers to is gone", postgresError("23503"), 404, "not_found"],
    ["a zero in a text", postgresError("22021"), 422, "invalid"],
    ["a zero in JSON", postgresError("22P05"), 422, "invalid"],
    ["half a sign in JSON", postgresError("22P02", { routine: "json_errsave" }), 422, "invalid"],
    [
      "a number that is none",
      postgresError("22P02", { routine: "pg_strtoint32" }),
      500,
      "internal",
    ],
    ["a disk of the database that is full", postgresError("53100"), 507, "no_room"],
    ["a question that took too long", postgresError("57014"), 503, "busy"],
    ["too many connections", postgresError("53300"), 503, "busy"],
    ["two that change the same", postgresError("40001"), 503, "busy"],
    ["two that wait for each other", postgresError("40P01"), 503, "busy"],
    ["a database that stops", postgresError("57P01"), 503, "database_unavailable"],
    ["anything else of it", postgresError("23505"), 500, "internal"],
    ["a disk that is full", new StoreFull(), 507, "no_room"],
    ["a store that is away", new StoreUnreachable("away"), 503, "storage_unavailable"],
    ["a store that takes less", new TooLargeForStore(null), 413, "storage_limit"],
    ["a line that is full", new QueueFull(), 429, "too_many_requests"],
    ["a fault of ours", new Error("secret"), 500, "internal"],
  ])("%s", async (_, error, status, code) => {
    expect(await answerTo(error)).toMatchObject({ status, code });
  });

  it("in the words of the rule, and never in those of a fault", async () => {
    expect((await answerTo(postgresError("KN403"))).said).toBe("What a rule says");
    expect((await answerTo(postgresError("23505"))).said).not.toContain("rule");
    expect((await answerTo(new Error("secret"))).said).not.toContain("secret");
  });

  it("in the words that a store has for it", async () => {
    const said = { code: "drive_full", words: "Your Drive is full." };
    const answer = await answerTo(new StoreUnreachable("no", { said }));
    expect([answer.code, answer.said]).toEqual([said.code, said.words]);
    const large = await answerTo(new TooLargeForStore(50 * 1024 * 1024));
    expect(large.said).toContain("in one request (50 MB).");
  });

  it.each<[string, Error, string | null]>([
    ["a rule", postgresError("KN429", { detail: "7" }), "7"],
    ["a limit, in whole seconds", tooMany("Wait", 1.2), "2"],
    ["a limit, a second at least", tooMany("Wait", 0.001), "1"],
    ["a line that is full", new QueueFull(), "2"],
    ["a store that is away", new StoreUnreachable("away"), "1"],
    ["a database that stops", postgresError("57P01"), "1"],
    ["a fault", new Error("secret"), null],
  ])("with when to come back: %s", async (_, error, seconds) => {
    expect((await answerTo(error)).headers.get("Retry-After")).toBe(seconds);
  });

  it("with what is asked of whom nobody knows", async () => {
    const error = postgresError("KN401", { detail: "session_expired" });
    const challenge = async (headers = {}) =>
      (await answerTo(error, headers)).headers.get("WWW-Authenticate");
    expect(await challenge()).toBe("Bearer");
    expect(await challenge({ Authorization: "Bearer x" })).toBe('Bearer error="invalid_token"');
  });
});
