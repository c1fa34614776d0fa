import type { Sql } from "#api/platform/database.ts";

/** The detail of a refusal by the database; `undefined` when the act is not refused. */
export const refusal = (
  sql: Sql,
  act: (sql: Sql) => Promise<unknown>,
): Promise<string | undefined> =>
  sql
    .savepoint((inner) => act(inner))
    .then(
      () => undefined,
      ({ detail }) => detail,
    );
