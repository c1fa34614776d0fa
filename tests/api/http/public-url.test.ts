import { expect, test } from "vitest";
import { readEnv } from "#api/env.ts";
import { originOf } from "#api/http/public-url.ts";

test.each([
  ["this machine", {}, "http://localhost:3000/x", "http://localhost:3000"],
  ["a machine of the network", {}, "http://192.168.1.7:3000/x", "http://192.168.1.7:3000"],
  ["a machine by IPv6", {}, "http://[::1]:3000/x", "http://[::1]:3000"],
  ["a name that somebody wrote into Host", {}, "http://evil.example/x", "http://localhost:3000"],
  [
    "the configured address",
    { PUBLIC_URL: "https://k.example" },
    "http://127.0.0.1/x",
    "https://k.example",
  ],
])("people see %s", (_, settings, asked, origin) => {
  expect(originOf(readEnv(settings), asked)).toBe(origin);
});
