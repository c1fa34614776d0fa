import { expect } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import type { Rehearsal } from "#tests/support/database.ts";
import { persona } from "#tests/support/personas.ts";
import { type Stage, stage } from "./cast.ts";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;

type Age = "sooner" | "then" | "later";
type Asked = (sql: Sql, ago: string, set: Stage) => Promise<readonly unknown[]>;

const UNDO = Symbol("undo");

/** When there are rows: a moment before something is so old, right then, or a moment later. */
async function asked(rehearsal: Rehearsal, set: Stage, age: number, ask: Asked): Promise<Age[]> {
  const found: Age[] = [];
  for (const [when, more] of [
    ["sooner", -1],
    ["then", 0],
    ["later", 1],
  ] as const)
    await rehearsal
      .asService((sql) =>
        sql.savepoint(async (inner) => {
          const rows = await ask(inner, `${age + more} milliseconds`, set);
          if (rows.length > 0) found.push(when);
          throw UNDO; // each finds everything as it was
        }),
      )
      .catch((error: unknown) => {
        if (error !== UNDO) throw error;
      });
  return found;
}

export const before: Age[] = ["sooner"];
export const upTo: Age[] = ["sooner", "then"];
export const from: Age[] = ["then", "later"];
export const after: Age[] = ["later"];

/** A rule in words, the age that it is about, and when it is so. */
export type Rule = [words: string, age: number, so: Age[], ask: Asked];

/** `now()` stands still within a rehearsal: what is so is so to the moment. */
export async function expectToHold(rehearsal: Rehearsal, rules: Rule[]): Promise<void> {
  await rehearsal.asService((sql) => sql`set local time zone 'UTC'`); // no day here has 23 hours
  await persona(rehearsal, "First");
  const set = await stage(rehearsal);
  const found: Record<string, Age[]> = {};
  for (const [words, age, , ask] of rules) found[words] = await asked(rehearsal, set, age, ask);
  expect(found).toEqual(Object.fromEntries(rules.map(([words, , so]) => [words, so])));
}
