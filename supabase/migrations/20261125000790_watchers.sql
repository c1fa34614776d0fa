-- Who is behind an entry of the presence on a recording's channel. There it is a random key and nothing else, which
-- all who watch see; only the owner learns whose it is, and only of keys that they have seen there.
create table private.watchers (
  key uuid primary key default gen_random_uuid(),
  recording_id uuid not null references public.recordings on delete cascade,
  user_id uuid not null references public.users on delete cascade,
  came_at timestamptz not null default now()
);
create index on private.watchers (recording_id);
create index on private.watchers (user_id);
create index on private.watchers (came_at);
alter table private.watchers enable row level security;

-- A key for whoever watches with an account; null for whoever may not watch.
create function app.watch(recording uuid) returns uuid
language sql security definer set search_path = '' as $$
  insert into private.watchers (recording_id, user_id)
  select recording, auth.uid()
   where app.can_view_recording(recording) and app.is_live_account(auth.uid())
  returning key
$$;

-- Names of those who watch, for the owner of what they watch and for nobody else, be they admins.
create function app.watchers(recording uuid, keys uuid[])
returns table (key uuid, user_id uuid, username text)
language sql stable security definer set search_path = '' as $$
  select w.key, u.id, u.username
    from private.watchers w join public.users u on u.id = w.user_id
   where w.recording_id = recording and w.key = any(keys)
     and exists (select 1 from public.recordings r where r.id = recording and r.owner_id = auth.uid())
$$;
revoke execute on function app.watch(uuid), app.watchers(uuid, uuid[]) from public;
grant execute on function app.watch(uuid), app.watchers(uuid, uuid[]) to authenticated;
