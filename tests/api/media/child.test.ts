import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ChildDied, GaveUp, resultOf } from "#api/media/child.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { StoreFull } from "#api/platform/objects/store.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const directory = temporaryDirectory();
const { signal } = new AbortController();

/** The result of a process that runs this code, and the news that came before. */
async function resultOfCode(code: string) {
  const script = join(directory, `${Bun.hash(code)}.ts`);
  await writeFile(script, code);
  const news: unknown[] = [];
  const onNews = (one: unknown) => news.push(one);
  const options = { signal, onNews };
  return { done: await resultOf<unknown, unknown>(script, { number: 7 }, options), news };
}

/** The same of a process that does an order as ours do. */
const carriedOut = (work: string) =>
  resultOfCode(`
    import { carryOut } from ${JSON.stringify(import.meta.resolve("#api/media/carry-out.ts"))};
    await carryOut(async (order, tell) => { ${work} });
  `);

describe("what a process says", () => {
  it("is its result, among lines of native code and however long it is", async () => {
    const said = `console.log("loading"); console.log(JSON.stringify({ done: "x".repeat(300_000) }))`;
    expect((await resultOfCode(said)).done).toBe("x".repeat(300_000));
  });

  it("is its news, each told once, and the result of its order", async () => {
    expect(await carriedOut("for (const n of [1, 1, 2]) tell(n); return order.number;")).toEqual({
      done: 7,
      news: [1, 2],
    });
    expect(await carriedOut("")).toEqual({ done: null, news: [] });
  });

  it.each([
    ['{ kind: "full" }', StoreFull, /./],
    ['{ kind: "gave-up" }', GaveUp, /^This file is damaged and cannot be read\.$/],
    ['{ kind: "broken", reason: "Why." }', BrokenMedia, /^Why\.$/],
    ['{ kind: "broken" }', BrokenMedia, /^This file is damaged and cannot be read\.$/],
  ])("is why there is no result: %s", async (fault, kind, words) => {
    const failed = resultOfCode(`console.log(JSON.stringify(${fault}))`);
    await expect(failed).rejects.toBeInstanceOf(kind);
    await expect(failed).rejects.toThrow(words);
  });

  it.each([
    ["a full disk", 'throw Object.assign(new Error("no"), { code: "ENOSPC" });', StoreFull],
    ["a fault of the file", 'throw new Error("no key frame");', BrokenMedia],
    [
      "one that nobody waits for",
      'Promise.reject(new Error("no")); await new Promise(() => setTimeout(() => {}, 1e6));',
      BrokenMedia,
    ],
    ["one of the machine", 'throw Object.assign(new Error("no"), { code: "EIO" });', ChildDied],
  ])("tells one fault from another: %s", async (_, work, kind) => {
    await expect(carriedOut(work)).rejects.toBeInstanceOf(kind);
  });

  it("is its complaint where it ends without a word", async () => {
    await expect(resultOfCode('console.error("What a pity"); process.exit(3);')).rejects.toThrow(
      "ended early: What a pity",
    );
  });
});
