import type postgres from "postgres";

export interface WorldSize {
  people: number;
  recordings: number;
}

export const LARGE: WorldSize = { people: 100_000, recordings: 1_000_000 };
export const SEARCHED: WorldSize = { people: 10_000, recordings: 100_000 };

/**
 * People who have recorded for more than a year, in minutes: whole tables at a time, by a superuser and without
 * triggers, because nobody is to be told. What triggers would have counted is counted at the end.
 */
export async function fillLargeWorld(superuser: postgres.Sql, size: WorldSize): Promise<void> {
  await superuser.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`set local synchronous_commit = off`;
    await sql`select setseed(0.42)`;
    await people(sql, size.people);
    await recordings(sql, size);
    await discussion(sql, size);
    await usage(sql);
    await measures(sql);
    await answers(sql);
    await visits(sql, size.people);
    await auditLog(sql, size.people);
  });
  await superuser`vacuum analyze`;
}

/** An id that says which it is, so that nothing must be looked up to refer to it. */
const id = (sql: postgres.TransactionSql, kind: number, n: postgres.Fragment) =>
  sql`(${`0000000${kind}-0000-4000-8000-`} || lpad(to_hex(${n}), 12, '0'))::uuid`;

async function people(sql: postgres.TransactionSql, count: number): Promise<void> {
  await sql`
    insert into public.users
      (id, username, email, role, oauth_provider, suspended, password_set, created_at, last_active_at)
    select ${id(sql, 1, sql`n`)}, (array['Ada','Grace','Alan','Linus','Margaret','Katherine','Radia','Tim'])[1 + n % 8]
             || ' ' || n, 'person-' || n || '@example.com',
           case when n % 5000 = 0 then 'admin' else 'user' end,
           case when n % 4 = 0 then 'google' end, n % 400 = 0, n % 4 <> 0,
           now() - random() * interval '700 days',
           case when n % 200 = 0 then now() - random() * interval '14 minutes'
                when n % 3 > 0 then now() - random() * interval '90 days' end
      from generate_series(1, ${count}::int) n
  `;
  await sql`
    insert into private.credentials (user_id, email_verified)
    select id, oauth_provider is not null from public.users u
     where not exists (select from private.credentials c where c.user_id = u.id)
  `;
  await sql`
    insert into public.preferences (user_id)
    select id from public.users u
     where not exists (select from public.preferences p where p.user_id = u.id)
  `;
  await sql`
    insert into public.subscriptions (user_id, plan_id, monthly_cents, paid_until)
    select u.id, p.id, (p.price_usd * 100)::int,
           case when p.price_usd > 0 then now() + random() * interval '30 days' end
      from public.users u
      join public.plans p on p.position = (
        select position from public.plans order by position
         offset case when ascii(right(u.id::text, 1)) % 10 > 6 then 1 + ascii(right(u.id::text, 2)) % 3 else 0 end
         limit 1)
     where not exists (select from public.subscriptions s where s.user_id = u.id)
  `;
}

/** A few people record much, most a little; more in working hours, and more lately. */
async function recordings(sql: postgres.TransactionSql, size: WorldSize): Promise<void> {
  await sql`
    insert into public.recordings
      (id, owner_id, filename, original_filename, size, duration, status, storage_type, store, storage_key, created_at)
    select ${id(sql, 2, sql`n`)},
           ${id(sql, 1, sql`1 + floor(power(random(), 2.5) * ${size.people})::int`)},
           (array['Weekly demo','Bug report','Onboarding','Design review','Standup'])[1 + n % 5] || ' ' || n,
           'recording-' || n || '.webm', 1000000 + floor(power(random(), 3) * 4e8)::bigint,
           power(random(), 3) * 5400, case when n % 200 = 0 then 'failed' else 'ready' end,
           case when n % 7 = 0 then 'google_drive' else 'local' end,
           case when n % 7 > 0 then 'disk' end, case when n % 7 > 0 then 'large-' || n end,
           date_trunc('day', now() - power(random(), 1.3) * interval '400 days')
             + (8 + (random() + random()) * 5) * interval '1 hour' - interval '1 day'
      from generate_series(1, ${size.recordings}::int) n
  `;
}

