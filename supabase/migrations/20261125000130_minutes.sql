-- All calls together by the minute, too: whoever adds a call's row adds to theirs, in the same statement.

alter table private.answer_measures drop constraint answer_measures_span_check,
  add constraint answer_measures_span_check check (span in ('minute', 'hour', 'day'));

insert into private.answer_measures
select span, begins_at, over_ms, up_to_ms, sum(requests), sum(failures)
  from private.request_measures where span = 'minute' group by 1, 2, 3, 4;

create function private.measure_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.answer_measures
  select span, begins_at, over_ms, up_to_ms, sum(requests), sum(failures)
    from added where span = 'minute' group by 1, 2, 3, 4;
  return null;
end $$;
create trigger measure_answers after insert on private.request_measures
  referencing new table as added for each statement execute function private.measure_answers();

-- As it was; both tables are folded alike.
create or replace function private.fold_measures(zone text) returns void
language plpgsql set search_path = '' as $$
begin
  with ended as (
    delete from private.request_measures
     where span = 'minute' and begins_at < date_trunc('hour', now() - interval '3 hours')
    returning *)
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
     where span = 'minute' and begins_at < date_trunc('hour', now() - interval '3 hours')
    returning *)
  insert into private.answer_measures (span, begins_at, over_ms, up_to_ms, requests, failures)
  select 'hour', date_trunc('hour', begins_at), over_ms, up_to_ms, sum(requests), sum(failures)
    from ended group by 2, 3, 4;

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

-- As it was, from these alone.
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
        from private.answer_measures m where m.begins_at >= since
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

revoke execute on all functions in schema private from public;
