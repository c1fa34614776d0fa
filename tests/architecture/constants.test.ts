import { describe, expect, it } from "vitest";
import { isScript, parse, sourceFiles } from "./sources.ts";

describe("constants", () => {
  it("of a module, that are a number or a text, are written in capitals", () => {
    const product = sourceFiles().filter(
      (file) => isScript(file) && /^(api|web|scripts)\//.test(file),
    );
    expect(product.flatMap(inOtherLetters), "constants in other letters").toEqual([]);
  });
});

function inOtherLetters(file: string): string[] {
  return parse(file).program.body.flatMap((statement) => {
    const declaration =
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") return [];
    return declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== "Identifier" || init?.type !== "Literal") return [];
      const isPlain = typeof init.value === "number" || typeof init.value === "string";
      return isPlain && !/^[A-Z][A-Z0-9_]*$/.test(id.name) ? [`${file}: ${id.name}`] : [];
    });
  });
}
