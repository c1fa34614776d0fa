-- What admins read often is added up once: a year of answers is some thousand rows, whatever the number of calls.

-- All calls together, by hour and by day. Minutes are few and stay where they are.
create table private.answer_measures (
  span text not null check (span in ('hour', 'day')),
  begins_at timestamptz not null,
  over_ms double precision,
  up_to_ms double precision,
  requests bigint not null,
  failures bigint not null
);
create index answer_measures_begins_at on private.answer_measures (begins_at);
alter table private.answer_measures enable row level security;

insert into private.answer_measures
select span, begins_at, over_ms, up_to_ms, sum(requests), sum(failures)
  from private.request_measures where span <> 'minute' group by 1, 2, 3, 4;

-- As it was, with all calls together besides.
create or replace function private.fold_measures(zone text) returns void
language plpgsql set search_path = '' as $$
begin
  with ended as (
    delete from private.request_measures
     where span = 'minute' and begins_at < date_trunc('hour', now() - interval '3 hours')
    returning *
  ), together as (
    insert into private.answer_measures (span, begins_at, over_ms, up_to_ms, requests, failures)
    select 'hour', date_trunc('hour', begins_at), over_ms, up_to_ms, sum(requests), sum(failures)
      from ended group by 2, 3, 4)
  insert into private.request_measures (span, begins_at, route, over_ms, up_to_ms, requests, failures)
  select 'hour', date_trunc('hour', begins_at), route, over_ms, up_to_ms, sum(requests), sum(failures)
    from ended group by 2, 3, 4, 5;

  with ended as (
    delete from private.request_measures
     where span = 'hour' and begins_at < date_trunc('day', now() - interval '8 days', zone)
    returning *)
  insert into private.request_measures (span, begins_at, route, over_ms, up_to_ms, requests, failures)
  select 'day', date_trunc('day', begins_at, zone), route, over_ms, up_to_ms, sum(requests), sum(failures)
    from ended group by 2, 3, 4, 5;

  with ended as (
    delete from private.answer_measures
     where span = 'hour' and begins_at < date_trunc('day', now() - interval '8 days', zone)
    returning *)
  insert into private.answer_measures (span, begins_at, over_ms, up_to_ms, requests, failures)
  select 'day', date_trunc('day', begins_at, zone), over_ms, up_to_ms, sum(requests), sum(failures)
    from ended group by 2, 3, 4;

  with ended as (
    delete from private.visits where last_seen_at < now() - interval '1 hour' returning *)
  insert into private.visit_measures (begins_at, visits, seconds)
  select date_bin('1 hour', began_at, '2000-01-01 00:00Z'), count(*),
         sum(extract(epoch from last_seen_at - began_at))
    from ended group by 1;

  with ended as (
    delete from private.visit_measures
     where not folded and begins_at < now() - interval '2 hours' returning *)
  insert into private.visit_measures (begins_at, visits, seconds, folded)
  select begins_at, sum(visits), sum(seconds), true from ended group by 1;

  with ended as (
    delete from private.upload_measures
     where not folded and begins_at < now() - interval '20 minutes' returning *)
  insert into private.upload_measures
    (begins_at, whole, cut, lost, bytes, under_1_minute, under_5_minutes, under_15_minutes,
     under_30_minutes, under_60_minutes, longer, folded)
  select begins_at, sum(whole), sum(cut), sum(lost), sum(bytes), sum(under_1_minute),
         sum(under_5_minutes), sum(under_15_minutes), sum(under_30_minutes), sum(under_60_minutes),
         sum(longer), true
    from ended group by 1;

  delete from private.request_measures where begins_at < now() - interval '13 months';
  delete from private.answer_measures where begins_at < now() - interval '13 months';
  delete from private.visit_measures where begins_at < now() - interval '13 months';
end $$;

