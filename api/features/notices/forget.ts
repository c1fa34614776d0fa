import type { Db } from "#api/platform/database.ts";

/** A notice older than a season is no news, and emails, addresses and viewers are kept no longer than they are needed. */
export const forget = (service: Db) =>
  service((sql) =>
    Promise.all([
      sql`delete from public.notices where created_at < now() - interval '90 days'`,
      sql`delete from private.share_views where viewed_at < now() - interval '30 minutes'`,
      sql`delete from public.invitations where asked_for and expires_at < now()`,
      sql`
        delete from private.guests g
         where came_at < now() - interval '30 days'
           and not exists (select from public.comments c where c.guest_id = g.id)
           and not exists (select from public.reactions r where r.guest_id = g.id)
      `,
      sql`delete from public.sessions s where private.is_over(s)`, // no token opens them any more
      sql`delete from private.watchers where came_at < now() - interval '1 day'`,
      // A bucket is full again within a day, and then as good as none. One that is in use just now is left.
      sql`
        delete from private.buckets where name in (
          select name from private.buckets where refilled_at < now() - interval '1 day' for update skip locked)
      `,
    ]),
  );
