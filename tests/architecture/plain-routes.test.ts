import { expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { parse, sourceFiles } from "./sources.ts";

test("every call is served as the contract says it", () => {
  const text = sourceFiles()
    .filter((file) => /^api\/features\/.*-routes\.ts$/.test(file))
    .map((file) => parse(file).text)
    .join("\n");
  const isServed = (id: string) => new RegExp(`\\bserve\\(\\s*${id}Call\\b`).test(text);
  const unserved = operations.flatMap(({ id }) => (isServed(id) ? [] : [id]));
  expect(unserved).toEqual([]);
});
