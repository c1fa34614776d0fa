import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

const folder = mkdtempSync(join(tmpdir(), "kinora-first-load-"));
let manifest: z.infer<typeof Manifest> = {};

beforeAll(async () => {
  // The build runs in a process of its own: this one's NODE_ENV would bundle React as it is for development.
  const vite = [process.execPath, "--bun", "node_modules/vite/bin/vite.js", "build"];
  const options = [
    "--config",
    "web/vite.config.ts",
    "--outDir",
    folder,
    "--manifest",
    "manifest.json",
  ];
  const build = Bun.spawn([...vite, ...options, "--emptyOutDir"], {
    env: { ...process.env, NODE_ENV: "production" },
    stdout: "ignore",
  });
  expect(await build.exited).toBe(0);
  manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

describe("the first load of the sign-in page", () => {
  it("is at most 90 KB of script", () => {
    const scripts = scriptsOf("login.html");
    expect([...scripts]).toContain(manifest["login.html"]?.file);
    expect(sentSize(scripts)).toBeGreaterThan(60);
    expect(sentSize(scripts)).toBeLessThanOrEqual(90);
  });

  it("begins with another script in a document that is otherwise that of all pages", () => {
    const [all, login] = ["index", "login"].map((name) => readFileSync(`web/${name}.html`, "utf8"));
    expect(login).toBe(all?.replace("/src/main.tsx", "/src/login.tsx"));
  });

  it("runs no inline script and no inline style", () => {
    for (const name of ["index.html", "link.html", "login.html"])
      expect(pageNamed(name)).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=/);
  });
});

describe("charts", () => {
  it("come with the page that has them, in less than 15 KB of gzipped JavaScript", () => {
    const page = Object.keys(manifest).find((name) => name.includes("admin/analytics.tsx?"));
    const { file } = manifest[page ?? ""] ?? { file: "" };
    const code = readFileSync(join(folder, file));
    expect(code.toString()).toContain("Response times");
    expect(gzipSync(code).length / 1024).toBeLessThan(15);
    expect([...withImports(["index.html"])]).not.toContain(file);
  });
});

describe("the page of a link", () => {
  it("begins by asking, and has at most 120 KB of script before its picture", () => {
    const scripts = scriptsOf("link.html");
    expect([...scripts][0]).toContain("/early-");
    expect(scripts.size).toBeGreaterThan(2);
    // With the page, its style, its letters, what it asks and the picture these are ten.
    expect(scripts.size).toBeLessThanOrEqual(5);
    expect(sentSize(scripts)).toBeLessThanOrEqual(120);
  });

  it("brings nobody who opens it what only other pages use", () => {
    const files = (screen: string) => {
      const route = Object.keys(manifest).find((name) => name.includes(`routes/${screen}.tsx?`));
      return [...withImports(["index.html", route ?? ""])];
    };
    const code = (names: string[]) => names.map((file) => readFileSync(join(folder, file), "utf8"));
    const adminCall = "/admin/users";
    expect(code(files("admin/users")).join()).toContain(`${adminCall}/`);
    const shared = code(files("shared.$shareToken"));
    expect(shared.join()).not.toContain(`${adminCall}/`);
    const size = shared.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1024;
    expect(size).toBeGreaterThan(150);
    expect(size).toBeLessThanOrEqual(285);
  });
});

const pageNamed = (name: string) => readFileSync(join(folder, name), "utf8");

/** The scripts that a document names, in its order. */
const scriptsOf = (page: string) => new Set(pageNamed(page).match(/(?<="\/)[^"]*\.js(?=")/g));

/** Kilobytes as the server sends them: a small file is not compressed. */
function sentSize(scripts: Set<string>): number {
  const sent = [...scripts].map((script) => {
    const file = join(folder, script);
    return readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length;
  });
  return sent.reduce((sum, size) => sum + size, 0) / 1024;
}

function withImports(names: string[], files = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) continue;
    files.add(chunk.file);
    withImports(chunk.imports, files);
  }
  return files;
}
