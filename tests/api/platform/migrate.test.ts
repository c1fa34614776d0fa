import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { migrate, pendingMigrations } from "#api/platform/migrate.ts";
import { StartError } from "#api/platform/start-error.ts";
import { emptyDatabase, testDatabase } from "#tests/support/database.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const FIRST = "create table letters (letter text);\n\ninsert into letters values ('a; b');\n";
const SECOND = "insert into letters values ('c');";

function folder(files: Record<string, string>) {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

describe("our own migrations", () => {
  it("leave nothing to do where they were applied", async () => {
    const { url } = await testDatabase();
    expect(await pendingMigrations(url)).toEqual([]);
    expect(await migrate(url)).toEqual([]);
  });
});

describe("migrations", () => {
  it("are applied in order, once, and recorded as the Supabase CLI records them", async () => {
    const { url, pool } = await emptyDatabase();
    const files = folder({ "2_second.sql": SECOND, "1_first.sql": FIRST, "notes.md": "no" });

    expect(await pendingMigrations(url, files)).toEqual(["1_first.sql", "2_second.sql"]);
    expect(await migrate(url, files)).toEqual(["1_first.sql", "2_second.sql"]);
    expect(await migrate(url, files)).toEqual([]);

    expect(await pool`select * from letters`).toEqual([{ letter: "a; b" }, { letter: "c" }]);
    expect(
      await pool`select * from supabase_migrations.schema_migrations order by version`,
    ).toEqual([
      {
        version: "1",
        name: "first",
        statements: ["create table letters (letter text)", "insert into letters values ('a; b')"],
      },
      { version: "2", name: "second", statements: ["insert into letters values ('c')"] },
    ]);
  });

  it("wait for the disk once, at the last, which brings those before it there, too", async () => {
    const { url, pool } = await emptyDatabase();
    const note = "insert into waits select current_setting('synchronous_commit');";
    const files = folder({
      "1_first.sql": `create table waits (how text); ${note}`,
      "2_second.sql": note,
      "3_third.sql": note,
    });
    await migrate(`${url}?synchronous_commit=on`, files); // the databases of tests wait for nothing
    expect((await pool`select how from waits`).map(({ how }) => how)).toEqual(["off", "off", "on"]);
  });

  it("are applied once when several servers start together", async () => {
    const { url, pool } = await emptyDatabase();
    const files = folder({ "1_first.sql": FIRST, "2_second.sql": SECOND });
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, files)));
    expect(applied.flat().sort()).toEqual(["1_first.sql", "2_second.sql"]);
    expect(await pool`select count(*)::int as letters from letters`).toEqual([{ letters: 2 }]);
  });

  it("leave nothing of a file that fails, keep those before it, and say where it failed", async () => {
    const { url, pool } = await emptyDatabase();
    const broken = "insert into letters values ('d');\n\nselect missing\n  from letters;";
    const files = folder({ "1_first.sql": FIRST, "2_broken.sql": broken });

    await expect(migrate(url, files)).rejects.toThrow(
      /^2_broken\.sql:3: column "missing" does not exist$/,
    );
    await expect(migrate(url, files)).rejects.toBeInstanceOf(StartError);
    expect(await pool`select * from letters`).toEqual([{ letter: "a; b" }]);
    expect(await pendingMigrations(url, files)).toEqual(["2_broken.sql"]);
  });

  it("are refused in a database that a newer Kinora has migrated", async () => {
    const { url } = await emptyDatabase();
    const files = folder({ "1_first.sql": FIRST, "2_second.sql": SECOND });
    await migrate(url, files);
    rmSync(join(files, "2_second.sql"));
    await expect(migrate(url, files)).rejects.toThrow(
      /migrated by a newer Kinora \(2 is not known/,
    );
  });

  it("run with the rights of the application, as on hosted", async () => {
    const { url } = await emptyDatabase();
    const files = folder({ "1_greedy.sql": "alter system set work_mem = '1GB';" });
    await expect(migrate(url, files)).rejects.toThrow(/permission denied|cannot run inside/);
  });
});
