-- The record of what people have watched follows the film, as comments and chapters do. `stretches` are the parts that
-- both films show, in seconds of each; `shares` say how much of each hundredth of the former film lies in which of the
-- present one.
create function private.follow_watched(recording uuid, stretches jsonb, shares jsonb) returns void
language sql set search_path = '' as $$
  update private.viewers v set seen = coalesce((
      select range_agg(numrange(
               greatest(lower(p), s.of) - s.of + s.to, least(upper(p), s.of + s.seconds) - s.of + s.to))
        from unnest(v.seen) p, jsonb_to_recordset(stretches) as s (of numeric, "to" numeric, seconds numeric)
       where lower(p) < s.of + s.seconds and upper(p) > s.of), '{}')
   where v.recording_id = recording;
  update private.play_days d set curve = array(
      select coalesce(sum(d.curve[s.of + 1] * s.share), 0)
        from generate_series(0, 99) i
        left join jsonb_to_recordset(shares) as s (of int, "to" int, share double precision) on s.to = i
       group by i order by i)
   where d.recording_id = recording;
$$;
revoke execute on function private.follow_watched(uuid, jsonb, jsonb) from public;
