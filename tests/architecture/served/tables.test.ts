import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";

const { pool: sql } = await testDatabase();

const ours = ["public", "private", "app"];

describe("every table", () => {
  it("is found at all", async () => {
    const tables = await sql`select 1 from pg_tables where schemaname in ${sql(ours)}`;
    expect(tables.length).toBeGreaterThan(3);
  });

  it("has row-level security", async () => {
    const open = await sql`
      select schemaname, tablename from pg_tables
      where schemaname in ${sql(ours)} and not rowsecurity`;
    expect([...open], "tables without row-level security").toEqual([]);
  });

  it("in public that a role may touch has a policy for that act", async () => {
    const unguarded = await sql`
      select distinct table_name, grantee, privilege_type
      from information_schema.column_privileges privilege
      where table_schema = 'public' and grantee in ('anon', 'authenticated')
        and privilege_type in ('SELECT', 'INSERT', 'UPDATE')
        and not exists (
          select from pg_policies policy
          where policy.tablename = privilege.table_name
            and policy.cmd in (privilege_type, 'ALL')
            and (policy.roles && array[grantee::name, 'public'])
        )`;
    expect([...unguarded]).toEqual([]);
  });
});

describe("the private schema", () => {
  it("has no table that a role of the API may touch", async () => {
    const touchable = await sql`
      select table_name, grantee, privilege_type from information_schema.role_table_grants
      where table_schema = 'private' and grantee in ('anon', 'authenticated', 'PUBLIC')`;
    expect([...touchable]).toEqual([]);
  });
});

describe("every policy", () => {
  it("is named by a sentence", async () => {
    const unnamed = await sql`
      select tablename, policyname from pg_policies
      where schemaname in ${sql(ours)} and policyname !~ '^[a-z].* .* '`;
    expect([...unnamed]).toEqual([]);
  });

  it("asks for auth.uid() once per query, not once per row", async () => {
    const perRow = await sql`
      select tablename, policyname from pg_policies
      where schemaname in ${sql(ours)}
        and regexp_replace(
          coalesce(qual, '') || coalesce(with_check, ''),
          'SELECT (auth\\.(uid|jwt|role)|realtime\\.topic)\\(\\)', '', 'g'
        ) ~ '(auth\\.(uid|jwt|role)|realtime\\.topic)\\(\\)'`;
    expect([...perRow]).toEqual([]);
  });
});

describe("every function", () => {
  it("may be called only by the roles that it was granted to", async () => {
    const open = await sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where pronamespace in ('private'::regnamespace, 'app'::regnamespace)
        and exists (
          select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0
        )`;
    expect([...open]).toEqual([]);
  });
});

describe("every function that runs with its owner's rights", () => {
  it("has an empty search path", async () => {
    const lookable = await sql`
      select oid::regprocedure::text as name from pg_proc
      where pronamespace in (select oid from pg_namespace where nspname in ${sql(ours)})
        and prosecdef and not coalesce('search_path=""' = any (proconfig), false)`;
    expect([...lookable]).toEqual([]);
  });
});

describe("every view", () => {
  it("shows what its reader may see, not what its owner may", async () => {
    const owners = await sql`
      select relname from pg_class
      where relkind = 'v' and relnamespace in (select oid from pg_namespace where nspname in ${sql(ours)})
        and not coalesce('security_invoker=on' = any (reloptions) or 'security_invoker=true' = any (reloptions), false)`;
    expect([...owners]).toEqual([]);
  });
});

describe("every foreign key", () => {
  it("has an index, or deleting what it points to scans the table", async () => {
    const unindexed = await sql`
      select conrelid::regclass::text as table, conname as key from pg_constraint
      where contype = 'f' and connamespace in (select oid from pg_namespace where nspname in ${sql(ours)})
        and not exists (
          select from pg_index
          where indrelid = conrelid and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
        )`;
    expect([...unindexed], "columns that refer to another table and have no index").toEqual([]);
  });
});
