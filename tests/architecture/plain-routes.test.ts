import { expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { parse, sourceFiles } from "./sources.ts";

/** The calls that no `serve` serves, because the contract cannot say all of what they do. */
const plain: Record<string, readonly string[]> = {
  "reads a text that stays as it came": ["editSubtitle", "receiveStripeEvent"],
};

test("every call but the listed ones is served as the contract says it", () => {
  const text = sourceFiles()
    .filter((file) => /^api\/features\/.*-routes\.ts$/.test(file))
    .map((file) => parse(file).text)
    .join("\n");
  const isServed = (id: string) => new RegExp(`\\bserve\\(\\s*${id}Call\\b`).test(text);
  const unserved = operations.flatMap(({ id }) => (isServed(id) ? [] : [id]));
  expect(unserved.toSorted()).toEqual(Object.values(plain).flat().toSorted());
  expect(unserved.length).toBeLessThanOrEqual(2);
});
