import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found ?? "").sort();
const inDocs = globSync("docs/**/*.md");

describe("documents", () => {
  it("list in .env.example every setting that the server reads, and no other", () => {
    const settings = all(read("api/env.ts"), /^ {2}([A-Z][A-Z0-9_]+): /gm);
    expect(all(read(".env.example"), /^([A-Z][A-Z0-9_]+)=/gm)).toEqual(settings);
  });

  it("name in the README only settings and commands that exist", () => {
    const readme = read("README.md");
    const settings = all(read(".env.example"), /^([A-Z][A-Z0-9_]+)=/gm);
    const scripts = Object.keys(JSON.parse(read("package.json")).scripts);
    expect(settings).toEqual(expect.arrayContaining(all(readme, /`([A-Z0-9]+_[A-Z_]+)[`=]/g)));
    expect(scripts).toEqual(expect.arrayContaining(all(readme, /\bbun run (\w+)/g)));
  });

  it("are reached by every link between them", () => {
    const texts = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", ...inDocs];
    for (const file of texts) {
      for (const target of all(read(file), /\]\(((?!https?:)[^)#]+)/g)) {
        const linked = join(dirname(file), target);
        expect(Bun.file(linked).size, `${file} → ${target}`).toBeGreaterThan(0);
      }
    }
  });

  it("list every decision, beside a map that is read in ten minutes", () => {
    const decisions = globSync("docs/decisions/[0-9]*.md").map((file) => basename(file));
    expect(all(read("docs/decisions/README.md"), /\]\(([^)]+)\)/g)).toEqual(decisions.sort());
    expect(read("ARCHITECTURE.md").split(/\s+/).length).toBeLessThanOrEqual(1800);
  });

  it("name only files that exist", () => {
    const roots = ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "supabase/README.md"];
    const texts = [...roots, ...inDocs];
    const path = /`((?:api|web|tests|supabase|scripts)\/[\w./-]+\.\w+)`/g;
    const named = texts.flatMap((file) => all(read(file), path));
    expect(named.length).toBeGreaterThan(30);
    expect(
      named.filter((file) => !existsSync(file)),
      "files that a document names and nobody has",
    ).toEqual([]);
  });
});
