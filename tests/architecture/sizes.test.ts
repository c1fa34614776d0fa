import { readFileSync } from "node:fs";
import { Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { isScript, parse, sourceFiles } from "./sources.ts";

const mostLinesOfFile = 300;
const mostLinesOfFunction = 60;

/** Tables of words have the length of the world they list. */
const isTable = (file: string) => /\/languages?(-\w+)?\.ts$/.test(file);

describe("sizes", () => {
  it(`no file has more than ${mostLinesOfFile} lines`, () => {
    const long = sourceFiles()
      .filter((file) => !isTable(file))
      .map((file) => ({ file, lines: readFileSync(file, "utf8").trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > mostLinesOfFile);
    expect(long, "files that are too long").toEqual([]);
  });

  it(`no function has more than ${mostLinesOfFunction} lines`, () => {
    expect(
      sourceFiles().filter(isScript).flatMap(longFunctions),
      "functions that are too long",
    ).toEqual([]);
  });
});

function longFunctions(file: string): string[] {
  const { program, lineAt } = parse(file);
  const groups = new Set<number>();
  const long: string[] = [];
  const measure = (node: { start: number; end: number }) => {
    const first = lineAt(node.start);
    const lines = lineAt(node.end) - first + 1;
    if (lines > mostLinesOfFunction && !groups.has(node.start)) {
      long.push(`${file}:${first} has ${lines} lines`);
    }
  };
  new Visitor({
    // The body of `describe` is a list of tests, not a function to follow.
    CallExpression({ callee, arguments: [, body] }) {
      if (callee.type === "Identifier" && callee.name === "describe" && body)
        groups.add(body.start);
      if (callee.type === "MemberExpression" && nameOf(callee.property) === "describe" && body)
        groups.add(body.start);
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return long;
}

function nameOf(property: { type: string; name?: unknown }): unknown {
  return property.type === "Identifier" ? property.name : undefined;
}
