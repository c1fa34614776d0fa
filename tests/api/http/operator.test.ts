import type { Server } from "bun";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { readEnv } from "#api/env.ts";
import type { AppEnv } from "#api/http/context.ts";
import { handleError } from "#api/http/handle-error.ts";
import { operatorOnly } from "#api/http/operator.ts";

const TOKEN = "a token of the operator's";

async function ask(
  token: string | undefined,
  socket: string,
  headers: HeadersInit = {},
  settings: Record<string, string> = {},
) {
  const env = readEnv({ METRICS_TOKEN: token ?? "", ...settings });
  const app = new Hono<AppEnv>()
    .onError(handleError)
    .get("/", operatorOnly(env), (c) => c.text(""));
  const server = { requestIP: () => ({ address: socket }) } as unknown as Server<unknown>; // all that is asked of it
  return (await app.request("/", { headers }, { server })).status;
}

describe("what is the operator's", () => {
  it("is shown to this machine, where no token is set", async () => {
    expect(await ask(undefined, "127.0.0.1")).toBe(200);
    expect(await ask(undefined, "::1")).toBe(200);
    expect(await ask(undefined, "::ffff:127.0.0.1")).toBe(200);
    expect(await ask(undefined, "203.0.113.7")).toBe(401);
    expect(await ask(undefined, "10.127.0.1")).toBe(401);
  });

  it.each(["X-Forwarded-For", "Forwarded", "X-Real-IP"])(
    "is not shown through a proxy on this machine that sends %s",
    async (name) => {
      expect(await ask(undefined, "127.0.0.1", { [name]: "203.0.113.7" })).toBe(401);
    },
  );

  it("is shown to whoever has the token, and to nobody else, wherever they are", async () => {
    expect(await ask(TOKEN, "203.0.113.7", { Authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect(await ask(TOKEN, "203.0.113.7", { Authorization: `Bearer ${TOKEN}!` })).toBe(401);
    const asLong = TOKEN.replace("token", "taken");
    expect(await ask(TOKEN, "203.0.113.7", { Authorization: `Bearer ${asLong}` })).toBe(401);
    expect(await ask(TOKEN, "127.0.0.1")).toBe(401);
  });

  it.each<Record<string, string>>([
    { PUBLIC_URL: "https://kinora.example" },
    { PUBLIC_URL: "http://192.168.1.7:3000" },
    { PUBLIC_URL: "http://127.evil.example" },
    { HOST: "0.0.0.0" },
    { HOST: "::" },
    { HOST: "192.168.1.7" },
    { TRUST_PROXY: "on" },
  ])("needs the token on a server that others reach: %j", async (settings) => {
    expect(await ask(undefined, "127.0.0.1", {}, settings)).toBe(401);
    const sent = { Authorization: `Bearer ${TOKEN}` };
    expect(await ask(TOKEN, "127.0.0.1", sent, settings)).toBe(200);
  });

  it.each<Record<string, string>>([
    { PUBLIC_URL: "http://localhost:8080" },
    { PUBLIC_URL: "http://[::1]:3000", HOST: "::1" },
    { HOST: "localhost", TRUST_PROXY: "off" },
  ])("needs none on a server of this machine alone: %j", async (settings) => {
    expect(await ask(undefined, "::ffff:127.0.0.1", {}, settings)).toBe(200);
  });
});
