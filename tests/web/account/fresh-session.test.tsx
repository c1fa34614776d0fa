// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { ada } from "#tests/web/lib/people.ts";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { session, sessionToken, signIn, signOut } from "#web/lib/session.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const DAY = 86_400;
const renewal = "POST /auth/renew";
const renewed = { token: "renewed", user: ada };
const answered = { "POST /activity/ping": { success: true }, "GET /user": ada, [renewal]: renewed };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.spyOn(console, "warn").mockImplementation(() => {}); // no realtime here
});
afterEach(() => {
  cleanup();
  signOut();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Issued so many seconds ago, as servers write it: its signs are those that an address may have. */
function tokenOf(age: number) {
  const payload = JSON.stringify({ iat: NOW.getTime() / 1000 - age, name: "???>>>???~~~" });
  const written = btoa(payload).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  expect(written).toMatch(/[-_]/);
  return `head.${written}.sign`;
}

/** Opens a page with this token; it is through when all has been asked that follows from it. */
function visit(token: string, table: Parameters<typeof answers>[0] = {}) {
  const asked = answers({ ...answered, ...table });
  signIn({ token, user: ada });
  renderHook(() => useKeepAlive());
  return () => asked.map(([call]) => call);
}

describe("a session", () => {
  it.each([
    ["a day", tokenOf(DAY), true],
    ["less than a day", tokenOf(DAY - 1), false],
    ["nobody knows how long", "no token of ours", false],
  ])("that has lasted %s is renewed: %s", async (_, token, isRenewed) => {
    const asked = visit(token);
    await expect.poll(asked).toContain("GET /user");
    if (isRenewed) await expect.poll(sessionToken).toBe("renewed");
    await new Promise((turned) => setImmediate(turned)); // what would be asked next has been
    expect(asked().filter((call) => call === renewal)).toHaveLength(isRenewed ? 1 : 0);
    expect(sessionToken()).toBe(isRenewed ? "renewed" : token);
  });

  it("that cannot be renewed stays", async () => {
    const asked = visit(tokenOf(2 * DAY), { [renewal]: refusal(503, "Away") });
    await expect.poll(asked).toContain(renewal);
    expect(sessionToken()).toBe(tokenOf(2 * DAY));
  });

  it("of somebody else, begun meanwhile, is not overwritten, nor one that has ended begun again", async () => {
    for (const meanwhile of [() => signIn({ token: "other", user: ada }), signOut]) {
      const [who, fresh] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
      const asked = visit(tokenOf(2 * DAY), {
        "GET /user": () => who.promise,
        [renewal]: () => fresh.promise,
      });
      await expect.poll(asked).toContain(renewal);
      meanwhile();
      const now = session();
      who.resolve({ ...ada, username: "As she was" });
      fresh.resolve(renewed);
      await new Promise((turned) => setTimeout(turned)); // what waited for the answers has gone on
      expect(session()).toBe(now);
      cleanup();
    }
  });

  it("knows who it is of as the server does", async () => {
    visit("t", { "GET /user": { ...ada, role: "admin" } });
    await expect.poll(session).toMatchObject({ token: "t", user: { role: "admin" } });
  });
});
