import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { SCHEMA, schemaFiles } from "#tests/support/schema-files.ts";

const { pool } = await testDatabase();

test("supabase/schema has what the migrations make; `bun run schema` writes it anew", async () => {
  const written = readdirSync(SCHEMA).map((file): [string, string] => [
    file.replace(".sql", ""),
    readFileSync(join(SCHEMA, file), "utf8"),
  ]);
  expect(new Map(written.sort())).toEqual(new Map([...(await schemaFiles(pool))].sort()));
});
