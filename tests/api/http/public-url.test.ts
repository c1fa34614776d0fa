import { networkInterfaces } from "node:os";
import type { Server } from "bun";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { readEnv } from "#api/env.ts";
import type { AppEnv } from "#api/http/context.ts";
import { originOf } from "#api/http/public-url.ts";

const here = "127.0.0.1";
const elsewhere = "203.0.113.7";
/** An address of this machine that others reach; one that has no network has none. */
const own = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === "IPv4")?.address;

async function seen(
  asked: string,
  sender: string,
  settings: Record<string, string> = {},
  port = 3000,
) {
  const app = new Hono<AppEnv>().get("*", (c) => c.text(originOf(readEnv(settings), c)));
  const server = {
    port,
    requestIP: () => ({ address: sender }),
  } as unknown as Server<unknown>; // all that is asked of it
  return (await app.request(asked, {}, { server })).text();
}

test.each([
  ["this machine", "http://localhost:3000/x", "http://localhost:3000"],
  ["this machine by its number", "http://127.0.0.1:3000/x", "http://127.0.0.1:3000"],
  ["a port that is led here", "http://localhost:5173/x", "http://localhost:5173"],
  ["a name that somebody wrote into Host", "http://evil.example/x", "http://localhost:3000"],
  ["a number that is not ours", "http://203.0.113.9:3000/x", "http://localhost:3000"],
  ["another number of the network", "http://192.0.2.7:3000/x", "http://localhost:3000"],
  ["a number by IPv6 that is not ours", "http://[2001:db8::7]:3000/x", "http://localhost:3000"],
])("people see %s", async (_, asked, origin) => {
  expect(await seen(asked, here)).toBe(origin);
});

test("nobody comes to our loopback from elsewhere", async () => {
  expect(await seen("http://127.0.0.1:9/x", elsewhere)).toBe("http://localhost:3000");
  expect(await seen("http://[::1]:9/x", elsewhere)).toBe("http://localhost:3000");
});

test.runIf(own)("a number of ours is seen with our port alone", async () => {
  expect(await seen(`http://${own}:3000/x`, elsewhere)).toBe(`http://${own}:3000`);
  expect(await seen(`http://${own}:9999/x`, elsewhere)).toBe("http://localhost:3000");
  expect(await seen(`http://${own}/x`, elsewhere, {}, 80), "without a port").toBe(`http://${own}`);
});

test("the configured address is seen wherever a request was sent", async () => {
  const settings = { PUBLIC_URL: "https://k.example" };
  for (const asked of [
    "http://127.0.0.1:3000/x",
    "http://localhost:3000/x",
    `http://${own}:3000/x`,
  ])
    expect(await seen(asked, here, settings)).toBe("https://k.example");
});

test("a server that listens everywhere is known by this machine's name", async () => {
  expect(await seen("http://evil.example/", here, { HOST: "0.0.0.0" })).toBe(
    "http://localhost:3000",
  );
});

test.each([
  ["fd00::5", "http://[fd00::5]:3000"],
  ["::1", "http://[::1]:3000"],
  ["192.0.2.7", "http://192.0.2.7:3000"],
  ["kinora.lan", "http://kinora.lan:3000"],
])(
  "a server that listens at %s is known by an address that can be opened",
  async (HOST, origin) => {
    expect(await seen("http://evil.example/", here, { HOST })).toBe(origin);
  },
);
