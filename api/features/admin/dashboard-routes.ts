import { one } from "#api/http/errors.ts";
import { type Counted, offsetOf, type Page, pageOf } from "#api/http/page.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import {
  type ActiveUser,
  type Activity,
  type AdminStats,
  getAdminStatsCall,
  listActiveUsersCall,
  listRecentActivityCall,
} from "#contract/admin-dashboard.ts";
import { BYTES_PER_GB } from "#contract/subscriptions.ts";

export function serveDashboard({ serve }: Parts): void {
  serve(getAdminStatsCall, ({ db }) => readStats(db));
  serve(listRecentActivityCall, async ({ db }) => ({ activities: await readActivity(db) }));
  serve(listActiveUsersCall, ({ db, query }) => readActiveUsers(db, query));
}

async function readStats(db: Db) {
  const stats = await db<AdminStats[]>`
    select *, total_storage_bytes / ${BYTES_PER_GB}::float8 as total_storage_gb,
           monthly_usd::float8 as total_revenue_usd
      from app.admin_stats()
  `;
  return one(stats);
}

const LATEST = 20;

const readActivity = (db: Db): Promise<Activity[]> =>
  db<Activity[]>`
    (select 'users' as icon, username || ' created an account' as title, created_at as timestamp
       from public.users order by created_at desc limit ${LATEST})
    union all
    (select 'video', u.username || case when r.imported then ' imported “' else ' recorded “' end
              || r.filename || '”', r.created_at
       from public.recordings r join public.users u on u.id = r.owner_id
      order by r.created_at desc limit ${LATEST})
    union all
    (select 'database', title, created_at
       from public.payment_notes order by created_at desc limit ${LATEST})
    order by timestamp desc limit ${LATEST}
  `;

async function readActiveUsers(db: Db, query: Page) {
  const [users, counted] = await db((sql) => {
    const active = sql`
      from public.users where last_active_at > now() - interval '15 minutes' and not suspended`;
    return Promise.all([
      sql<ActiveUser[]>`
        select id, username, email, profile_picture, last_active_at,
               case when last_active_at > now() - interval '5 minutes' then 'online'
                    when last_active_at > now() - interval '10 minutes' then 'away'
                    else 'idle' end as status
          ${active}
         order by last_active_at desc, id limit ${query.per_page} offset ${offsetOf(query)}
      `,
      sql<Counted[]>`select count(*) as total ${active}`,
    ]);
  });
  return { users, ...pageOf(query, counted) };
}
