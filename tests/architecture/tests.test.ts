import { Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { parse, sourceFiles } from "./sources.ts";

const files = sourceFiles().filter((file) => file.startsWith("tests/"));

/** The files that put recordings into the table by other means: an old schema, a refused attempt, a million. */
const mayInsertRecordings = [
  "tests/support/recordings.ts",
  "tests/api/objects/migration.test.ts",
  "tests/policies/shares.test.ts",
  "tests/bench/library.ts",
  "tests/bench/large-world.ts",
  "tests/bench/said.ts",
];

describe("tests", () => {
  it("begin with `it` where a `describe` names their subject, and with `test` where none does", () => {
    expect(
      files.filter((file) => /\.test\.tsx?$/.test(file)).flatMap(misnamed),
      "tests that begin with the other word",
    ).toEqual([]);
  });

  it("of journeys begin with `test`, and nothing but specs lies beside them", () => {
    const journeys = files.filter((file) => /^tests\/e2e\/[^/]+$/.test(file));
    expect(
      journeys.filter((file) => !file.endsWith(".spec.ts")),
      "files beside the journeys that are none",
    ).toEqual([]);
    expect(
      journeys.filter((file) => /^\s*it[.(]/m.test(parse(file).text)),
      "journeys that begin with it",
    ).toEqual([]);
  });

  it("have their recordings from one builder", () => {
    const inserting = files.filter((file) => /insert into public\.recordings\b/.test(textOf(file)));
    expect(
      inserting.filter((file) => !mayInsertRecordings.includes(file)),
      "tests that make rows of recordings themselves",
    ).toEqual([]);
  });
});

const textOf = (file: string) => (/\.tsx?$/.test(file) ? parse(file).text : "");

interface Callee {
  type: string;
  start: number;
  name?: unknown;
  object?: Callee;
  callee?: Callee;
}

/** `it` of `it(…)`, `it.each(…)(…)` and their like. */
function firstWord(callee: Callee): Callee {
  const before = callee.object ?? callee.callee;
  return before ? firstWord(before) : callee;
}

function misnamed(file: string): string[] {
  const { program, lineAt } = parse(file);
  const wrong = new Set<string>();
  let depth = 0;
  new Visitor({
    CallExpression({ callee, arguments: [, body] }) {
      const { name, start } = firstWord(callee);
      if (!body) return; // `it.each(…)` and `it.skipIf(…)` on their own make no test yet
      if (name === "describe") depth++;
      if (name === (depth > 0 ? "test" : "it"))
        wrong.add(`${file}:${lineAt(start)} says ${String(name)}`);
    },
    "CallExpression:exit"({ callee, arguments: [, body] }) {
      if (firstWord(callee).name === "describe" && body) depth--;
    },
  }).visit(program);
  return [...wrong];
}
