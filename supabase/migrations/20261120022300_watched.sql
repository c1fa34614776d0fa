-- The people who watched a recording through its links, and how far. Nothing here grows with the seconds: a play is one row as long
-- as its page is open, a viewer is one row per link, and the sums are one row per link and day. No address is kept.

-- Links are named without a reference: what was watched through one stays when it is revoked.
create table private.plays (
  view_id uuid primary key,
  recording_id uuid not null references public.recordings on delete cascade,
  share_id uuid not null,
  viewer bytea not null,
  n int not null default 0,
  seconds numeric not null default 0,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index plays_of_viewer on private.plays (recording_id, viewer, last_at desc);
create index plays_last_at on private.plays (last_at);
alter table private.plays enable row level security;

create table private.viewers (
  recording_id uuid not null references public.recordings on delete cascade,
  share_id uuid not null,
  viewer bytea not null,
  -- Null for guests, and for people who do not want to be named.
  user_id uuid references public.users on delete set null,
  -- Once somebody's browser has asked for privacy, they stay unnamed.
  unnamed boolean not null,
  seen nummultirange not null,
  last_at timestamptz not null default now(),
  primary key (recording_id, viewer, share_id)
);
create index viewers_user on private.viewers (user_id) where user_id is not null;
create index viewers_last_at on private.viewers (last_at);
alter table private.viewers enable row level security;

create table private.play_days (
  recording_id uuid not null references public.recordings on delete cascade,
  day date not null,
  share_id uuid not null,
  plays int not null,
  seconds numeric not null,
  -- Seconds that were played in each hundredth of the film.
  curve double precision[] not null,
  -- How many of the plays began on a page of another site.
  sites jsonb not null default '{}',
  primary key (recording_id, day, share_id)
);
create index play_days_day on private.play_days (day);
alter table private.play_days enable row level security;

-- The caller's key for one recording. Whose it is cannot be read from it; guests bring a key of their own.
create function private.viewer_key(recording uuid, guest uuid) returns bytea
language sql stable security definer set search_path = '' as $$
  select sha256(convert_to(concat_ws(' ', s.view_salt, recording,
           coalesce('account ' || auth.uid(), 'guest ' || guest)), 'UTF8'))
    from private.settings s
$$;

create function private.length_of(parts nummultirange) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce(sum(upper(p) - lower(p)), 0) from unnest(parts) p
$$;

-- Some hundred parts at most: somebody who jumps about much is noted by steps of a five-hundredth of the film.
create function private.bounded(parts nummultirange, film numeric) returns nummultirange
language sql immutable set search_path = '' as $$
  select case when (select count(*) from unnest(parts)) <= 500 then parts else (
    select range_agg(numrange(floor(lower(p) * 500 / film) * film / 500, ceil(upper(p) * 500 / film) * film / 500))
      from unnest(parts) p) end
$$;

create function private.curve_of(starts numeric[], ends numeric[], film numeric) returns double precision[]
language sql immutable set search_path = '' as $$
  select array_agg((
    select coalesce(sum(greatest(0, least(e, (i + 1) * film / 100) - greatest(s, i * film / 100))), 0)
      from unnest(starts, ends) as part (s, e))::double precision order by i)
    from generate_series(0, 99) i
$$;

create function private.with_site(sites jsonb, site text) returns jsonb
language sql immutable set search_path = '' as $$
  select case when site is null or not (sites ? site) and (select count(*) from jsonb_object_keys(sites)) >= 100
    then sites else sites || jsonb_build_object(site, coalesce((sites ->> site)::int, 0) + 1) end
$$;

-- Counts what a player says it has played since the last time, or nothing of it. False where the caller sees no such
-- recording. A play belongs to whom its first part came from: the key of the row, and the lock on it, keep two
-- processes from counting the same part twice.
create function app.count_watched(
  recording uuid, view_id uuid, n int, starts numeric[], ends numeric[], guest uuid, site text, unnamed boolean
) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  via uuid;
  film numeric;
  who bytea := private.viewer_key(count_watched.recording, coalesce(guest, count_watched.view_id));
  named uuid;
  added numeric;
  plausible boolean;
  play private.plays;
  today date := (now() at time zone 'UTC')::date;
begin
  if not app.can_view_recording(count_watched.recording) then return false; end if;
  select s.share_id, round(r.duration::numeric, 3) into via, film
    from app.opened_share() s join public.recordings r on r.id in (select app.shared_recordings())
   where r.id = count_watched.recording and r.owner_id is distinct from auth.uid() and r.duration > 0;
  starts := array(select round(s, 3) from unnest(starts) with ordinality t (s, i) order by i);
  ends := array(select round(e, 3) from unnest(ends) with ordinality t (e, i) order by i);
  select sum(e - s), bool_and(s >= 0 and e >= s and e <= film) into added, plausible
    from unnest(starts, ends) as part (s, e);
  if via is null or not plausible or added > 60 or coalesce(added, 0) = 0 then return true; end if;

  insert into private.plays (view_id, recording_id, share_id, viewer)
  values (count_watched.view_id, count_watched.recording, via, who) on conflict do nothing;
  select * into play from private.plays p
   where p.view_id = count_watched.view_id and p.recording_id = count_watched.recording
     and p.share_id = via and p.viewer = who for update;
  if play.view_id is null or count_watched.n <= play.n
     or play.seconds + added > 60 + 2 * extract(epoch from now() - play.first_at) then
    return true;
  end if;
  update private.plays p set n = count_watched.n, seconds = p.seconds + added, last_at = now()
   where p.view_id = play.view_id;

  select u.id into named from public.users u left join public.preferences p on p.user_id = u.id
   where u.id = auth.uid() and coalesce(p.named_as_viewer, true) and not count_watched.unnamed;
  insert into private.viewers as v (recording_id, share_id, viewer, user_id, unnamed, seen)
  select count_watched.recording, via, who, named, count_watched.unnamed,
         private.bounded(range_agg(numrange(s, e)), film)
    from unnest(starts, ends) as part (s, e)
  on conflict on constraint viewers_pkey do update set
    seen = private.bounded(v.seen + excluded.seen, film), last_at = now(),
    unnamed = v.unnamed or excluded.unnamed,
    user_id = case when not v.unnamed then excluded.user_id end;

  insert into private.play_days as d (recording_id, day, share_id, plays, seconds, curve, sites)
  values (count_watched.recording, today, via, (play.n = 0)::int, added, private.curve_of(starts, ends, film),
          private.with_site('{}', case when play.n = 0 then count_watched.site end))
  on conflict on constraint play_days_pkey do update set
    plays = d.plays + excluded.plays, seconds = d.seconds + excluded.seconds,
    curve = array(select a + b from unnest(d.curve, excluded.curve) with ordinality t (a, b, i) order by i),
    sites = private.with_site(d.sites, case when play.n = 0 then count_watched.site end);

  if play.n = 0 then
    update public.recordings r set play_count = r.play_count + 1 where r.id = count_watched.recording;
    -- Somebody who opens the page again and again leaves no more rows than this.
    delete from private.plays p where p.view_id in (
      select o.view_id from private.plays o where o.recording_id = count_watched.recording and o.viewer = who
       order by o.last_at desc offset 50 for update skip locked);
  end if;
  return true;
end $$;

-- All that the owner is shown, of one link or of all; null for everybody else.
create function app.viewers(recording uuid, share uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  film numeric;
  answer jsonb;
begin
  select coalesce(nullif(r.duration, 0), 1) into film from public.recordings r
   where r.id = viewers.recording and r.owner_id = auth.uid() and r.deleted_at is null;
  if film is null or share is not null and not exists (
    select from public.shares s where s.id = share and s.owner_id = auth.uid())
  then return null; end if;
  with days as materialized (
    select d.*, s.id as live, s.label from private.play_days d left join public.shares s on s.id = d.share_id
     where d.recording_id = viewers.recording and (share is null or d.share_id = share)
  ), rows as materialized (
    select v.*, s.id as live from private.viewers v left join public.shares s on s.id = v.share_id
     where v.recording_id = viewers.recording and (share is null or v.share_id = share)
  ), watched as materialized (
    select (array_agg(v.user_id) filter (where v.user_id is not null and not v.unnamed))[1] as user_id,
           bool_or(v.unnamed) as unnamed, max(v.last_at) as last_at,
           least(1, private.length_of(range_agg(v.seen)) / film) as fraction
      from rows v group by v.viewer
  ), people as materialized (
    select u.username as name, w.fraction, w.last_at
      from watched w join public.users u on u.id = w.user_id left join public.preferences p on p.user_id = u.id
     where not w.unnamed and coalesce(p.named_as_viewer, true)
  )
  select jsonb_build_object(
    'plays', coalesce((select sum(plays) from days), 0),
    'unique_viewers', (select count(*) from watched),
    'guests', (select count(*) from watched) - (select count(*) from people),
    'seconds_watched', coalesce((select sum(seconds) from days), 0),
    'average_fraction', coalesce((select avg(fraction) from watched), 0),
    'curve', (select jsonb_agg(coalesce((select sum(curve[i]) from days), 0) * 100 / film order by i)
                from generate_series(1, 100) i),
    'by_day', (select coalesce(jsonb_agg(to_jsonb(d) order by d.date), '[]') from (
      select day as date, sum(plays) as plays, sum(seconds) as seconds from days group by day) d),
    'by_link', (select coalesce(jsonb_agg(to_jsonb(l) order by l.plays desc, l.share_id), '[]') from (
      select live as share_id, coalesce(max(label), '') as label, sum(plays) as plays,
             (select count(distinct v.viewer) from rows v where v.live is not distinct from days.live) as unique_viewers,
             sum(seconds) as seconds
        from days group by live) l),
    'by_site', (select coalesce(jsonb_agg(to_jsonb(s) order by s.plays desc, s.site), '[]') from (
      select site.key as site, sum(site.value::int) as plays
        from days, jsonb_each_text(sites) site group by 1) s),
    'people', (select coalesce(jsonb_agg(to_jsonb(p) order by p.last_at desc, p.name), '[]') from people p)
  ) into answer;
  return answer;
end $$;

-- Viewers of more than 13 months ago, and plays whose pages are long closed.
create function private.forget_watched(until timestamptz) returns void
language sql set search_path = '' as $$
  delete from private.plays where last_at < until - interval '7 days';
  delete from private.viewers where last_at < until - interval '13 months';
  delete from private.play_days where day < (until - interval '13 months')::date;
$$;

-- Once a week owners hear by email how much was watched in the week before, from Monday to Sunday.

create table private.viewer_letters (
  user_id uuid primary key references public.users on delete cascade,
  week date not null
);
alter table private.viewer_letters enable row level security;

-- The email of some owners who have not had it yet: a row for each recording. It counts as sent from now on.
create function private.take_viewer_letters(at timestamptz, most int)
returns table (user_id uuid, email text, recording_id uuid, title text, plays bigint, seconds numeric)
language sql set search_path = '' as $$
  with week as (
    select date_trunc('week', at at time zone 'UTC')::date as until
  ), watched as materialized (
    select r.owner_id, r.id, r.filename, sum(d.plays) as plays, sum(d.seconds) as seconds
      from week join private.play_days d on d.day >= week.until - 7 and d.day < week.until
      join public.recordings r on r.id = d.recording_id and r.deleted_at is null
     group by r.id
  ), taken as (
    insert into private.viewer_letters as l (user_id, week)
    select u.id, week.until from week, public.users u
     where not u.suspended and u.id in (select owner_id from watched)
       and not exists (select from public.preferences p where p.user_id = u.id and not p.email_notices)
       and not exists (select from private.viewer_letters o where o.user_id = u.id and o.week >= week.until)
     order by u.id limit most
    on conflict on constraint viewer_letters_pkey do update set week = excluded.week where l.week < excluded.week
    returning l.user_id
  )
  select u.id, u.email, w.id, w.filename, w.plays, w.seconds
    from taken t join public.users u on u.id = t.user_id join watched w on w.owner_id = u.id
   order by u.id, w.plays desc, w.id
$$;

-- The record of what people have watched follows the film, as comments and chapters do. `stretches` are the parts that
-- both films show, in seconds of each; `shares` say how much of each hundredth of the former film lies in which of the
-- present one. Each part that somebody has seen looks only at the stretches that it reaches into: with all of them, a
-- thousand stretches and two hundred viewers who had jumped about took half a minute.
create function private.follow_watched(recording uuid, stretches jsonb, shares jsonb) returns void
language sql set search_path = '' as $$
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
$$;

grant execute on function app.count_watched(uuid, uuid, int, numeric[], numeric[], uuid, text, boolean)
  to anon, authenticated;
grant execute on function app.viewers(uuid, uuid) to authenticated;
