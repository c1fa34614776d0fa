-- Drives: the Google Drive that an account has connected, our files in it, and the recordings on their way there.
-- Everything here is closed to every API role: tokens are sealed, and people see only what is said of them.

create table private.drive_connections (
  user_id uuid primary key references public.users on delete cascade,
  -- Google's own name of the account: another one has other files.
  google_account text not null,
  email text not null,
  -- Sealed. Null once Google has taken it back: then only the person can connect again.
  refresh_token text,
  access_token text,
  access_expires_at timestamptz,
  -- The process that asks Google for the next token; no other does meanwhile.
  lease_holder uuid,
  lease_until timestamptz,
  folder_id text,
  -- Where to go on in Google's list of changes.
  changes_token text,
  walked_at timestamptz,
  connected_at timestamptz not null default now(),
  ended_at timestamptz,
  -- A visit to Google gave nothing lasting: it was for another account than the connected one, which had allowed
  -- it before. The next visit asks for consent, and Google gives it then.
  asks_anew boolean not null default false,
  lease_process uuid,
  check ((refresh_token is null) = (ended_at is not null))
);
alter table private.drive_connections enable row level security;

-- A visit to Google that was begun here: whose, and the secret that proves it was ours. Used once.
create table private.drive_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users on delete cascade,
  verifier text not null,
  expires_at timestamptz not null default now() + interval '10 minutes',
  -- A visit that was used stays until its drive is connected, so that it can be ended on its way.
  used_at timestamptz
);
create index drive_consents_of_user on private.drive_consents (user_id);
create index drive_consents_over on private.drive_consents (expires_at);
alter table private.drive_consents enable row level security;

-- Our keys and Google's ids. A row is there before the first byte is sent.
create table private.drive_files (
  storage_key text primary key,
  owner_id uuid not null references public.users on delete cascade,
  google_account text not null,
  file_id text not null unique,
  -- Null until all of it has arrived and was compared.
  size bigint check (size >= 0),
  md5 text,
  checked_at timestamptz not null default now(),
  -- Nobody refers to it any more: it goes to the trash as soon as the drive can be reached.
  unwanted_at timestamptz,
  check ((size is null) = (md5 is null))
);
create index drive_files_of_owner on private.drive_files (owner_id, checked_at);
create index drive_files_unwanted on private.drive_files (owner_id) where unwanted_at is not null;
alter table private.drive_files enable row level security;

-- Recordings that are ready here and go on to their owner's drive.
create table private.deliveries (
  recording_id uuid primary key references public.recordings on delete cascade,
  owner_id uuid not null references public.users on delete cascade,
  tries int not null default 0,
  due_at timestamptz not null default now(),
  claimed_until timestamptz,
  -- Why the last try ended without it: a name that the contract knows.
  problem text,
  claimed_process uuid
);
create index deliveries_of_owner on private.deliveries (owner_id);
create index deliveries_due on private.deliveries (due_at);
alter table private.deliveries enable row level security;

-- Having a drive ------------------------------------------------------------------------

create function app.has_drive(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.drive_connections
                  where user_id = account and refresh_token is not null)
$$;

create function app.is_drive_connected() returns boolean
language sql stable security definer set search_path = '' as $$
  select app.has_drive((select auth.uid()))
$$;

-- Where somebody's new recordings end up: as they chose, else as their plan has it; without a drive, here.
create function private.destination(account uuid) returns app.storage_type
language sql stable set search_path = '' as $$
  select case
    when not app.has_drive(account) then 's3'
    when p.preferred_storage in ('google_drive', 's3') then p.preferred_storage
    else s.storage_type
  end
    from public.subscriptions s left join public.preferences p using (user_id)
   where s.user_id = account
$$;

-- Google takes it no more. Unless the person has connected again meanwhile.
create function private.end_drive(account uuid, refused text) returns boolean
language plpgsql set search_path = '' as $$
begin
  update private.drive_connections set
    refresh_token = null, access_token = null, access_expires_at = null,
    lease_holder = null, lease_until = null, ended_at = now()
   where user_id = account and refresh_token = refused;
  return found;
