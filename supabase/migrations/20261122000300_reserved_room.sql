-- Room that is promised. Whoever says how much will come is promised room for it, whatever else arrives in
-- the meantime; of whom nobody knows, each part is asked about. Only a recording that runs is never cut.

-- A file that comes whole, in one request, is no upload before it is here: its room is held meanwhile.
create table private.held_room (
  id uuid primary key,
  owner_id uuid not null references public.users on delete cascade,
  bytes bigint not null check (bytes >= 0),
  -- Said again every minute: what a process that died was holding counts no more.
  seen_at timestamptz not null default now()
);
create index held_room_of_owner on private.held_room (owner_id);
alter table private.held_room enable row level security;

create index uploads_reserving on public.uploads (owner_id)
  where finished_at is null and length is not null;

-- What is still to come. What has come is in `used_bytes` already.
create function private.reserved_bytes(account uuid) returns bigint
language sql stable set search_path = '' as $$
  select (
    coalesce((select sum(u.length - u.received) from public.uploads u
               where u.owner_id = account and u.finished_at is null and u.length is not null), 0)
    + coalesce((select sum(h.bytes) from private.held_room h
                 where h.owner_id = account and h.seen_at > now() - interval '10 minutes'), 0)
  )::bigint
$$;

create or replace function app.assert_room(account uuid, wanted bigint, disk_free bigint default null)
returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  room bigint := app.storage_limit_bytes(account);
  used bigint := (select used_bytes from public.storage_usage where user_id = account);
begin
  if coalesce(room, 0) = 0 then
    raise exception 'Storage is not set up. Connect Google Drive or choose a plan with cloud storage.'
      using errcode = 'KN402', detail = 'storage_not_configured';
  end if;
  if used + wanted > room then
    raise exception 'Your storage is full. Delete recordings or choose a larger plan.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if used + private.reserved_bytes(account) + wanted > room then
    raise exception 'Uploads that are not finished need the rest of your storage. Wait for them, or give one up.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if disk_free is not null and wanted > disk_free then
    raise exception 'This server has no room left. Ask its operator to free some.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
end $$;

-- One after the other: two that fit alone may not fit together. What is granted must be written down in the
-- same transaction. The lock comes after those of recording and upload, and before that of the counter.
create function private.take_room(account uuid, wanted bigint) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('room of ' || account, 0));
  perform app.assert_room(account, wanted);
end $$;

-- So much in all. What was granted before is not asked again.
create function private.hold_room(account uuid, held uuid, total bigint) returns void
language plpgsql set search_path = '' as $$
declare
  granted bigint := coalesce((select h.bytes from private.held_room h where h.id = held), 0);
begin
  if total > granted then perform private.take_room(account, total - granted); end if;
  insert into private.held_room (id, owner_id, bytes) values (held, account, total)
  on conflict (id) do update set bytes = excluded.bytes, seen_at = now();
end $$;

create or replace function private.begin_upload(
  account uuid, upload_kind text, title text, file_name text, file_type text,
  storage app.storage_type, upload_metadata jsonb, upload_length bigint
) returns public.uploads
language plpgsql set search_path = '' as $$
declare
  recording uuid;
  upload public.uploads;
begin
  perform private.take_room(account, coalesce(upload_length, 1));
  insert into public.recordings (owner_id, filename, original_filename, mime_type, storage_type, status)
  values (account, title, file_name, file_type, storage,
          case upload_kind when 'recording' then 'recording' else 'uploading' end)
  returning id into recording;
  insert into public.uploads (owner_id, recording_id, kind, metadata, mime_type, length)
  values (account, recording, upload_kind, upload_metadata, file_type, upload_length)
  returning * into upload;
  return upload;
end $$;

-- Of a recording it is what it became: it may finish over its plan. No row when another attempt goes on.
create function private.declare_length(
  account uuid, upload uuid, of_attempt int, declared bigint
) returns setof public.uploads
language plpgsql set search_path = '' as $$
declare
  known public.uploads;
begin
  select * into known from public.uploads
   where id = upload and owner_id = account and attempt = of_attempt and length is null for update;
  if not found then return; end if;
  if known.kind = 'import' then perform private.take_room(account, declared - known.received); end if;
  return query update public.uploads set length = declared where id = upload returning *;
end $$;

create or replace function private.append_part(
  account uuid, upload uuid, of_attempt int, from_byte bigint, part_size bigint,
  store text, key text
) returns public.uploads
language plpgsql set search_path = '' as $$
declare
  known public.uploads;
begin
  -- The recording is locked first, as it is by whoever deletes it.
  perform 1 from public.recordings r join public.uploads u on u.recording_id = r.id
   where u.id = upload for no key update of r;
  select * into known from public.uploads
   where id = upload and owner_id = account for update;
  if not found then
    raise exception 'This upload no longer exists.' using errcode = 'KN404', detail = 'upload_gone';
  end if;
  if known.attempt <> of_attempt or known.received <> from_byte or known.finished_at is not null
     or from_byte + part_size > known.length then
    raise exception 'This part does not follow what has arrived.'
      using errcode = 'KN409', detail = 'upload_conflict';
  end if;
  if part_size > 0 then
    if known.kind = 'import' and known.length is null then
      perform private.take_room(account, part_size);
    end if;
    insert into private.upload_parts (upload_id, start, size, store, storage_key)
    values (upload, from_byte, part_size, append_part.store, key);
    perform private.strike_off(append_part.store, key);
    update public.recordings set size = from_byte + part_size where id = known.recording_id;
  end if;
  update public.uploads set
    received = from_byte + part_size,
    touched_at = now(),
    finished_at = case when from_byte + part_size = length then now() end
   where id = upload returning * into known;
  if known.finished_at is not null then perform private.close_upload(known, false); end if;
  return known;
end $$;

-- The room that was held is used from here on.
drop function private.keep_whole(uuid, text, text, text, text, app.storage_type, text, text, bigint);
create function private.keep_whole(
  account uuid, upload_kind text, title text, file_name text, file_type text,
  storage app.storage_type, store text, key text, file_size bigint, held uuid
) returns public.recordings
language plpgsql set search_path = '' as $$
declare
  granted bigint;
  recording public.recordings;
  upload public.uploads;
begin
  delete from private.held_room h where h.id = held returning h.bytes into granted;
  if file_size > coalesce(granted, 0) then perform private.take_room(account, file_size); end if;
  insert into public.recordings
    (owner_id, filename, original_filename, mime_type, storage_type, status, size)
  values (account, title, file_name, file_type, storage, 'processing', file_size)
  returning * into recording;
  insert into public.uploads (owner_id, recording_id, kind, mime_type, length, received, finished_at)
  values (account, recording.id, upload_kind, file_type, file_size, file_size, now())
  returning * into upload;
  insert into private.upload_parts (upload_id, start, size, store, storage_key)
  values (upload.id, 0, file_size, keep_whole.store, key);
  perform private.strike_off(keep_whole.store, key);
  perform private.close_upload(upload, false);
  select * into recording from public.recordings where id = recording.id;
  return recording;
end $$;

revoke execute on all functions in schema private from public;
