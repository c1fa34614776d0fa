import { Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { isScript, parse, sourceFiles } from "./sources.ts";

describe("escapes from the type checker and the linter", () => {
  it("say why on their line", () => {
    expect(
      sourceFiles().filter(isScript).flatMap(unexplained),
      "escapes without a reason on their line",
    ).toEqual([]);
  });
});

function unexplained(file: string): string[] {
  const { program, comments, lineAt } = parse(file);
  const explained = new Set(
    comments.filter(({ value }) => value.trim().length >= 8).map(({ start }) => lineAt(start)),
  );
  const found: string[] = [];
  const report = (what: string) => (node: { start: number; end: number }) => {
    const lines = [lineAt(node.start), lineAt(node.end)];
    if (!lines.some((line) => explained.has(line))) found.push(`${file}:${lines[0]} ${what}`);
  };
  new Visitor({
    TSAnyKeyword: report("any"),
    TSNonNullExpression: report("!"),
    TSTypeAssertion: report("<type>"),
    TSAsExpression(node) {
      const { typeAnnotation: type } = node;
      const isConst =
        type.type === "TSTypeReference" &&
        type.typeName.type === "Identifier" &&
        type.typeName.name === "const";
      if (!isConst) report("as")(node);
    },
  }).visit(program);
  for (const { value, start } of comments) {
    const ignored = /^\W*(biome-ignore\S*( [\w/]+)?|@ts-(ignore|nocheck|expect-error))(.*)/.exec(
      value,
    );
    if (ignored && (ignored[4] ?? "").replace(/\W/g, "").length < 8) {
      found.push(`${file}:${lineAt(start)} ${ignored[1]}`);
    }
  }
  return found;
}
