import type { Db } from "#api/platform/database.ts";
import type { Plan } from "#contract/subscriptions.ts";

export const readPlans = (db: Db) =>
  db(
    (sql) => sql<Plan[]>`
      select id, name, price_usd::float8, storage_gb, features from public.plans order by position
    `,
  );
