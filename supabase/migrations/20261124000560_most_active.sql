-- Whoever recorded most in a long period is among those who hold most: they are counted from the top, until
-- nobody who follows could reach the last of the list. In a short one few recordings are to be counted at all.

create index storage_usage_fullest on public.storage_usage (recording_count desc, user_id);

create or replace function app.most_active_users(period text, zone text, most int)
returns table (username text, video_count bigint, bytes bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := app.period_begins(period, zone);
  people bigint := (select count(*) from public.storage_usage);
  looked_at int := case when period = '1year' then 25 end;
  last_listed bigint;
  next_holds bigint;
begin
  perform app.assert_admin();
  while looked_at < people loop
    -- How many the last of the list has, counted among so many; and how many the next could have at most.
    select min(made) into last_listed from (
      select (select count(*) from public.recordings r
               where r.owner_id = u.user_id and r.created_at >= since) as made
        from (select user_id from public.storage_usage
               order by recording_count desc, user_id limit looked_at) u
       order by 1 desc limit most) listed;
    next_holds := (select recording_count from public.storage_usage
                    order by recording_count desc, user_id offset looked_at limit 1);
    exit when last_listed > next_holds;
    -- Those who hold most have recorded little of it lately: then the whole period is counted after all.
    looked_at := case when looked_at < 1000 then looked_at * 4 end;
  end loop;
  if looked_at is null then
    return query
      select u.username, made.recordings, made.size from (
        select r.owner_id, count(*) as recordings, sum(r.size)::bigint as size
          from public.recordings r where r.created_at >= since
         group by r.owner_id order by recordings desc, r.owner_id limit most) made
        join public.users u on u.id = made.owner_id
       order by made.recordings desc, u.username;
    return;
  end if;
  return query
    select u.username, made.recordings,
           (select sum(r.size)::bigint from public.recordings r
             where r.owner_id = made.user_id and r.created_at >= since)
      from (select h.user_id, (select count(*) from public.recordings r
                                where r.owner_id = h.user_id and r.created_at >= since) as recordings
              from (select user_id from public.storage_usage
                     order by recording_count desc, user_id limit looked_at) h
             order by 2 desc, 1 limit most) made
      join public.users u on u.id = made.user_id
     where made.recordings > 0
     order by made.recordings desc, u.username;
end $$;
