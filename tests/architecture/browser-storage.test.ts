import { expect, test } from "vitest";
import { isScript, parse, sourceFiles } from "./sources.ts";

test("what a browser keeps is read and written in one place", () => {
  const naming = sourceFiles()
    .filter((file) => file.startsWith("web/src/") && isScript(file))
    .filter((file) => /\b(local|session)Storage\b/.test(parse(file).text));
  expect(naming).toEqual(["web/src/lib/browser/browser-storage.ts"]);
});
