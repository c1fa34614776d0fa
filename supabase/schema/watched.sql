-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.plays (
  view_id uuid not null,
  recording_id uuid not null,
  share_id uuid not null,
  viewer bytea not null,
  n integer default 0 not null,
  seconds numeric default 0 not null,
  first_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  constraint plays_pkey PRIMARY KEY (view_id),
  constraint plays_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE
);
CREATE INDEX plays_last_at ON private.plays USING btree (last_at);
CREATE INDEX plays_of_viewer ON private.plays USING btree (recording_id, viewer, last_at DESC);
alter table private.plays enable row level security;

create table private.viewers (
  recording_id uuid not null,
  share_id uuid not null,
  viewer bytea not null,
  user_id uuid,
  unnamed boolean not null,
  seen nummultirange not null,
  last_at timestamp with time zone default now() not null,
  constraint viewers_pkey PRIMARY KEY (recording_id, viewer, share_id),
  constraint viewers_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint viewers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL
);
CREATE INDEX viewers_last_at ON private.viewers USING btree (last_at);
CREATE INDEX viewers_user ON private.viewers USING btree (user_id) WHERE (user_id IS NOT NULL);
alter table private.viewers enable row level security;

create table private.play_days (
  recording_id uuid not null,
  day date not null,
  share_id uuid not null,
  plays integer not null,
  seconds numeric not null,
  curve double precision[] not null,
  sites jsonb default '{}'::jsonb not null,
  constraint play_days_pkey PRIMARY KEY (recording_id, day, share_id),
  constraint play_days_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE
);
CREATE INDEX play_days_day ON private.play_days USING btree (day);
alter table private.play_days enable row level security;

CREATE OR REPLACE FUNCTION private.viewer_key(recording uuid, guest uuid)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sha256(convert_to(concat_ws(' ', s.view_salt, recording,
           coalesce('account ' || auth.uid(), 'guest ' || guest)), 'UTF8'))
    from private.settings s
$function$;

CREATE OR REPLACE FUNCTION private.length_of(parts nummultirange)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(upper(p) - lower(p)), 0) from unnest(parts) p
$function$;

CREATE OR REPLACE FUNCTION private.bounded(parts nummultirange, film numeric)
 RETURNS nummultirange
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when (select count(*) from unnest(parts)) <= 500 then parts else (
    select range_agg(numrange(floor(lower(p) * 500 / film) * film / 500, ceil(upper(p) * 500 / film) * film / 500))
      from unnest(parts) p) end
$function$;

CREATE OR REPLACE FUNCTION private.curve_of(starts numeric[], ends numeric[], film numeric)
 RETURNS double precision[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_agg((
    select coalesce(sum(greatest(0, least(e, (i + 1) * film / 100) - greatest(s, i * film / 100))), 0)
      from unnest(starts, ends) as part (s, e))::double precision order by i)
    from generate_series(0, 99) i
$function$;

CREATE OR REPLACE FUNCTION private.with_site(sites jsonb, site text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when site is null or not (sites ? site) and (select count(*) from jsonb_object_keys(sites)) >= 100
    then sites else sites || jsonb_build_object(site, coalesce((sites ->> site)::int, 0) + 1) end
$function$;

CREATE OR REPLACE FUNCTION app.count_watched(recording uuid, view_id uuid, n integer, starts numeric[], ends numeric[], guest uuid, site text, unnamed boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.count_watched(uuid,uuid,integer,numeric[],numeric[],uuid,text,boolean) to anon;
grant execute on function app.count_watched(uuid,uuid,integer,numeric[],numeric[],uuid,text,boolean) to authenticated;

CREATE OR REPLACE FUNCTION app.viewers(recording uuid, share uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.viewers(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.forget_watched(until timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.plays where last_at < until - interval '7 days';
  delete from private.viewers where last_at < until - interval '13 months';
  delete from private.play_days where day < (until - interval '13 months')::date;
$function$;

create table private.viewer_letters (
  user_id uuid not null,
  week date not null,
  constraint viewer_letters_pkey PRIMARY KEY (user_id),
  constraint viewer_letters_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
alter table private.viewer_letters enable row level security;

CREATE OR REPLACE FUNCTION private.take_viewer_letters(at timestamp with time zone, most integer)
 RETURNS TABLE(user_id uuid, email text, recording_id uuid, title text, plays bigint, seconds numeric)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
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
$function$;

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
