import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FORMER_MIGRATIONS } from "#api/platform/former-migrations.ts";
import { migrate, pendingMigrations } from "#api/platform/migrate.ts";
import { StartError } from "#api/platform/start-error.ts";
import { emptyDatabase, type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const FIRST = "create table letters (letter text);\n\ninsert into letters values ('a; b');\n";
const SECOND = "insert into letters values ('c');";

function folder(files: Record<string, string>) {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

async function versionsIn(pool: TestDatabase["pool"]): Promise<string[]> {
  const rows =
    await pool`select version from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version }) => version);
}

describe("our own migrations", () => {
  it("leave nothing to do where they were applied", async () => {
    const { url } = await testDatabase();
    expect(await pendingMigrations(url)).toEqual([]);
    expect(await migrate(url)).toEqual([]);
  });

  it("are of no later day than today, so that one made now comes after them", () => {
    const today = new Date().toISOString().slice(0, 10).replaceAll("-", "");
    const days = readdirSync("supabase/migrations").map((file) => file.slice(0, today.length));
    expect(days.filter((day) => day > today)).toEqual([]);
    expect(days).toContain("20261120");
  });
});

describe("migrations", () => {
  it("are applied in order, once, and recorded where the Supabase CLI looks for them", async () => {
    const { url, pool } = await emptyDatabase();
    const files = folder({ "2_second.sql": SECOND, "1_first.sql": FIRST, "notes.md": "no" });

    expect(await pendingMigrations(url, files)).toEqual(["1_first.sql", "2_second.sql"]);
    expect(await migrate(url, files)).toEqual(["1_first.sql", "2_second.sql"]);
    expect(await migrate(url, files)).toEqual([]);

    expect(await pool`select * from letters`).toEqual([{ letter: "a; b" }, { letter: "c" }]);
    expect(
      await pool`select * from supabase_migrations.schema_migrations order by version`,
    ).toEqual([
      { version: "1", name: "first", statements: [FIRST] },
      { version: "2", name: "second", statements: [SECOND] },
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

  it("are refused below the last one that a database has, and those above with them", async () => {
    const { url, pool } = await emptyDatabase();
    const files = folder({ "1_first.sql": FIRST, "3_third.sql": SECOND });
    await migrate(url, files);
    writeFileSync(join(files, "2_late.sql"), "create table late ();");
    writeFileSync(join(files, "4_next.sql"), "create table next ();");

    for (const ask of [migrate, pendingMigrations]) {
      const refused = expect(ask(url, files)).rejects;
      await refused.toThrow(/^2_late\.sql: .* below 3, .* Nothing was applied/);
    }
    await expect(migrate(url, files)).rejects.toBeInstanceOf(StartError);
    expect(await versionsIn(pool)).toEqual(["1", "3"]);
    expect(await pool`select to_regclass('late') as late, to_regclass('next') as next`).toEqual([
      { late: null, next: null },
    ]);
  });

  it("run with the rights of the application, as on hosted", async () => {
    const { url } = await emptyDatabase();
    const files = folder({ "1_greedy.sql": "alter system set work_mem = '1GB';" });
    await expect(migrate(url, files)).rejects.toThrow(/permission denied|cannot run inside/);
  });
});

describe("a database that the former migrations made", () => {
  const REPLACED = "20261120020100";
  const NEXT = "20261129000100";
  const FILES = {
    [`${REPLACED}_accounts.sql`]: "select 1 / 0;\n\nselect 2;",
    [`${NEXT}_next.sql`]: "create table next ();",
  };

  /** A database with so many of the former migrations in its history, and other versions besides. */
  async function formerDatabase(count = FORMER_MIGRATIONS.length, others: string[] = []) {
    const database = await emptyDatabase();
    await migrate(database.url, folder({}));
    const versions = [...FORMER_MIGRATIONS.slice(0, count), ...others];
    await database.pool`
      insert into supabase_migrations.schema_migrations (version) select unnest(${versions}::text[])
    `;
    return database;
  }

  it("has those that replace them noted as applied, and gets the later ones", async () => {
    const { url, pool } = await formerDatabase();
    const files = folder(FILES);
    expect(await migrate(url, files)).toEqual([`${NEXT}_next.sql`]);
    const [replaced, next] =
      await pool`select * from supabase_migrations.schema_migrations order by version`;
    expect(replaced).toMatchObject({ version: REPLACED, name: "accounts" });
    expect(replaced?.statements).toHaveLength(1);
    expect(next).toHaveProperty("version", NEXT);
    expect(await versionsIn(pool)).toHaveLength(2);
    expect(await migrate(url, files)).toEqual([]);
  });

  it("has the history of a new one afterwards", async () => {
    const { url, pool } = await testDatabase();
    const history = await pool`
      select * from supabase_migrations.schema_migrations order by version
    `;
    await pool`delete from supabase_migrations.schema_migrations where version like '20261120%'`;
    await pool`
      insert into supabase_migrations.schema_migrations (version)
      select unnest(${FORMER_MIGRATIONS}::text[])
    `;
    expect(await migrate(url)).toEqual([]);
    expect(
      await pool`select * from supabase_migrations.schema_migrations order by version`,
    ).toEqual(history);
  });

  it("may also be left to `supabase db push`, by several processes at once", async () => {
    const { url, pool } = await formerDatabase();
    const files = folder(FILES);
    const asked = await Promise.all([1, 2, 3].map(() => pendingMigrations(url, files)));
    expect(asked).toEqual(asked.map(() => [`${NEXT}_next.sql`]));
    expect(await versionsIn(pool)).toEqual([REPLACED]);
  });

  it("keeps its history whole where the exchange fails halfway", async () => {
    const { url, pool } = await formerDatabase(FORMER_MIGRATIONS.length, [REPLACED]);
    await expect(migrate(url, folder(FILES))).rejects.toThrow(/duplicate key/);
    expect(await versionsIn(pool)).toEqual([...FORMER_MIGRATIONS, REPLACED].sort());
  });

  it("is refused with only some of them, and its operator told what to start first", async () => {
    const { url, pool } = await formerDatabase(60);
    for (const ask of [migrate, pendingMigrations]) {
      const refused = expect(ask(url, folder(FILES))).rejects;
      await refused.toThrow(/has 60 of the 61 migrations.* Start the release before this one/);
    }
    await expect(migrate(url, folder(FILES))).rejects.toBeInstanceOf(StartError);
    expect(await versionsIn(pool)).toEqual(FORMER_MIGRATIONS.slice(0, 60));
  });
});
