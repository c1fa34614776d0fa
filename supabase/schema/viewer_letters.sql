-- Written by `bun run schema` from the migrations: read it, and change those.

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
