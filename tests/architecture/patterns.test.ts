import { analyse } from "scslre";
import { Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { isScript, parse, sourceFiles } from "./sources.ts";

interface Pattern {
  source: string;
  flags: string;
}

const scripts = sourceFiles().filter((file) => isScript(file) && /^(api|web\/src)\//.test(file));

describe("regular expressions", () => {
  it.each([
    ["(a+)+$", ""],
    ["^[ \\t]*(.+?)[ \\t]*$", "m"],
    ["\\s+$", ""],
    ["a.*b", ""],
    ["x.*;.*y", "y"],
  ])("/%s/%s would be found", (source, flags) => {
    expect(isSlow({ source, flags })).toBe(true);
  });

  it.each([
    ["^a.*b", ""],
    ["(?<!/)/+$", ""],
    ['name="([^"]*)"', ""],
    ["a.*b", "y"],
  ])("/%s/%s would pass", (source, flags) => {
    expect(isSlow({ source, flags })).toBe(false);
  });

  it("take time in proportion to the text, whatever the text is", () => {
    const { found, slow } = looked();
    expect(found).toBeGreaterThan(50);
    expect(slow, "patterns that may try twice").toEqual([]);
  });

  it("stand in the source as they are", () => {
    expect(scripts.filter(buildsPatterns)).toEqual([]);
  });
});

/**
 * Two repetitions that can take the same text from each other try every way of sharing it. What is not
 * anchored tries every beginning, which is one more repetition, before the pattern.
 */
function isSlow({ source, flags }: Pattern): boolean {
  const whole = flags.includes("y") ? source : `[^]*?(?:${source})`;
  // A pattern that begins with a repetition is `Move`: here each does, and it is no slower for that.
  return analyse({ source: whole, flags }, { reportTypes: { Move: false } }).reports.length > 0;
}

function looked() {
  let found = 0;
  const slow: string[] = [];
  for (const file of scripts) {
    const { program, lineAt } = parse(file);
    new Visitor({
      Literal(node) {
        if (!("regex" in node)) return;
        found++;
        const { pattern, flags } = node.regex;
        if (isSlow({ source: pattern, flags }))
          slow.push(`${file}:${lineAt(node.start)} /${pattern}/${flags}`);
      },
    }).visit(program);
  }
  return { found, slow };
}

const buildsPatterns = (file: string) => /\bRegExp\(/.test(parse(file).text);
