-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION app.period_begins(period text, zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (date_trunc('day', now() at time zone zone)
          - make_interval(days => case period when '7days' then 6 when '30days' then 29
                                              when '90days' then 89 else 364 end)) at time zone zone
$function$;
grant execute on function app.period_begins(text,text) to authenticated;

CREATE OR REPLACE FUNCTION app.measured_answers(period text, zone text)
 RETURNS TABLE(date text, requests bigint, failures bigint, p50 double precision, p95 double precision, p99 double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.measured_answers(text,text) to authenticated;

CREATE OR REPLACE FUNCTION app.measured_uploads(period text, zone text)
 RETURNS TABLE(date text, whole bigint, cut bigint, lost bigint, stored_bytes bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.measured_uploads(text,text) to authenticated;

CREATE OR REPLACE FUNCTION app.measured_habits(period text, zone text, viewers_zone text)
 RETURNS TABLE(hours jsonb, durations jsonb, uploads_this_month bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since timestamptz := app.period_begins(period, zone);
begin
  perform app.assert_admin();
  return query
    select (select coalesce(jsonb_agg(h order by h.hour), '[]') from (
              select extract(hour from m.begins_at at time zone viewers_zone)::int as hour,
                     sum(m.whole + m.cut) as count
                from private.upload_measures m
               where m.begins_at >= since group by 1 having sum(m.whole + m.cut) > 0) h),
           (select jsonb_build_array(
                     coalesce(sum(under_1_minute), 0), coalesce(sum(under_5_minutes), 0),
                     coalesce(sum(under_15_minutes), 0), coalesce(sum(under_30_minutes), 0),
                     coalesce(sum(under_60_minutes), 0), coalesce(sum(longer), 0))
              from private.upload_measures m where m.begins_at >= since),
           (select coalesce(sum(m.whole + m.cut), 0)::bigint from private.upload_measures m
             where m.begins_at >= date_trunc('month', now(), zone));
exception when invalid_parameter_value then
  raise exception 'timezone: this time zone is not known here'
    using errcode = 'KN400', detail = 'invalid_query';
end $function$;
grant execute on function app.measured_habits(text,text,text) to authenticated;

CREATE OR REPLACE FUNCTION app.measured_people(period text, zone text)
 RETURNS TABLE(session_minutes double precision, videos_per_user double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since timestamptz := app.period_begins(period, zone);
begin
  perform app.assert_admin();
  return query
    select (select sum(seconds) / nullif(sum(visits), 0) / 60 from (
              select visits, seconds from private.visit_measures where begins_at >= since
              union all
              select 1, extract(epoch from last_seen_at - began_at)
                from private.visits where began_at >= since) v),
           (select sum(recording_count - trash_count)::float8 / count(*) from public.storage_usage);
end $function$;
grant execute on function app.measured_people(text,text) to authenticated;

CREATE OR REPLACE FUNCTION app.most_active_users(period text, zone text, most integer)
 RETURNS TABLE(username text, video_count bigint, bytes bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
               where r.owner_id = u.user_id and r.created_at >= since and r.deleted_at is null) as made
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
       where r.created_at >= since and r.deleted_at is null and looked_at is null
       group by r.owner_id
      union all
      select h.user_id, mine.recordings, mine.size
        from (select user_id from public.storage_usage
               order by recording_count desc, user_id limit coalesce(looked_at, 0)) h
       cross join lateral (
              select count(*) as recordings, sum(r.size)::bigint as size from public.recordings r
               where r.owner_id = h.user_id and r.created_at >= since and r.deleted_at is null) mine
       where mine.recordings > 0
    ), top as (select * from made order by made.recordings desc, made.owner_id limit most)
    select u.username, top.recordings, top.size
      from top join public.users u on u.id = top.owner_id
     order by top.recordings desc, u.username;
end $function$;
grant execute on function app.most_active_users(text,text,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.measured_transcriptions(period text, zone text)
 RETURNS TABLE(ready bigint, failed bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since timestamptz := app.period_begins(period, zone);
begin
  perform app.assert_admin();
  return query
    select count(*) filter (where s.status = 'ready'), count(*) filter (where s.status = 'failed')
      from public.subtitles s
     where s.is_auto_generated and s.status in ('ready', 'failed')
       and s.created_at >= since and coalesce(s.error, '') not like 'Nobody speaks %';
end $function$;
grant execute on function app.measured_transcriptions(text,text) to authenticated;
