import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const soffice = Bun.which("soffice");

/** The report as LibreOffice opens it: a sheet in which each formula is marked as one. */
async function opened(csv: Uint8Array | string): Promise<string> {
  const folder = temporaryDirectory();
  const file = join(folder, "report.csv");
  writeFileSync(file, csv);
  const child = Bun.spawn(
    [
      soffice ?? "",
      `-env:UserInstallation=file://${folder}/profile`,
      "--headless",
      "--infilter=CSV:44,34,76,1", // commas, quotes, UTF-8: nobody is there to be asked
      ...["--convert-to", "fods", "--outdir", folder, file],
    ],
    { stdout: "ignore", stderr: "ignore" },
  );
  expect(await child.exited).toBe(0);
  return readFileSync(join(folder, "report.fods"), "utf8");
}

test.runIf(soffice)(
  "LibreOffice opens a report, and finds no formula in it",
  async () => {
    const { person } = await testApp();
    const admin = await person({ role: "admin" });
    await person({ username: "=1+1", email: "formula@example.com" });
    await person({ username: "@SUM(A1)" });
    await person({ username: "Ünal, “der” 🎬" });
    const report = await (await admin.call("GET", "/admin/reports/export/users")).bytes();

    const sheet = await opened(report);
    expect(sheet).toContain("formula@example.com");
    expect(sheet).toContain("Ünal, “der” 🎬");
    expect(sheet).not.toContain("table:formula");
    expect(await opened("username\r\n=1+1\r\n"), "as it would say").toContain("table:formula");
  },
  120_000,
);
