-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.opened_shares (
  user_id uuid not null,
  share_id uuid not null,
  first_seen_at timestamp with time zone default now() not null,
  unlocked bigint,
  constraint opened_shares_pkey PRIMARY KEY (user_id, share_id),
  constraint opened_shares_share_id_fkey FOREIGN KEY (share_id) REFERENCES public.shares(id) ON DELETE CASCADE,
  constraint opened_shares_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX opened_shares_share ON private.opened_shares USING btree (share_id);
alter table private.opened_shares enable row level security;

create table private.hidden_shares (
  user_id uuid not null,
  recording_id uuid not null,
  hidden_at timestamp with time zone default now() not null,
  constraint hidden_shares_pkey PRIMARY KEY (user_id, recording_id),
  constraint hidden_shares_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint hidden_shares_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX hidden_shares_recording ON private.hidden_shares USING btree (recording_id);
alter table private.hidden_shares enable row level security;

CREATE OR REPLACE FUNCTION app.note_opening()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.opened_shares as o (user_id, share_id, unlocked)
  select auth.uid(), s.id, (auth.jwt() ->> 'unlock')::bigint
    from app.opened_share() opened join public.shares s on s.id = opened.share_id
   where auth.uid() <> s.owner_id
  on conflict on constraint opened_shares_pkey do update set unlocked = excluded.unlocked
    where o.unlocked is distinct from excluded.unlocked
$function$;
grant execute on function app.note_opening() to anon;
grant execute on function app.note_opening() to authenticated;

CREATE OR REPLACE FUNCTION private.shared_with(account uuid)
 RETURNS TABLE(recording_id uuid, share_token text, owner_id uuid, first_seen_at timestamp with time zone, shared_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with candidates as (
    select o.share_id as id, o.first_seen_at, o.unlocked from private.opened_shares o where o.user_id = account
    union all
    select s.id, null::timestamptz, null::bigint
      from public.users u join public.shares s on lower(s.allowed_email) = lower(u.email)
     where u.id = account and not exists (
       select from private.opened_shares o where o.user_id = account and o.share_id = s.id)
  ), open as materialized (
    select s, s.created_at, c.first_seen_at,
           row_number() over (partition by s.folder_id, s.recording_id
                                  order by c.first_seen_at, s.created_at desc) as best,
           row_number() over (partition by s.folder_id, s.recording_id order by s.created_at desc) as newest
      from candidates c join public.shares s on s.id = c.id
     where s.owner_id <> account and private.share_opens(s, account, c.unlocked)
  )
  select distinct on (r.id) r.id, (o.s).token, (o.s).owner_id, o.first_seen_at,
         coalesce(o.first_seen_at, o.created_at)
    from open o cross join lateral private.recordings_of(o.s) r
    left join private.hidden_shares h on h.user_id = account and h.recording_id = r.id
   where (o.best = 1 or o.newest = 1) and (h.hidden_at is null or o.created_at > h.hidden_at)
   order by r.id, o.first_seen_at, o.created_at desc
$function$;

CREATE OR REPLACE FUNCTION app.shared_with_me(most integer, skipped integer)
 RETURNS TABLE(recording jsonb, share_token text, username text, first_seen_at timestamp with time zone, watched_seconds numeric, total bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with page as (
    select s.*, count(*) over () as total from private.shared_with(auth.uid()) s
     order by s.shared_at desc, s.recording_id limit most offset skipped
  )
  select to_jsonb(r), p.share_token, u.username, p.first_seen_at,
         (select private.length_of(range_agg(v.seen)) from private.viewers v
           where v.recording_id = r.id and v.viewer = private.viewer_key(r.id, null)),
         p.total
    from page p join public.recordings r on r.id = p.recording_id join public.users u on u.id = p.owner_id
   order by p.shared_at desc, p.recording_id
$function$;
grant execute on function app.shared_with_me(integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.hide_shared(recording uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from private.shared_with(auth.uid()) s where s.recording_id = recording) then
    return false;
  end if;
  insert into private.hidden_shares as h (user_id, recording_id) values (auth.uid(), recording)
  on conflict on constraint hidden_shares_pkey do update set hidden_at = now();
  return true;
end $function$;
grant execute on function app.hide_shared(uuid) to authenticated;
