import { describe, expect, it } from "vitest";
import { forgetWatched } from "#api/features/viewers/viewers.ts";
import type { Sql } from "#api/platform/database.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { through } from "#tests/support/links.ts";
import { waitingForLocks } from "#tests/support/locks.ts";
import { recordingOf } from "#tests/support/recordings.ts";
import { nothing, type Range, viewing } from "./film.ts";

const app = await testApp();
const { database, person, visitor, request, anotherProcess } = app;
const { film, send, read, sums } = viewing(app);
const service = database.asService("a test lets time pass");

describe("viewers are told", () => {
  it("to the owner alone, also as a table that no spreadsheet runs", async () => {
    const it = await film();
    const ada = await person();
    await database.pool`update public.users set username = '=Ada' where id = ${ada.id}`;
    await send(it, [[0, 25]], { who: ada });
    await send(it, [[0, 25]]);
    const path = `/recordings/${it.recording}/viewers`;
    const table = await (await it.owner.call("GET", `${path}.csv`)).text();
    const [head, row = "", end] = table.split("\r\n");
    expect([head, end]).toEqual(['"Name","Part of the film","Last watched"', ""]);
    expect(row).toMatch(/^"'=Ada",0.25,"\d{4}-/);
    const theirs = await recordingOf(database, await person());
    expect((await it.owner.call("GET", `/recordings/${theirs}/viewers`)).status).toBe(404);
    const admin = await person({ role: "admin" });
    const others: SignedIn[] = [admin, ada];
    for (const who of others)
      for (const end of ["", ".csv"]) {
        const answer = await who.call("GET", path + end, undefined, through(it.link));
        expect(answer.status).toBe(404);
      }
    expect((await visitor.call("GET", path, undefined, through(it.link))).status).toBe(401);
    await it.owner.call("DELETE", `/recordings/${it.recording}`);
    expect((await it.owner.call("GET", path)).status).toBe(404);
  });

  it("for 13 months; who opens a page a hundred times leaves fifty rows", async () => {
    const it = await film();
    const viewer = crypto.randomUUID();
    for (let at = 0; at < 60; at++) await send(it, [[0, 1]], { viewer });
    const rows =
      await database.pool`select from private.plays where recording_id = ${it.recording}`;
    expect(rows.length).toBeLessThanOrEqual(51);
    expect(await sums(it)).toEqual({
      plays: 60,
      unique_viewers: 1,
      seconds_watched: 60,
      guests: 1,
    });
    const later = new Date();
    later.setUTCMonth(later.getUTCMonth() + 13, later.getUTCDate() - 3);
    await forgetWatched(service, later);
    expect((await sums(it)).plays).toBe(60);
    expect(await database.pool`select from private.plays`).toHaveLength(0);
    later.setUTCDate(later.getUTCDate() + 6);
    await forgetWatched(service, later);
    expect(await sums(it)).toEqual(nothing);
  });
});

describe("sums are exact", () => {
  it("with two processes and everything sent twice at once", async () => {
    const it = await film();
    const processes = [request, anotherProcess()];
    const beacon = (process: typeof request, body: unknown) =>
      process(`/api/recordings/${it.recording}/watched`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", ...through(it.link) },
      });
    const viewers = Array.from({ length: 12 }, () => ({
      view_id: crypto.randomUUID(),
      viewer: crypto.randomUUID(),
    }));
    for (const n of [1, 2, 3]) {
      const all = viewers.flatMap((who) =>
        processes.map((process) =>
          beacon(process, { ...who, n, ranges: [[n * 10, n * 10 + 9.125]] }),
        ),
      );
      for (const { status } of await Promise.all(all)) expect(status).toBe(204);
    }
    const told = await read(it);
    expect(told).toMatchObject({ plays: 12, unique_viewers: 12, seconds_watched: 12 * 3 * 9.125 });
    expect(told.average_fraction).toBeCloseTo(0.27375, 10);
    expect(told.curve.reduce((sum, part) => sum + part, 0)).toBeCloseTo(12 * 3 * 9.125, 6);
  });

  it.each([
    ["is kept", () => {}],
    [
      "is lost with its process",
      () => {
        throw new Error("killed");
      },
    ],
  ])(
    "where one process counts a beacon while it comes to another, and the first %s",
    async (_, end) => {
      const it = await film();
      const caller = { role: "anon", share: it.link.id } as const;
      const [view, viewer] = [crypto.randomUUID(), crypto.randomUUID()];
      const count = (sql: Sql, n: number) => sql`
      select app.count_watched(${it.recording}, ${view}, ${n}, '{0}', '{10}', ${viewer}, null, false)`;
      await database.as(caller)((sql) => count(sql, 1));
      const [counted, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const first = database.as(caller)(async (sql) => {
        await count(sql, 2);
        counted.resolve();
        await ended.promise;
        end();
      });
      await counted.promise;
      const second = database.as(caller)((sql) => count(sql, 2));
      await expect.poll(() => waitingForLocks(database)).toBe(1);
      ended.resolve();
      await Promise.allSettled([first, second]);
      expect(await sums(it)).toMatchObject({ plays: 1, seconds_watched: 20 });
    },
  );

  it("however much somebody jumps about: what is kept of it is bounded", async () => {
    const it = await film();
    const viewer = crypto.randomUUID();
    for (let at = 0; at < 5; at++) {
      const ranges = Array.from({ length: 200 }, (_, i): Range => {
        const start = at * 20 + i * 0.1;
        return [start, start + 0.05];
      });
      await send(it, ranges, { viewer });
    }
    const [kept] = await database.pool`
      select array_length(array(select unnest(seen)), 1) as parts from private.viewers
       where recording_id = ${it.recording}`;
    expect(kept?.parts).toBeLessThanOrEqual(500);
    expect((await read(it)).seconds_watched).toBe(50);
  });
});
