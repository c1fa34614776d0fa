import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
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
  it("is at most 130 KB of gzipped JavaScript", () => {
    const page = Object.keys(manifest).find((name) => name.includes("_guest/login.tsx?"));
    expect(page).toBeDefined();
    const files = withImports(["index.html", page ?? ""]);
    const bytes = [...files].map((file) => gzipSync(readFileSync(join(folder, file))).length);
    const total = bytes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(60_000);
    expect(total / 1024).toBeLessThanOrEqual(130);
  });

  it("runs no inline script and no inline style", () => {
    for (const name of ["index.html", "link.html"])
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
    const page = pageNamed("link.html");
    expect(/<script [^>]*src="([^"]*)"/.exec(page)?.[1]).toContain("/early-");
    const scripts = new Set(page.match(/(?<=")\/[^"]*\.js(?=")/g));
    expect(scripts.size).toBeGreaterThan(2);
    // With the page, its style, its letters, what it asks and the picture these are ten.
    expect(scripts.size).toBeLessThanOrEqual(5);
    const sent = [...scripts].map((file) => brotliCompressSync(readFileSync(join(folder, file))));
    expect(sent.reduce((sum, { length }) => sum + length, 0) / 1024).toBeLessThanOrEqual(120);
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
    expect(size).toBeLessThanOrEqual(270);
  });
});

const pageNamed = (name: string) => readFileSync(join(folder, name), "utf8");

function withImports(names: string[], files = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) continue;
    files.add(chunk.file);
    withImports(chunk.imports, files);
  }
  return files;
}
