-- Shared with me: what was shared to somebody's address, before they open it, and what they opened signed in. Each line
-- rests on a link that opens for them now; it goes with the link.

create table private.opened_shares (
  user_id uuid not null references public.users on delete cascade,
  share_id uuid not null references public.shares on delete cascade,
  first_seen_at timestamptz not null default now(),
  -- The version of its password that they gave: a new password closes it here as well.
  unlocked bigint,
  primary key (user_id, share_id)
);
create index opened_shares_share on private.opened_shares (share_id);
alter table private.opened_shares enable row level security;

-- Links made later show a hidden recording again.
create table private.hidden_shares (
  user_id uuid not null references public.users on delete cascade,
  recording_id uuid not null references public.recordings on delete cascade,
  hidden_at timestamptz not null default now(),
  primary key (user_id, recording_id)
);
create index hidden_shares_recording on private.hidden_shares (recording_id);
alter table private.hidden_shares enable row level security;

-- That the caller has opened the link of this request.
create function app.note_opening() returns void
language sql security definer set search_path = '' as $$
  insert into private.opened_shares as o (user_id, share_id, unlocked)
  select auth.uid(), s.id, (auth.jwt() ->> 'unlock')::bigint
    from app.opened_share() opened join public.shares s on s.id = opened.share_id
   where auth.uid() <> s.owner_id
  on conflict on constraint opened_shares_pkey do update set unlocked = excluded.unlocked
    where o.unlocked is distinct from excluded.unlocked
$$;

-- One link for each recording: one that was opened, if there is one, or else the newest. Of all links to one place two
-- are enough, the one that was opened first, and the newest: somebody who sends a thousand links to a folder of a
-- thousand videos would make a million rows of each look at what is shared with me.
create function private.shared_with(account uuid)
returns table (recording_id uuid, share_token text, owner_id uuid, first_seen_at timestamptz, shared_at timestamptz)
language sql stable security definer set search_path = '' as $$
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
$$;

create function app.shared_with_me(most int, skipped int)
returns table (recording jsonb, share_token text, username text, first_seen_at timestamptz, watched_seconds numeric,
               total bigint)
language sql stable security definer set search_path = '' as $$
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
$$;

create function app.hide_shared(recording uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from private.shared_with(auth.uid()) s where s.recording_id = recording) then
    return false;
  end if;
  insert into private.hidden_shares as h (user_id, recording_id) values (auth.uid(), recording)
  on conflict on constraint hidden_shares_pkey do update set hidden_at = now();
  return true;
end $$;

grant execute on function app.note_opening() to anon, authenticated;
grant execute on function app.shared_with_me(int, int), app.hide_shared(uuid) to authenticated;