/** Every tenth has a link, every fifth a comment. */
async function discussion(sql: postgres.TransactionSql, size: WorldSize): Promise<void> {
  await sql`
    insert into public.shares (recording_id, owner_id, created_at)
    select id, owner_id, created_at from public.recordings where ascii(right(id::text, 1)) % 10 = 0
  `;
  await sql`
    insert into public.comments (recording_id, author_id, content, created_at)
    select r.id, ${id(sql, 1, sql`1 + floor(random() * ${size.people})::int`)}, 'Looks good', r.created_at
      from public.recordings r where ascii(right(r.id::text, 1)) % 5 = 1
  `;
}

const usage = (sql: postgres.TransactionSql) => sql`
  insert into public.storage_usage (user_id, used_bytes, drive_bytes, recording_count)
  select u.id, coalesce(sum(r.size) filter (where r.storage_type <> 'google_drive'), 0),
         coalesce(sum(r.size) filter (where r.storage_type = 'google_drive'), 0), count(r.id)
    from public.users u left join public.recordings r on r.owner_id = u.id
   group by u.id
  on conflict (user_id) do update set used_bytes = excluded.used_bytes,
    drive_bytes = excluded.drive_bytes, recording_count = excluded.recording_count
`;

/** A year of days with answers in eight stretches of time. */
const answers = (sql: postgres.TransactionSql) => sql`
  insert into private.answer_measures (begins_at, over_ms, up_to_ms, requests, failures)
  select d, s.over_ms, s.up_to_ms, 1 + floor(random() * s.often), floor(random() * 1.02)
    from generate_series(date_trunc('day', now()) - interval '390 days', now(), interval '1 day') d
   cross join (values (0, 1, 10), (1, 2, 300), (2, 3, 500), (3, 5, 800), (5, 7.5, 300), (7.5, 10, 90),
                      (10, 15, 20), (15, 20, 5)) s (over_ms, up_to_ms, often)
`;

/** The measures of uploads, which triggers would have made. */
async function measures(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    insert into private.upload_measures
      (begins_at, whole, cut, bytes, under_1_minute, under_5_minutes, under_15_minutes,
       under_30_minutes, under_60_minutes, longer, folded)
    select date_bin('15 minutes', created_at, '2000-01-01 00:00Z'),
           count(*) filter (where has_arrived and not interrupted),
           count(*) filter (where has_arrived and interrupted),
           coalesce(sum(size) filter (where has_arrived), 0),
           count(*) filter (where duration < 60),
           count(*) filter (where duration >= 60 and duration < 300),
           count(*) filter (where duration >= 300 and duration < 900),
           count(*) filter (where duration >= 900 and duration < 1800),
           count(*) filter (where duration >= 1800 and duration < 3600),
           count(*) filter (where duration >= 3600),
           true
      from (select *, private.has_arrived(status) as has_arrived from public.recordings) r
     group by 1
  `;
}

async function visits(sql: postgres.TransactionSql, people: number): Promise<void> {
  await sql`
    insert into private.visit_measures (begins_at, visits, seconds, folded)
    select h, 1 + floor(random() * ${people / 50}), random() * ${people / 50} * 1500, true
      from generate_series(date_trunc('hour', now()) - interval '390 days', now(), interval '1 hour') h
  `;
  await sql`
    insert into private.visits (user_id, began_at, last_seen_at)
    select id, last_active_at - random() * interval '1 hour', last_active_at from public.users
     where last_active_at > now() - interval '1 hour'
    on conflict do nothing
  `;
}

const auditLog = (sql: postgres.TransactionSql, people: number) => sql`
  insert into public.audit_log (created_at, kind, act, target_id, target, address)
  select now() - (${people}::int - n) * interval '5 minutes',
         case when n % 20 = 0 then 'admin' else 'security' end,
         case when n % 20 = 0 then 'user_suspended' else 'sign_in_failed' end,
         ${id(sql, 1, sql`1 + n % ${people}::int`)}, 'person-' || (1 + n % ${people}::int) || '@example.com',
         '203.0.113.' || n % 250
    from generate_series(1, ${people}::int) n
`;
