import { describe, expect, it, test } from "vitest";
import { ELSEWHERE, HOME, newToken, server } from "./slow-server.ts";

describe("turns", () => {
  it("are four of an account; the fifth begins when one has ended, well or not", async () => {
    const { times, at } = server();
    const token = await newToken();
    const calls = times(7, "/api/a", { token });
    expect(await at("/api/a")).toHaveLength(4);
    (await at("/api/a"))[0]?.finish();
    expect(await at("/api/a")).toHaveLength(5);
    (await at("/api/a"))[1]?.fail();
    expect(await at("/api/a")).toHaveLength(6);
    for (const one of await at("/api/a")) one.finish();
    for (const one of await at("/api/a")) one.finish();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 200, 500]);
  });

  it("of one account are no matter to another in the same network", async () => {
    const { times, at } = server();
    void times(800, "/api/many", { token: await newToken() });
    void times(1, "/api/one", { token: await newToken() });
    expect(await at("/api/one")).toHaveLength(1);
    expect(await at("/api/many")).toHaveLength(4);
  });

  it("are eight of a network, whoever asks, and those of another are its own", async () => {
    const { times, at } = server();
    for (let account = 0; account < 3; account++)
      void times(4, "/api/home", { token: await newToken() });
    void times(1, "/api/elsewhere", { token: await newToken(), network: ELSEWHERE });
    expect(await at("/api/home")).toHaveLength(8);
    expect(await at("/api/elsewhere")).toHaveLength(1);
  });

  it("are eight of all that one customer has with IPv6, and as many of its large bodies wait", async () => {
    const { times, at } = server();
    const large = {
      method: "POST",
      headers: { "Content-Length": "20000" },
      body: "x".repeat(20_000),
    };
    for (let part = 0; part < 12; part++)
      void times(4, "/api/site", { token: await newToken(), network: `2001:db8:1:${part}::1` });
    void times(1, "/api/next", { token: await newToken(), network: "2001:db8:2::1" });
    expect(await at("/api/site")).toHaveLength(8);
    expect(await at("/api/next")).toHaveLength(1);
    for (let part = 0; part < 32; part++)
      void times(1, "/api/bodies", { network: `2001:db8:3:${part}::1` }, large);
    const [refused] = times(1, "/api/bodies", { network: "2001:db8:3:40::1" }, large);
    expect((await refused)?.status).toBe(429);
  });

  it("are not taken from whom a made-up token names", async () => {
    const { times, at } = server();
    const token = await newToken();
    const forged = `${token.slice(0, token.lastIndexOf("."))}.${"A".repeat(86)}`;
    void times(50, "/api/forged", { token: forged, network: ELSEWHERE });
    void times(4, "/api/own", { token });
    expect(await at("/api/own")).toHaveLength(4);
  });

  it("are of no use to who has left: the next in line begins", async () => {
    const { ask, times, at } = server();
    const token = await newToken();
    void times(4, "/api/first", { token });
    const leaving = new AbortController();
    const left = ask("/api/left", { token }, { signal: leaving.signal });
    void times(1, "/api/next", { token });
    await at("/api/first");
    leaving.abort();
    expect((await left).status).toBe(499);
    (await at("/api/first"))[0]?.finish();
    expect(await at("/api/next")).toHaveLength(1);
    expect(await at("/api/left")).toHaveLength(0);
  });

  it("are waited for by so many, and past them are refused in words", async () => {
    const { times } = server();
    const calls = times(905, "/api/a", { token: await newToken() });
    const refused = await Promise.race(calls);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await refused.json()).message).toContain("Too much is waiting");
  });

  it("are not held by files on their way, however slow, and never keep one waiting", async () => {
    const { times, at } = server();
    const token = await newToken();
    const part = { method: "PATCH", body: "bytes" };
    void times(4, "/api/busy", { token });
    void times(1, "/api/uploads/1", { token: await newToken() }, part);
    void times(8, "/api/elsewhere", { token: await newToken() });
    expect(await at("/api/uploads/1")).toHaveLength(1);
    expect(await at("/api/elsewhere")).toHaveLength(4);
  });

  it("of files are eight of an account, beside its calls and the files of another", async () => {
    const { times, at, timeouts } = server();
    const token = await newToken();
    const headers = { "Content-Length": "20000" };
    const part = { method: "PATCH", headers, body: "x".repeat(20_000) };
    void times(10, "/api/uploads/1", { token }, part);
    expect(await at("/api/uploads/1")).toHaveLength(8);
    void times(1, "/api/uploads/2", { token: await newToken() }, part);
    void times(1, "/api/a", { token });
    expect(await at("/api/uploads/2")).toHaveLength(1);
    expect(await at("/api/a")).toHaveLength(1);
    (await at("/api/uploads/1"))[0]?.finish();
    expect(await at("/api/uploads/1")).toHaveLength(9);
    expect(timeouts, "a file takes as long as its line takes").toEqual([]);
  });

  it("of bodies are free again once the sender of a file is known, while it is still on its way", async () => {
    const { times, at } = server();
    const headers = { "Content-Length": "20000" };
    const part = { method: "PATCH", headers, body: "x".repeat(20_000) };
    for (let account = 0; account < 5; account++)
      void times(8, "/api/uploads/1", { token: await newToken() }, part);
    expect(await at("/api/uploads/1")).toHaveLength(40);
    void times(1, "/api/a", { token: await newToken() }, { ...part, method: "POST" });
    expect(await at("/api/a")).toHaveLength(1);
  });

  it("hold bodies back that nobody has looked at: so many of a network, small ones never", async () => {
    const { times, at } = server();
    const headers = { "Content-Length": "20000" };
    const large = { method: "POST", headers, body: "x".repeat(20_000) };
    void times(100, "/api/guests", {}, large);
    const calls = times(1, "/api/a", {}, large);
    expect((await calls[0])?.status).toBe(429);
    void times(1, "/api/b", { token: await newToken() }, { method: "POST", body: "x" });
    expect(await at("/api/b")).toHaveLength(1);
  });

  it("bring a large body beside all that guests of any network hold back", async () => {
    const { ask, times, at } = server();
    const headers = { "Content-Length": "20000", "Content-Type": "application/json" };
    const stalls = () => ({ method: "POST", headers, body: new ReadableStream() });
    for (const network of [HOME, "192.0.2.3", "192.0.2.4", "192.0.2.5"])
      for (let n = 0; n < 32; n++) void ask("/api/guests", { network }, stalls());
    const large = { method: "PATCH", headers, body: "x".repeat(20_000) };
    void times(1, "/api/uploads/1", { token: await newToken(), network: HOME }, large);
    void times(1, "/api/b", { token: await newToken(), network: ELSEWHERE }, large);
    expect(await at("/api/uploads/1")).toHaveLength(1);
    expect(await at("/api/b")).toHaveLength(1);
  });
});

test("a body that stays where it is has thirty seconds, and its handler as long as it takes", async () => {
  const { ask, at, timeouts } = server();
  const json = { "Content-Type": "application/json" };
  void ask("/api/a", {}, { method: "POST", body: "{}", headers: json });
  expect(await at("/api/a")).toHaveLength(1);
  expect(timeouts).toEqual([30, 255]);
});

test("who asks for the headers of a table alone leaves nothing behind that waits to be read", async () => {
  const { ask, left } = server();
  expect((await ask("/api/table", {}, { method: "HEAD" })).status).toBe(200);
  expect(left).toEqual(["/api/table"]);
});