-- As it was, from what is added up already.
create or replace function app.measured_answers(period text, zone text)
returns table (date text, requests bigint, failures bigint, p50 double precision,
               p95 double precision, p99 double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := app.period_begins(period, zone);
begin
  perform app.assert_admin();
  return query
    -- What began together is added up first: few moments are left whose day is to be found.
    with moments as (
      select m.begins_at, over_ms, up_to_ms,
             sum(m.requests) as requests, sum(m.failures) as failures
        from (select a.begins_at, a.over_ms, a.up_to_ms, a.requests, a.failures
                from private.answer_measures a where a.begins_at >= since
              union all
              select r.begins_at, r.over_ms, r.up_to_ms, r.requests, r.failures
                from private.request_measures r where r.span = 'minute' and r.begins_at >= since) m
       group by 1, 2, 3
    ), days as (
      select date_trunc('day', m.begins_at, zone) as day, over_ms, up_to_ms,
             sum(m.requests) as requests, sum(m.failures) as failures
        from moments m group by grouping sets ((1, 2, 3), (2, 3))
    ), stretches as (
      -- The whole period stands under a day that never was, because nothing joins by null.
      select coalesce(d.day, '-infinity') as day, over_ms, up_to_ms, d.requests, d.failures from days d
    ), sums as (
      select s.day, sum(s.requests)::bigint as requests, sum(s.failures)::bigint as failures,
             sum(s.requests) filter (where up_to_ms is not null) as timed
        from stretches s group by s.day
    ), reached as (
      select s.*, sum(s.requests) over (partition by s.day order by up_to_ms) as upto
        from stretches s where up_to_ms is not null
    ), percentiles as (
      select distinct on (r.day, share) r.day, share,
             case when up_to_ms = 'Infinity' then over_ms
                  else over_ms + (up_to_ms - over_ms)
                       * (share * timed - (upto - r.requests))::float8 / r.requests::float8 end as ms
        from reached r join sums on sums.day = r.day
       cross join unnest(array[0.5, 0.95, 0.99]) as share
       where upto >= share * timed
       order by r.day, share, up_to_ms
    )
    select to_char(nullif(s.day, '-infinity') at time zone zone, 'YYYY-MM-DD'), s.requests, s.failures,
           max(ms) filter (where share = 0.5), max(ms) filter (where share = 0.95),
           max(ms) filter (where share = 0.99)
      from sums s left join percentiles p on p.day = s.day
     group by s.day, s.requests, s.failures
     order by s.day;
end $$;

-- As it was, without joining every account with what it holds: neither sum needs the other's row.
create or replace function app.admin_stats()
returns table (total_users bigint, total_videos bigint, total_storage_bytes bigint,
               active_subscriptions bigint, monthly_usd numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_admin();
  return query
    select held.people, held.recordings, held.bytes, paying.people, paying.usd
      from (select count(*) as people, coalesce(sum(u.recording_count), 0)::bigint as recordings,
                   coalesce(sum(u.used_bytes), 0)::bigint as bytes
              from public.storage_usage u) held,
           (select coalesce(sum(s.people) filter (where p.price_usd > 0), 0)::bigint as people,
                   coalesce(sum(s.cents), 0) / 100.0 as usd
              from (select plan_id, count(*) as people,
                           sum(monthly_cents) filter (where paid_until > now()) as cents
                      from public.subscriptions group by plan_id) s
              join public.plans p on p.id = s.plan_id) paying;
end $$;

-- What the largest have made takes how much: told by the index that counts them.
drop index public.recordings_newest;
create index recordings_newest on public.recordings (owner_id, created_at desc, id desc) include (size);

-- As it was, from the top for months, too.
create or replace function app.most_active_users(period text, zone text, most int)
returns table (username text, video_count bigint, bytes bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  since timestamptz := app.period_begins(period, zone);
  looked_at int := case when period <> '7days' then 25 end;
  last_listed bigint;
  next_holds bigint;
begin
  perform app.assert_admin();
  while looked_at is not null loop
    -- How many the last of the list has, counted among so many; and how many the next could have at most.
    select min(made) into last_listed from (
      select (select count(*) from public.recordings r
               where r.owner_id = u.user_id and r.created_at >= since) as made
        from (select user_id from public.storage_usage
               order by recording_count desc, user_id limit looked_at) u
       order by 1 desc limit most) listed;
    next_holds := (select recording_count from public.storage_usage
                    order by recording_count desc, user_id offset looked_at limit 1);
    exit when next_holds is null or last_listed > next_holds;
    -- Those who hold most have recorded little of it lately: then the whole period is counted after all.
    looked_at := case when looked_at < 1000 then looked_at * 4 end;
  end loop;
  return query
    with made as (
      select r.owner_id, count(*) as recordings, sum(r.size)::bigint as size
        from public.recordings r
       where r.created_at >= since and looked_at is null
       group by r.owner_id
      union all
      select h.user_id, mine.recordings, mine.size
        from (select user_id from public.storage_usage
               order by recording_count desc, user_id limit coalesce(looked_at, 0)) h
       cross join lateral (
              select count(*) as recordings, sum(r.size)::bigint as size from public.recordings r
               where r.owner_id = h.user_id and r.created_at >= since) mine
       where mine.recordings > 0
    ), top as (select * from made order by made.recordings desc, made.owner_id limit most)
    select u.username, top.recordings, top.size
      from top join public.users u on u.id = top.owner_id
     order by top.recordings desc, u.username;
end $$;

revoke execute on all functions in schema private from public;
