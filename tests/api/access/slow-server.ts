import { Hono } from "hono";
import { fairTurns } from "#api/access/fair-turns.ts";
import { clientAddress } from "#api/http/address.ts";
import type { AppEnv } from "#api/http/context.ts";
import { handleError } from "#api/http/handle-error.ts";
import { makeKeys } from "#api/platform/keys.ts";
import { newSigningKey } from "#tests/support/signing-key.ts";

export const keys = await makeKeys(await newSigningKey());

/** A session that was looked at before, as of everybody who has asked once. */
export async function newToken(): Promise<string> {
  const claims = { sub: crypto.randomUUID(), sid: crypto.randomUUID() };
  const token = await keys.sign("session", claims);
  await keys.verify("session", token);
  return token;
}

export const HOME = "192.0.2.1";
export const ELSEWHERE = "192.0.2.2";
export const LONG_TEXT = "x".repeat(300_000);

/** A server whose calls end when they are told to. Those of `texts` answer at once, with a long one. */
export function server(texts = ["/api/recordings/:id/transcript"]) {
  const working: { path: string; finish: () => void; fail: () => void }[] = [];
  const timeouts: number[] = [];
  const left: string[] = [];
  const held = (path: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    working.push({ path, finish: resolve, fail: () => reject(new Error("It broke")) });
    return promise;
  };
  const app = new Hono<AppEnv>()
    .use(clientAddress(true), fairTurns(keys))
    .on("GET", texts, (c) => c.text(LONG_TEXT))
    .get("/api/list", (c) => {
      c.set("isLong", true);
      return c.text(LONG_TEXT);
    })
    .get("/api/table", (c) =>
      c.body(new ReadableStream({ cancel: () => void left.push(c.req.path) })),
    )
    .all("/*", async (c) => {
      await held(c.req.path);
      return c.text("done");
    })
    .onError(handleError);
  const bun = {
    requestIP: () => null,
    timeout: (_: Request, seconds: number) => timeouts.push(seconds),
  };
  const ask = (
    path: string,
    from: { token?: string; network?: string },
    init: RequestInit = {},
  ) => {
    const headers = new Headers(init.headers);
    headers.set("X-Forwarded-For", from.network ?? HOME);
    if (from.token) headers.set("Authorization", `Bearer ${from.token}`);
    return app.fetch(new Request(`http://kinora.test${path}`, { ...init, headers }), {
      server: bun,
    });
  };
  /** The calls to this path that are being worked on, once everything has had its chance. */
  const at = async (path: string) => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    return working.filter((one) => one.path === path);
  };
  const times = (count: number, ...call: Parameters<typeof ask>) =>
    Array.from({ length: count }, () => ask(...call));
  /** How many of these are answered once everything has had its chance, though nobody reads the answers. */
  const answered = async (calls: (Response | Promise<Response>)[]) => {
    let count = 0;
    for (const call of calls) void Promise.resolve(call).then(() => count++);
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    return count;
  };
  return { ask, times, at, answered, timeouts, left };
}
