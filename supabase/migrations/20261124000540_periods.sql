-- As they were, but the beginning of a period is worked out once: the planner would ask for it at every row.

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
        from private.request_measures m
       where m.begins_at >= since group by 1, 2, 3
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

create or replace function app.measured_uploads(period text, zone text)
returns table (date text, whole bigint, cut bigint, lost bigint, stored_bytes bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := app.period_begins(period, zone);
begin
  perform app.assert_admin();
  return query
    with days as (
      select date_trunc('day', m.begins_at at time zone zone) as day, sum(m.whole) as whole,
             sum(m.cut) as cut, sum(m.lost) as lost, sum(m.bytes) as bytes
        from private.upload_measures m group by 1
    ), calendar as (
      select generate_series((select min(day) from days), date_trunc('day', now() at time zone zone),
                             interval '1 day') as day
    ), sums as (
      select c.day, coalesce(d.whole, 0)::bigint as whole, coalesce(d.cut, 0)::bigint as cut,
             coalesce(d.lost, 0)::bigint as lost,
             (sum(coalesce(d.bytes, 0)) over (order by c.day))::bigint as bytes
        from calendar c left join days d using (day)
    )
    select to_char(s.day, 'YYYY-MM-DD'), s.whole, s.cut, s.lost, s.bytes from sums s
     where s.day >= since at time zone zone
     order by s.day;
end $$;

create or replace function app.most_active_users(period text, zone text, most int)
returns table (username text, video_count bigint, bytes bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := app.period_begins(period, zone);
begin
  perform app.assert_admin();
  return query
    select u.username, made.recordings, made.size from (
      select owner_id, count(*) as recordings, sum(r.size)::bigint as size from public.recordings r
       where r.created_at >= since
       group by owner_id order by recordings desc, owner_id limit most) made
      join public.users u on u.id = made.owner_id
     order by made.recordings desc, u.username;
end $$;

create or replace function app.measured_transcriptions(period text, zone text)
returns table (ready bigint, failed bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := app.period_begins(period, zone);
begin
  perform app.assert_admin();
  return query
    select count(*) filter (where s.status = 'ready'), count(*) filter (where s.status = 'failed')
      from public.subtitles s
     where s.is_auto_generated and s.status in ('ready', 'failed')
       and s.created_at >= since;
end $$;
