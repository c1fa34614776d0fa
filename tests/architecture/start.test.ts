import { expect, test } from "vitest";
import { isScript, parse, resolve, sourceFiles } from "./sources.ts";

/** The packages that every server needs: all others are read by the code that wants something of them. */
const READ_AT_ONCE = ["@hono/zod-validator", "hono", "jose", "pino", "postgres", "zod"];

test("a start reads no library that only some servers need, or only some of the work", () => {
  const found = new Set<string>();
  const open = ["api/main.ts", "api/open-server.ts"];
  const seen = new Set(open);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const specifier of readWith(file)) {
      const target = resolve(file, specifier);
      if (target === undefined) found.add(packageOf(specifier));
      else if (isScript(target) && !seen.has(target)) {
        seen.add(target);
        open.push(target);
      }
    }
  }
  expect(sourceFiles()).toEqual(expect.arrayContaining([...seen]));
  expect(seen.size).toBeGreaterThan(200);
  expect([...found].filter((name) => !/^(node:|bun)/.test(name)).sort()).toEqual(READ_AT_ONCE);
});

/** Types are gone when a file is read; what is imported in a function is read when that is called. */
const readWith = (file: string) =>
  parse(file)
    .module.staticImports.filter(
      ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
    )
    .map(({ moduleRequest }) => moduleRequest.value);

const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
