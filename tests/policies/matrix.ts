import postgres from "postgres";
import type { Sql } from "#api/platform/database.ts";
import type { Rehearsal } from "#tests/support/database.ts";
import type { Role, Stage } from "./cast.ts";

type Act = (sql: Sql, who: Role) => Promise<readonly unknown[]>;

const UNDO = Symbol("undo");

/**
 * Lets everybody try everything, each from the same start, and says for each act who got rows:
 * `{ "see it": ["owner", "viewer"], … }`. A role that is not named got nothing.
 */
export async function whoMay<Name extends string>(
  rehearsal: Rehearsal,
  { cast }: Stage,
  acts: Record<Name, Act>,
): Promise<Record<Name, Role[]>> {
  const allowed: Partial<Record<Name, Role[]>> = {};
  for (const name of namesOf(acts)) {
    const roles: Role[] = [];
    for (const role of namesOf(cast)) {
      if (await gets(rehearsal, { role, caller: cast[role] }, acts[name])) roles.push(role);
    }
    allowed[name] = roles;
  }
  return allowed as Record<Name, Role[]>; // every name was filled above
}

async function gets(
  rehearsal: Rehearsal,
  who: { role: Role; caller: Stage["cast"][Role] },
  act: Act,
) {
  let rows: readonly unknown[] = [];
  try {
    await rehearsal.as(who.caller)(async (sql) => {
      rows = await act(sql, who.role);
      throw UNDO;
    });
  } catch (error) {
    if (error === UNDO) return rows.length > 0;
    if (isRefusal(error)) return false;
    throw error;
  }
  return false;
}

/** A missing grant, a policy that forbids the new row, an ended session, a named rule. */
const isRefusal = (error: unknown) =>
  error instanceof postgres.PostgresError && /^(42501|KN\d{3})$/.test(error.code);

const namesOf = <Name extends string>(record: Record<Name, unknown>): Name[] =>
  Object.keys(record) as Name[]; // the keys of a record are its names
