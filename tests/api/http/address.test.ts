import type { Server } from "bun";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { addressIn, clientAddress, networkOf, networksOf, siteOf } from "#api/http/address.ts";
import type { AppEnv } from "#api/http/context.ts";
import { rateLimits } from "#api/http/limits/rate-limit.ts";
import { testDatabase } from "#tests/support/database.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:0:0:0:1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
  ["someone@example.org", "someone@example.org"],
])("%s counts as %s where addresses are limited", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0DB8:0001:ffff::1", "2001:db8:1::/48"],
  ["::ffff:203.0.113.7", undefined],
  ["203.0.113.7", undefined],
  ["someone@example.org", undefined],
])("%s belongs to the site %s", (address, site) => {
  expect(siteOf(address)).toBe(site);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  [" 203.0.113.7:51234 ", "203.0.113.7"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["unknown", undefined],
  ["203.0.113.7; drop table users", undefined],
  ["", undefined],
])("a proxy's %j names %s", (text, address) => {
  expect(addressIn(text)).toBe(address);
});

/** The part of Bun's server that is asked; the socket is the proxy's. */
const server = { requestIP: () => ({ address: "10.0.0.1" }) } as unknown as Server<unknown>; // nothing else of it is used here

test.each([
  ["behind a proxy, its last entry", true, "6.6.6.6, 203.0.113.7:443", "203.0.113.7"],
  ["behind a proxy that wrote junk, the proxy", true, "6.6.6.6, <script>", "10.0.0.1"],
  ["behind a proxy that wrote nothing, the proxy", true, undefined, "10.0.0.1"],
  ["without one, the socket, whatever a visitor claims", false, "6.6.6.6", "10.0.0.1"],
])("who asks is %s", async (_, trustProxy, header, address) => {
  const app = new Hono<AppEnv>()
    .use(clientAddress(trustProxy))
    .get("/", (c) => c.text(c.var.address()));
  const headers: HeadersInit = header ? { "X-Forwarded-For": header } : {};
  expect(await (await app.request("/", { headers }, { server })).text()).toBe(address);
});

test("an address that was told once is known also where the body was put into another request", async () => {
  const app = new Hono<AppEnv>();
  app.use(clientAddress(false));
  app.post("/", async (c) => {
    const before = c.var.address();
    c.req.raw = new Request(c.req.raw, { body: await c.req.raw.text() });
    return c.json([before, c.var.address()]);
  });
  await using server = Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0 },
    fetch: (request, server) => app.fetch(request, { server }),
  });
  const answer = await fetch(server.url, { method: "POST", body: "{}" });
  expect(await answer.json()).toEqual(["127.0.0.1", "127.0.0.1"]);
});

test("whoever holds 65,536 networks may not do all of them as much as one", async () => {
  const takeToken = rateLimits(await testDatabase());
  const limit = { name: "a-test:address", capacity: 2, period: 3600 };
  const tries = Array.from({ length: 20 }, (_, network) =>
    takeToken(limit, `2001:db8:1:${network.toString(16)}::1`),
  );
  const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(4);
  await takeToken(limit, "2001:db8:2::1");
});

test.each([
  ["203.0.113.7", ["203.0.113.7"]],
  ["2001:db8:1:2::1", ["2001:db8:1:2::/64", "2001:db8:1::/48"]],
])("%s comes from %j", (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});
