import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { makeGuards } from "#api/access/guards.ts";
import { handleError } from "#api/http/handle-error.ts";
import { rateLimits } from "#api/http/limits/rate-limit.ts";
import { connect } from "#api/platform/database.ts";
import { isDatabaseLost } from "#api/platform/database-lost.ts";
import { readiness } from "#api/platform/platform.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { cuttable } from "#tests/support/cuttable.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const admin = app.database.pool;
const url = app.database.url;
await admin`create table public.done (id text)`;
const webm = await videoBytes("recorded.webm");
const way = cuttable(url);

/** Without prepared statements, every question goes over the line in words. */
function open({ call, job } = { call: 0.3, job: 60 }, max = 2) {
  const patience = { call, job, farewell: job };
  const database = connect({ url: `${way.url}?prepare=false`, max, patience });
  atEndOfFile(database.close);
  return { ...database, service: database.asService("a test asks") };
}

const lost = (error: unknown) => isDatabaseLost(error);
const done = (id: string) => admin`select id from public.done where id = ${id}`;

describe("a database that says nothing", () => {
  it("is told with words and 503, whatever was asked, and answers the next question", async () => {
    const { service, as } = open();
    const small = new Hono()
      .get("/service", async (c) => c.json(await service((sql) => sql`select 1 as one`)))
      .get("/caller", async (c) =>
        c.json(await as({ role: "anon" })((sql) => sql`select 1 as one`)),
      )
      .onError(handleError as never); // it reads variables of the whole app that this one lacks
    await expect.poll(async () => (await small.request("/service")).status).toBe(200);
    way.mute();
    const refused = await Promise.all(
      ["/service", "/caller", "/service", "/caller", "/service"].map((path) => small.request(path)),
    );
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    expect(await refused[0]?.json()).toMatchObject({ code: "database_unavailable" });
    way.speak();
    await expect.poll(async () => (await small.request("/caller")).status).toBe(200);
  });

  it("keeps nobody waiting for a connection to it either", async () => {
    const { service } = open();
    way.mute();
    const calls = Array.from({ length: 20 }, () => service((sql) => sql`select 1`));
    const ends = await Promise.allSettled(calls);
    expect(ends.every((end) => end.status === "rejected" && lost(end.reason))).toBe(true);
    way.speak();
    const answered = () => service((sql) => sql`select 1`).then(() => "answered", lost);
    await expect.poll(answered).toBe("answered");
  });

  it("has its connection closed: what it says late is the answer to nothing", async () => {
    const { service } = open({ call: 1, job: 60 }, 1);
    await service((sql) => sql`select 1`);
    way.mute();
    await expect(service((sql) => sql`select 'late' as said`)).rejects.toSatisfy(lost);
    const ask = () => service((sql) => sql`select 'next' as said`).catch(lost);
    const next = ask();
    way.speak();
    let said = await next;
    while (said === true) said = await ask(); // until the line is there again
    expect(said).toEqual([{ said: "next" }]);
  });

  it("has done a write once or not at all, and never half of it", async () => {
    const { service } = open();
    const write = service(async (sql) => {
      await sql`insert into public.done values ('cut')`;
      way.mute();
      await sql`insert into public.done values ('cut')`;
    });
    await expect(write).rejects.toSatisfy(lost);
    way.speak();
    await expect
      .poll(() => admin`select from pg_stat_activity where state like 'idle in transaction%'`)
      .toEqual([]);
    expect(await done("cut")).toEqual([]);
  });

  it("is waited for by jobs as long as they like", async () => {
    const { service, asService } = open();
    const job = asService("a test's job", "job");
    way.mute();
    const waits = job((sql) => sql`insert into public.done values ('job') returning id`);
    await expect(service((sql) => sql`select 1`)).rejects.toSatisfy(lost);
    way.speak();
    expect(await waits).toEqual([{ id: "job" }]);
    expect(await done("job")).toHaveLength(1);
  });

  it("is no database that takes its time for each of many questions", async () => {
    const { service } = open({ call: 2, job: 60 });
    const asked = service(async (sql) => {
      for (let asked = 0; asked < 3; asked++) await sql`select pg_sleep(0.8)`;
      return "all";
    });
    expect(await asked).toBe("all");
  });

  it("is named by whoever asks whether this server is ready", async () => {
    const { pool } = open();
    way.mute();
    const { ready, checks } = await readiness({ database: () => pool`select 1` });
    expect([ready, checks]).toEqual([false, { database: "does not answer" }]);
    way.speak();
  });

  it("leaves it to HEAD what became of a part, and keeps it once", async () => {
    const database = open();
    const takeToken = rateLimits(database);
    const guards = makeGuards({ keys: app.keys, database, takeToken });
    const request = app.anotherProcess({ database, takeToken, guards });
    const ada = await app.person();
    const tus = tusClient(app, ada.token);
    const { url, recording } = created(await tus.create({ length: webm.length }));
    await tus.patch(url, { offset: 0, bytes: webm.slice(0, 1000) });
    const bytes = lastly(webm.slice(1000), () => way.muteAfter("commit"));
    const part = { offset: 1000, bytes, contentLength: webm.length - 1000 };
    const answer = await tus.patch(url, { ...part, request });
    expect([answer.status, (await answer.json()).code]).toEqual([503, "database_unavailable"]);
    way.speak();
    expect(await tus.offset(url)).toBe(webm.length);
    const again = { offset: 1000, bytes: webm.slice(1000), request };
    await expect.poll(async () => (await tus.patch(url, again)).status).toBe(409);
    const stream = await ada.call("GET", `/recordings/${recording}/stream`);
    expect(Buffer.from(await stream.arrayBuffer()).equals(Buffer.from(webm))).toBe(true);
  });
});

/** The bytes in pieces, and something that happens before the last: when the others have been read. */
function lastly(bytes: Uint8Array, happens: () => void): ReadableStream<Uint8Array> {
  const pieces = [bytes.subarray(0, 100), bytes.subarray(100, 200), bytes.subarray(200)];
  return new ReadableStream({
    pull(controller) {
      if (pieces.length === 1) happens();
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
}
