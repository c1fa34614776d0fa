import type { Db } from "#api/platform/database.ts";

/** What is a season old is no news, and who watched a link is kept no longer than counting needs it. */
export const forget = (service: Db) =>
  service((sql) =>
    Promise.all([
      sql`delete from public.notices where created_at < now() - interval '90 days'`,
      sql`delete from private.share_views where viewed_at < now() - interval '30 minutes'`,
    ]),
  );