end $$;

-- A recording in a drive that cannot be reached cannot be watched, and can again with the same account.
create function private.reach_drive() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reached text := case when tg_op <> 'DELETE' and new.refresh_token is not null then new.google_account end;
begin
  update public.recordings r
     set missing = case when f.google_account is distinct from reached then 'disconnected' end
    from private.drive_files f
   where r.owner_id = coalesce(new.user_id, old.user_id) and r.storage_type = 'google_drive'
     and f.storage_key = r.storage_key and f.owner_id = r.owner_id
     and (r.missing is null or r.missing = 'disconnected')
     and (r.missing is null) = (f.google_account is distinct from reached);
  return null;
end $$;
create trigger reach_drive after insert or delete on private.drive_connections
  for each row execute function private.reach_drive();
create trigger reach_drive_change after update on private.drive_connections
  for each row
  when ((old.refresh_token is null) <> (new.refresh_token is null)
     or old.google_account <> new.google_account)
  execute function private.reach_drive();

-- On its way ------------------------------------------------------------------------------

create function private.send_to_drive() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.storage_type <> 'google_drive' and private.destination(new.owner_id) = 'google_drive' then
    insert into private.deliveries (recording_id, owner_id) values (new.id, new.owner_id)
    on conflict (recording_id) do nothing;
  end if;
  return null;
end $$;
create trigger send_to_drive after update on public.recordings
  for each row when (old.status = 'processing' and new.status = 'ready')
  execute function private.send_to_drive();

-- The process that claims a delivery is the only one to carry it, for so many seconds.
create function private.claim_delivery(recording uuid, seconds int)
returns table (owner_id uuid, filename text, mime_type text, size bigint, store text, key text)
language plpgsql set search_path = '' as $$
begin
  delete from private.deliveries d using public.recordings r
   where d.recording_id = recording and r.id = recording and r.storage_type = 'google_drive';
  update private.deliveries d
     set claimed_until = now() + make_interval(secs => seconds), claimed_process = private.this_process()
   where d.recording_id = recording and not private.is_held(d.claimed_process, d.claimed_until);
  if not found then return; end if;
  return query
    select r.owner_id, r.filename, r.mime_type, r.size, r.store, r.storage_key
      from public.recordings r
     where r.id = recording and r.status = 'ready' and r.store is not null;
end $$;

-- From here on it lies there. Its former file stays for people who are reading it this moment.
create function private.delivered(recording uuid, from_store text, key text, to_store text) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.recordings r set store = to_store, storage_type = 'google_drive', missing = null
   where r.id = recording and r.store = from_store and r.storage_key = delivered.key;
  if not found then return false; end if;
  delete from private.deliveries where recording_id = recording;
  perform private.strike_off(to_store, delivered.key);
  insert into private.loose_objects (store, storage_key, due_at)
  values (from_store, delivered.key, now() + interval '1 minute')
  on conflict (store, storage_key) do update set due_at = excluded.due_at;
  return true;
end $$;

-- Realtime --------------------------------------------------------------------------------

create function private.announce_drive() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'drive', 'user:' || coalesce(new.user_id, old.user_id), true);
  return null;
end $$;
create trigger announce_drive after insert or delete on private.drive_connections
  for each row execute function private.announce_drive();
create trigger announce_drive_change after update on private.drive_connections
  for each row
  when ((old.refresh_token is null) <> (new.refresh_token is null)
     or old.google_account <> new.google_account)
  execute function private.announce_drive();

-- Settings show the recordings that are on their way to a drive, and why they are not there yet.
create function private.announce_delivery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'drive', 'user:' || coalesce(new.owner_id, old.owner_id), true);
  return null;
end $$;
create trigger announce_delivery after insert or delete on private.deliveries
  for each row execute function private.announce_delivery();
create trigger announce_delivery_problem after update on private.deliveries
  for each row when (old.problem is distinct from new.problem)
  execute function private.announce_delivery();

grant execute on function app.is_drive_connected() to authenticated;
