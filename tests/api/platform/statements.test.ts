import { describe, expect, it } from "vitest";
import { splitStatements } from "#api/platform/statements.ts";

/** The statements that the Supabase CLI 3.1.0 recorded for each text, or would by its rules. */
const recorded: [text: string, statements: string[]][] = [
  [
    "-- a comment; with a semicolon\ncreate table a (note text default 'it''s; fine'); -- trailing; comment\n/* block; /* nested; */ still; */\nselect 1;",
    [
      "-- a comment; with a semicolon\ncreate table a (note text default 'it''s; fine')",
      "-- trailing; comment\n/* block; /* nested; */ still; */\nselect 1",
    ],
  ],
  [
    "create function f() returns text language plpgsql as $body$\nbegin\n  -- inner; \n  return 'x;y' || $q$ ; $q$;\nend\n$body$;\nselect 1",
    [
      "create function f() returns text language plpgsql as $body$\nbegin\n  -- inner; \n  return 'x;y' || $q$ ; $q$;\nend\n$body$",
      "select 1",
    ],
  ],
  [
    "create function g() returns int language sql begin atomic select 1; select 2; end;\nselect 1;",
    [
      "create function g() returns int language sql begin atomic select 1; select 2; end",
      "select 1",
    ],
  ],
  [
    `create table "we;ird" (x text default E'a\\';b')\n;\n;\ninsert into t values (1)`,
    [`create table "we;ird" (x text default E'a\\';b')`, "insert into t values (1)"],
  ],
  [
    "CREATE FUNCTION h() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END;\nselect case when true then 1 end;\nselect 2",
    [
      "CREATE FUNCTION h() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END",
      "select case when true then 1 end",
      "select 2",
    ],
  ],
  [
    'create table "a; ""b; c" ();\ndo $_1$ select 1; $_$ ; $_$ $_1$;\nselect a$b$ from t; select 1',
    [
      'create table "a; ""b; c" ()',
      "do $_1$ select 1; $_$ ; $_$ $_1$",
      "select a$b$ from t",
      "select 1",
    ],
  ],
  ["do $$ begin perform 1; end $$;\n-- the end", ["do $$ begin perform 1; end $$", "-- the end"]],
  ["", []],
];

describe("the statements of a migration", () => {
  it.each(recorded)("are split as the Supabase CLI splits them: %j", (text, statements) => {
    expect(splitStatements(text)).toEqual(statements);
  });
});
