import { describe, expect, it } from "vitest";
import { QueueFull, Turns, turns } from "#api/platform/turns.ts";

/** Work that ends when it is told to. */
function works(count: number) {
  return Array.from({ length: count }, (_, number) => {
    const end = Promise.withResolvers<number>();
    const begun = { is: false };
    const work = () => {
      begun.is = true;
      return end.promise;
    };
    return { work, begun, finish: () => end.resolve(number), fail: () => end.reject(new Error()) };
  });
}

describe("turns", () => {
  it("let so many run at once, and the next when one has ended, well or not", async () => {
    const inTurn = turns(2);
    const jobs = works(4);
    const [first, second, ...rest] = jobs.map(({ work }) => inTurn(work));
    const begun = () => jobs.map((job) => job.begun.is);
    expect(begun()).toEqual([true, true, false, false]);
    jobs[0]?.finish();
    expect(await first).toBe(0);
    expect(begun()).toEqual([true, true, true, false]);
    jobs[1]?.fail();
    await expect(second).rejects.toThrow();
    expect(begun()).toEqual([true, true, true, true]);
    for (const job of jobs) job.finish();
    expect(await Promise.all(rest)).toEqual([2, 3]);
    expect(await inTurn(async () => "free again")).toBe("free again");
  });

  it("refuse what would wait behind too many", async () => {
    const lines = [{ name: "all", atOnce: 1, longest: 1 }];
    const all = new Turns();
    const inTurn = <T>(work: () => Promise<T>) => all.run(work, lines);
    const jobs = works(2);
    const taken = jobs.map(({ work }) => inTurn(work));
    await expect(inTurn(async () => "one too many")).rejects.toThrow(QueueFull);
    for (const job of jobs) job.finish();
    expect(await Promise.all(taken)).toEqual([0, 1]);
  });

  it("that are ended twice make room for one", async () => {
    const all = new Turns();
    const take = () => Promise.resolve(all.take([{ name: "all", atOnce: 1 }]));
    const end = await take();
    const begun: number[] = [];
    const waiting = [1, 2].map((number) => take().then(() => begun.push(number)));
    end();
    end();
    await waiting[0];
    await new Promise(setImmediate);
    expect(begun).toEqual([1]);
  });

  it("are kept for nobody who has left already", async () => {
    const lines = [{ name: "all", atOnce: 1, longest: 1 }];
    const all = new Turns();
    const held = Promise.withResolvers<void>();
    const working = all.run(() => held.promise, lines);
    const gone = { signal: AbortSignal.abort(new Error("It left")) };
    expect(() => all.take(lines, gone)).toThrow("It left");
    const next = all.run(async () => "has the place", lines);
    held.resolve();
    expect(await next).toBe("has the place");
    await working;
  });

  it("come by one line behind those who still wait for another", async () => {
    const all = new Turns();
    const [a, b] = [
      { name: "a", atOnce: 1 },
      { name: "b", atOnce: 1 },
    ];
    const wishes = [[a], [b], [a], [a, b], [b]];
    const jobs = works(wishes.length);
    const taken = jobs.map(({ work }, at) => all.run(work, wishes[at] ?? []));
    const begun = () => jobs.map((job) => job.begun.is);
    expect(begun()).toEqual([true, true, false, false, false]);
    jobs[1]?.finish();
    await taken[1];
    expect(begun()).toEqual([true, true, false, false, true]);
    for (const job of jobs) job.finish();
    expect(await Promise.all(taken)).toEqual([0, 1, 2, 3, 4]);
  });
});
