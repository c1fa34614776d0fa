import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";

const { pool } = await testDatabase();
const README = new URL("../../supabase/README.md", import.meta.url).pathname;
const HEADING = "## Who may do what\n";

/** Written anew by `bun --bun vitest run tests/policies/readme.test.ts -u`. */
test("supabase/README.md names every policy, for whom it is, and the columns it is about", async () => {
  const [introduction] = readFileSync(README, "utf8").split(HEADING);
  const matrix = await policyMatrix();
  await expect(`${introduction}${HEADING}\n${matrix}`).toMatchFileSnapshot(README);
});

interface Policy {
  table: string;
  act: keyof typeof ACTS;
  policy: string;
  visitors: boolean;
  columns: string | null;
}

const ACTS = { SELECT: "see", INSERT: "add", UPDATE: "change", DELETE: "remove", ALL: "all" };

async function policyMatrix(): Promise<string> {
  const policies = await pool<Policy[]>`
    select p.schemaname || '.' || p.tablename as table,
           p.cmd as act,
           p.policyname as policy,
           'anon' = any(p.roles) as visitors,
           (select string_agg(format('${pool.unsafe("`%s`")}', column_name), ', ' order by column_name)
              from information_schema.column_privileges c
             where c.table_schema = p.schemaname and c.table_name = p.tablename
               and c.grantee = 'authenticated' and c.privilege_type = p.cmd
               and p.cmd in ('INSERT', 'UPDATE') and p.schemaname = 'public') as columns
      from pg_policies p
     order by 1, array_position(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'ALL'], p.cmd), 3
  `;
  return asTable([
    ["Table", "Act", "Policy", "Also without an account", "Columns"],
    ...policies.map(({ table, act, policy, visitors, columns }) => [
      table,
      ACTS[act],
      policy,
      visitors ? "yes" : "",
      columns ?? "",
    ]),
  ]);
}

/** Aligned as the formatter aligns it. */
function asTable([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: string[], filler = " ") =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, filler)).join(" | ")} |\n`;
  return [
    line(head),
    line(
      head.map(() => ""),
      "-",
    ),
    ...rows.map((row) => line(row)),
  ].join("");
}
