import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "#api/http/context.ts";
import { readJson } from "#api/http/limits/small-json.ts";
import { IDLE_SECONDS, LONG, STALLED_SECONDS, unhurried } from "#api/http/limits/unhurried.ts";

/** An answer of this length, and what became of its sending. */
async function answered(length: number, method = "GET") {
  const limits: number[] = [];
  const seen = { ended: 0, limits };
  const app = new Hono<AppEnv>();
  app.get("/", async (c, next) => {
    await next();
    await unhurried(c, c.req.raw, () => seen.ended++);
  });
  app.get("/", (c) => c.body("x".repeat(length)));
  const server = { timeout: (_: Request, seconds: number) => limits.push(seconds) };
  const request = new Request("http://kinora.test/", { method });
  return { seen, answer: await app.fetch(request, { server }) };
}

test("a long answer goes as its reader takes it, ends where nothing moves, and says that it has ended", async () => {
  const { seen, answer } = await answered(3 * LONG);
  expect(seen).toEqual({ ended: 0, limits: [STALLED_SECONDS] });
  expect((await answer.text()).length).toBe(3 * LONG);
  expect(seen.ended).toBe(1);
});

test("a long answer ends with a reader who leaves", async () => {
  const { seen, answer } = await answered(3 * LONG);
  await answer.body?.cancel();
  expect(seen.ended).toBe(1);
});

test.each([
  ["a short answer", LONG - 1, "GET"],
  ["an answer without a body", 3 * LONG, "HEAD"],
])("%s is given at once, without a limit", async (_, length, method) => {
  const { seen, answer } = await answered(length, method);
  expect(seen).toEqual({ ended: 1, limits: [] });
  expect((await answer.text()).length).toBe(method === "HEAD" ? 0 : length);
});

test("a body may not stall on its way, and the answer to it may take its time", async () => {
  const limits: number[] = [];
  const app = new Hono<AppEnv>();
  app.post("/", async (c) => {
    await readJson(c);
    return c.json(await c.req.json());
  });
  const server = { timeout: (_: Request, seconds: number) => limits.push(seconds) };
  const headers = { "Content-Type": "application/json" };
  const request = new Request("http://kinora.test/", { method: "POST", headers, body: '"sent"' });
  expect(await (await app.fetch(request, { server })).json()).toBe("sent");
  expect(limits).toEqual([STALLED_SECONDS, IDLE_SECONDS]);
});
