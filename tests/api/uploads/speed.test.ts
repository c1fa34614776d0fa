import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";

const app = await testApp();

const probe = (bytes: number) => new Blob([new Uint8Array(bytes)]).stream();

test("probes of the network are taken, thrown away, and bounded", async () => {
  const ada = await app.person();
  const taken = await ada.call("POST", "/upload-speed", probe(2 * 1024 * 1024));
  expect([taken.status, await taken.json()]).toEqual([200, { success: true }]);
  expect((await ada.call("POST", "/upload-speed", probe(2 * 1024 * 1024 + 1))).status).toBe(413);
  expect((await app.visitor.call("POST", "/upload-speed", probe(10))).status).toBe(401);
  const { recordings } = await (await ada.call("GET", "/recordings")).json();
  expect(recordings).toEqual([]);
});
