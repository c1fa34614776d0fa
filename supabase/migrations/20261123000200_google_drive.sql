-- Google Drive: whose is connected, which files of ours lie there, and what is on its way.
-- Everything here is closed to every API role: tokens are sealed, and people see only what is said of them.

create table private.drive_connections (
  user_id uuid primary key references public.users on delete cascade,
  -- Google's own name of the account: who connects another one has other files.
  google_account text not null,
  email text not null,
  -- Sealed. Null once Google has taken it back: then only the person can connect again.
  refresh_token text,
  access_token text,
  access_expires_at timestamptz,
  -- Who asks Google for the next token; nobody else does meanwhile.
  lease_holder uuid,
  lease_until timestamptz,
  folder_id text,
  -- Where to go on in Google's list of changes.
  changes_token text,
  walked_at timestamptz,
  connected_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((refresh_token is null) = (ended_at is not null))
);

-- A visit to Google that was begun here: whose, and the secret that proves it was ours. Used once.
create table private.drive_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users on delete cascade,
  verifier text not null,
  expires_at timestamptz not null default now() + interval '10 minutes'
);
create index drive_consents_of_user on private.drive_consents (user_id);
create index drive_consents_over on private.drive_consents (expires_at);

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

-- Recordings that are ready here and go on to their owner's drive.
create table private.deliveries (
  recording_id uuid primary key references public.recordings on delete cascade,
  owner_id uuid not null references public.users on delete cascade,
  tries int not null default 0,
  due_at timestamptz not null default now(),
  claimed_until timestamptz,
  -- Why the last try ended without it: a name that the contract knows.
  problem text
);
create index deliveries_of_owner on private.deliveries (owner_id);
create index deliveries_due on private.deliveries (due_at);

alter table private.drive_connections enable row level security;
alter table private.drive_consents enable row level security;
alter table private.drive_files enable row level security;
alter table private.deliveries enable row level security;

-- What is known of bytes that cannot be had. Said to whoever sees the recording.
alter table public.recordings add column missing text
  check (missing in ('disconnected', 'trashed', 'gone'));
create index recordings_in_store on public.recordings (store, storage_key) where store is not null;

create trigger announce_missing after update on public.recordings
  for each row when (old.missing is distinct from new.missing)
  execute function private.announce_recording();

-- Who has a drive ---------------------------------------------------------------------

create or replace function app.has_drive(account uuid) returns boolean
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

-- What lies in a drive that cannot be reached cannot be watched, and can again with the same account.
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

-- Room ------------------------------------------------------------------------------------

-- So much of one account may be on its way to a drive. A long recording in 4K, or a day of short ones.
create function private.transit_bytes() returns bigint
language sql immutable set search_path = '' as $$ select 8 * 1073741824::bigint $$;

create index recordings_arriving on public.recordings (owner_id)
  where status in ('recording', 'uploading', 'processing');

create function private.in_transit(account uuid) returns bigint
language sql stable set search_path = '' as $$
  select (
    coalesce((select sum(r.size) from public.recordings r
               where r.owner_id = account and r.status in ('recording', 'uploading', 'processing')), 0)
    + coalesce((select sum(r.size) from private.deliveries d join public.recordings r on r.id = d.recording_id
                 where d.owner_id = account and r.status = 'ready'), 0)
  )::bigint
$$;

create or replace function app.assert_room(account uuid, wanted bigint, disk_free bigint default null)
returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  to_drive boolean := private.destination(account) = 'google_drive';
  room bigint := case when to_drive then private.transit_bytes()
                      else coalesce(app.storage_limit_bytes(account), 0) end;
  used bigint;
begin
  if not private.has_storage(account) then
    raise exception 'Storage is not set up. Connect Google Drive or choose a plan with cloud storage.'
      using errcode = 'KN402', detail = 'storage_not_configured';
  end if;
  if to_drive then
    used := private.in_transit(account);
    if used + private.reserved_bytes(account) + wanted > room then
      raise exception 'This server keeps at most 8 GB for you on the way to your Drive. Wait until what is here has gone there.'
        using errcode = 'KN402', detail = 'quota_exceeded';
    end if;
  else
    used := (select used_bytes from public.storage_usage where user_id = account);
    if room = 0 then
      raise exception 'Your plan has no room in the cloud. Choose a plan that has some.'
        using errcode = 'KN402', detail = 'quota_exceeded';
    end if;
    if used + wanted > room then
      raise exception 'Your storage is full. Delete recordings or choose a larger plan.'
        using errcode = 'KN402', detail = 'quota_exceeded';
    end if;
    if used + private.reserved_bytes(account) + wanted > room then
      raise exception 'Uploads that are not finished need the rest of your storage. Wait for them, or give one up.'
        using errcode = 'KN402', detail = 'quota_exceeded';
    end if;
  end if;
  if disk_free is not null and wanted > disk_free then
    raise exception 'This server has no room left. Ask its operator to free some.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
end $$;

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

-- Whoever has it is the only one, for as long as they say so.
create function private.claim_delivery(recording uuid, seconds int)
returns table (owner_id uuid, filename text, mime_type text, size bigint, store text, key text)
language plpgsql set search_path = '' as $$
begin
  delete from private.deliveries d using public.recordings r
   where d.recording_id = recording and r.id = recording and r.storage_type = 'google_drive';
  update private.deliveries d set claimed_until = now() + make_interval(secs => seconds)
   where d.recording_id = recording and (d.claimed_until is null or d.claimed_until < now());
  if not found then return; end if;
  return query
    select r.owner_id, r.filename, r.mime_type, r.size, r.store, r.storage_key
      from public.recordings r
     where r.id = recording and r.status = 'ready' and r.store is not null;
end $$;

-- From here on it lies there. What it lay in before stays for whoever is reading it this moment.
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

revoke execute on all functions in schema private from public;
revoke execute on function app.is_drive_connected() from public;
grant execute on function app.is_drive_connected() to authenticated;
