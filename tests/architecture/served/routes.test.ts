import { describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import { clientCalls } from "#tests/architecture/client-calls.ts";
import { testApp } from "#tests/support/app.ts";

/** The reviewed list: what anyone may call. Every other route needs a session or a live share. */
const openToStrangers = [
  "GET /healthz",
  "GET /readyz",
  "GET /api/config",
  "GET /api/announcement",
  "GET /api/sign-up",
  "GET /api/docs",
  "GET /api/openapi.json",
  "POST /api/auth/register",
  "POST /api/auth/login",
  "POST /api/auth/google",
  "POST /api/auth/forgot-password",
  "POST /api/auth/reset-password",
  "POST /api/auth/second-factor",
  "POST /api/auth/second-factor/passkeys",
  // The ticket in the address is the key.
  "GET /api/user/takeout/file",
  // The event's signature is the key.
  "POST /api/stripe/webhook",
  "GET /shared/{token}",
  "GET /embed/{token}",
  "GET /{screen}/{token}/",
  // The token in the address is the key; these check it themselves.
  "GET /api/shared/{share_token}",
  "GET /api/shared/{share_token}/stream",
  "GET /api/shared/{share_token}/thumbnail",
  "POST /api/shared/{share_token}/unlock",
  "GET /api/oembed",
  "POST /api/shared/{share_token}/guest",
];

const { routes, request, person } = await testApp();
const ordinary = await person();

const served = [
  ...new Set(
    routes
      .filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"))
      .map(({ method, path }) => `${method} ${path}`),
  ),
];

describe("every served route", () => {
  it("is found at all", () => {
    expect(served).toContain("POST /api/auth/login");
    expect(served.length).toBeGreaterThan(10);
  });

  it("answers 401 to a stranger, except on the reviewed list", async () => {
    const guarded = served.filter((call) => !openToStrangers.some((one) => isSame(one, call)));
    expect(await answersOtherThan([401], guarded), "calls that let a stranger in").toEqual([]);
  });

  it("for admins does not open to an ordinary person", async () => {
    const forAdmins = served.filter((call) => call.includes(" /api/admin"));
    const headers = { Authorization: `Bearer ${ordinary.token}` };
    expect(
      await answersOtherThan([403, 404], forAdmins, headers),
      "calls that let in who is no admin",
    ).toEqual([]);
  });

  it("is promised by the contract", () => {
    const promised = operations.map(({ call }) => call.replace(" ", " /api"));
    const ofTheApi = served.filter((call) => / \/api\/(?!docs|openapi)/.test(call));
    expect(
      ofTheApi.filter((call) => !promised.some((one) => isSame(one, call))),
      "calls that are served and not in the contract",
    ).toEqual([]);
  });

  it("is there for every promise of the contract", () => {
    const calls = routes.map(({ method, path }) => `${method} ${path}`);
    const missing = operations.filter(({ call }) => {
      const promised = call.replace(" ", " /api");
      const byAnyMethod = promised.replace(/^\w+/, "ALL");
      return !calls.some((one) => isSame(one, promised) || isSame(one, byAnyMethod));
    });
    expect(
      missing.map(({ call }) => call),
      "calls that the contract promises and nobody serves",
    ).toEqual([]);
  });

  it("that the contract calls public stands on the reviewed list", () => {
    const open = operations.filter(({ access }) => access === "public");
    const calls = open.map(({ call }) => call.replace(" ", " /api"));
    expect(openToStrangers).toEqual(expect.arrayContaining(calls));
  });
});

describe("every URL that the client calls", () => {
  it("is served", () => {
    const unserved = clientCalls().filter(({ call }) => !served.some((one) => isSame(one, call)));
    expect(unserved, "addresses that the client calls and nobody serves").toEqual([]);
  });
});

/** The same address, whatever its parameters are called: `/:id`, `/{id}` and `/:x` are one. */
function isSame(one: string, other: string): boolean {
  const shape = (call: string) => call.replaceAll(/:\w+(\{[^}]*\})?|\{\w+\}/g, ":");
  return shape(one) === shape(other);
}

async function answersOtherThan(
  statuses: number[],
  calls: string[],
  headers: Record<string, string> = {},
): Promise<string[]> {
  const answers = calls.map(async (call) => {
    const [method = "", path = ""] = call.split(" ");
    const concrete = path.replaceAll(/:\w+(\{[^}]*\})?/g, () => crypto.randomUUID());
    const { status } = await request(concrete, { method, headers });
    return { call, status };
  });
  const wrong = (await Promise.all(answers)).filter(({ status }) => !statuses.includes(status));
  return wrong.map(({ call, status }) => `${call}: ${status}`);
}
