import { describe, expect, it } from "vitest";

const listed = async (...flags: string[]) => {
  const child = Bun.spawn([process.execPath, "scripts/test.ts", "--list", ...flags], {
    stdout: "pipe",
  });
  const said = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return said.trimEnd().split("\n");
};

describe("the files of a run", () => {
  it("are all there are, with --all", async () => {
    const there = [...new Bun.Glob("tests/**/*.{test,spec}.{ts,tsx}").scanSync(".")];
    expect((await listed("--all")).toSorted()).toEqual(there.toSorted());
  });

  it("are without it a part of them, which starts no browser and kills no server", async () => {
    const [all, usual] = await Promise.all([listed("--all"), listed()]);
    expect(usual.filter((path) => !all.includes(path))).toEqual([]);
    expect(usual).toContain("tests/architecture/tiers.test.ts");
    const slow = all.filter((path) => !usual.includes(path));
    expect(slow).toContain("tests/api/http/fuzz.test.ts");
    expect(usual.filter((path) => /^tests\/(e2e|faults)\//.test(path))).toEqual([]);
  });
});
