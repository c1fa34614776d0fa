-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.follow_watched(recording uuid, stretches jsonb, shares jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with stretch as materialized (
    select (row_number() over (order by s.of))::int as place, s.*
      from jsonb_to_recordset(stretches) as s (of numeric, "to" numeric, seconds numeric)
  ), begin as materialized (
    select coalesce(array_agg(of::float8 order by place), '{}') as of from stretch
  )
  update private.viewers v set seen = coalesce((
      select range_agg(numrange(
               greatest(lower(p), s.of) - s.of + s.to, least(upper(p), s.of + s.seconds) - s.of + s.to))
        from begin b cross join unnest(v.seen) p
        cross join lateral generate_series(
          width_bucket(lower(p)::float8, b.of), width_bucket(upper(p)::float8, b.of)) reached
        join stretch s on s.place = reached
       where lower(p) < s.of + s.seconds and upper(p) > s.of), '{}')
   where v.recording_id = recording;
  update private.play_days d set curve = array(
      select coalesce(sum(d.curve[s.of + 1] * s.share), 0)
        from generate_series(0, 99) i
        left join jsonb_to_recordset(shares) as s (of int, "to" int, share double precision) on s.to = i
       group by i order by i)
   where d.recording_id = recording;
$function$;
