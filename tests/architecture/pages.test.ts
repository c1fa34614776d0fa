import { describe, expect, it } from "vitest";
import { parse, sourceFiles } from "./sources.ts";

describe("the pages of the client", () => {
  it("are each looked at: by axe, at three widths, with long words, over a slow connection", () => {
    const { text } = parse("tests/e2e/scenes/pages.ts");
    const lookedAt = [...text.matchAll(/^ {2}"(\/[^"]*)": \{/gm)].map(([, address]) => address);
    expect(lookedAt.sort()).toEqual(addresses().sort());
  });

  /** Screen readers tell the changes of a line that they know; `display: none` keeps it from them. */
  it("let screen readers know an empty line of news before its first words", () => {
    const hides = /role="(status|alert)"[^>]*empty:hidden/;
    const components = sourceFiles().filter((file) => /^web\/.*\.tsx$/.test(file));
    const unknown = components.filter((file) => hides.test(parse(file).text));
    expect(unknown).toEqual([]);
  });
});

/** The addresses of routes with a page of their own: neither those that only lead on nor those that frame others. */
function addresses(): string[] {
  const routes = sourceFiles()
    .filter((file) => file.startsWith("web/src/routes/"))
    .map((file) => parse(file).text)
    .flatMap((text) => {
      const [, id] = /createFileRoute\("([^"]+)"\)/.exec(text) ?? [];
      return id && id !== "/" && /component:/.test(text) ? [id] : [];
    });
  const frames = new Set(routes.filter((id) => routes.some((other) => isWithin(other, id))));
  return routes
    .filter((id) => !frames.has(id))
    .map((id) =>
      id
        .replace(/\/_[^/]+/g, "")
        .replace(/_?\/?$/, "")
        .replaceAll("_/", "/"),
    )
    .filter(Boolean);
}

const isWithin = (id: string, frame: string) => id.startsWith(`${frame}/`);
