-- Uploads: how bytes arrive, in parts that any API process can take, and how they leave again.
-- Until a recording has one file of its own (`storage_key`), the parts of its upload are that file.

create table public.uploads (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.users on delete cascade,
  recording_id uuid not null unique references public.recordings on delete cascade,
  kind text not null check (kind in ('recording', 'import')),
  metadata jsonb not null default '{}',
  mime_type text not null,
  -- Null until the recorder knows how long it became.
  length bigint check (length >= 0),
  received bigint not null default 0 check (received >= 0),
  -- Raised whenever someone takes the upload up: what an earlier attempt still sends is refused.
  attempt int not null default 0,
  touched_at timestamptz not null default now(),
  finished_at timestamptz,
  -- When the recording got a better file. Whoever was watching the parts goes on doing so for a while.
  replaced_at timestamptz,
  check (received <= length)
);
create index uploads_of_owner on public.uploads (owner_id);
create index uploads_unfinished on public.uploads (touched_at) where finished_at is null;
create index uploads_replaced on public.uploads (replaced_at) where replaced_at is not null;

create table private.upload_parts (
  upload_id uuid not null references public.uploads on delete cascade,
  start bigint not null check (start >= 0),
  size bigint not null check (size > 0),
  storage_key text not null,
  primary key (upload_id, start)
);

-- Keys that no row refers to, yet or any more. A key is noted before its first byte is written and
-- struck off by the transaction that refers to it; what is still here when its time comes is removed.
create table private.loose_objects (
  storage_key text primary key,
  due_at timestamptz not null
);
create index loose_objects_due on private.loose_objects (due_at);

alter table public.recordings add column thumbnail_key text;

alter table public.uploads enable row level security;
alter table private.upload_parts enable row level security;
alter table private.loose_objects enable row level security;
grant select on public.uploads to authenticated;
create policy "people see their own uploads" on public.uploads
  for select to authenticated using (owner_id = (select auth.uid()));

-- Bytes go when their row goes, whoever deletes it ------------------------------------

create function private.let_go(storage_key text) returns void
language sql set search_path = '' as $$
  insert into private.loose_objects (storage_key, due_at)
  select let_go.storage_key, now() where let_go.storage_key is not null
  on conflict (storage_key) do update set due_at = excluded.due_at
$$;

create function private.let_go_of_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.let_go(old.storage_key);
  return null;
end $$;
create trigger let_go_of_part after delete on private.upload_parts
  for each row execute function private.let_go_of_part();

create function private.let_go_of_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.let_go(old.storage_key), private.let_go(old.thumbnail_key);
  return null;
end $$;
create trigger let_go_of_recording after delete on public.recordings
  for each row execute function private.let_go_of_recording();

-- Acts --------------------------------------------------------------------------------

-- Asked before the first byte, and never again: a recording under way is not cut.
create function app.require_room(wanted bigint, disk_free bigint) returns void
language sql stable security definer set search_path = '' as $$
  select app.assert_room(auth.uid(), wanted, disk_free)
$$;

-- The recording exists from here on, so that its link does.
create function private.begin_upload(
  account uuid, upload_kind text, title text, file_name text, file_type text, store text,
  upload_metadata jsonb, upload_length bigint
) returns public.uploads
language plpgsql set search_path = '' as $$
declare
  recording uuid;
  upload public.uploads;
begin
  insert into public.recordings (owner_id, filename, original_filename, mime_type, storage_type, status)
  values (account, title, file_name, file_type, store,
          case upload_kind when 'recording' then 'recording' else 'uploading' end)
  returning id into recording;
  insert into public.uploads (owner_id, recording_id, kind, metadata, mime_type, length)
  values (account, recording, upload_kind, upload_metadata, file_type, upload_length)
  returning * into upload;
  return upload;
end $$;

-- Takes the upload up under a new attempt; no row when it is not this account's.
create function private.take_up(account uuid, upload uuid) returns setof public.uploads
language sql set search_path = '' as $$
  update public.uploads set attempt = attempt + 1
   where id = upload and owner_id = account
  returning *
$$;

-- The whole truth about a part is checked here, under the lock of its upload: whose, which attempt, where.
create function private.append_part(
  account uuid, upload uuid, of_attempt int, from_byte bigint, part_size bigint, key text
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
    insert into private.upload_parts (upload_id, start, size, storage_key)
    values (upload, from_byte, part_size, key);
    delete from private.loose_objects where storage_key = key;
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

-- All bytes are here: it plays, and is being made seekable.
create function private.close_upload(upload public.uploads, was_interrupted boolean) returns void
language sql set search_path = '' as $$
  update public.recordings set
    status = 'processing',
    interrupted = was_interrupted,
    received_bytes = upload.received,
    progress = 0
   where id = upload.recording_id
$$;

-- An upload whose sender never came back is closed from what has arrived; one of nothing, or of a file
-- that its owner still has, is dropped. Returns the recordings that are now to be processed.
create function private.close_stale_uploads(untouched_for interval) returns setof uuid
language plpgsql set search_path = '' as $$
declare
  stale public.uploads;
begin
  for stale in
    select * from public.uploads
     where finished_at is null and touched_at < now() - untouched_for
     for update skip locked
  loop
    if stale.kind = 'import' or stale.received = 0 then
      delete from public.recordings where id = stale.recording_id;
    else
      update public.uploads set length = received, finished_at = now()
       where id = stale.id returning * into stale;
      perform private.close_upload(stale, true);
      return next stale.recording_id;
    end if;
  end loop;
end $$;

-- A file that came whole, in one request: an upload of one part that is finished at once.
create function private.keep_whole(
  account uuid, upload_kind text, title text, file_name text, file_type text, store text,
  key text, file_size bigint
) returns public.recordings
language plpgsql set search_path = '' as $$
declare
  recording public.recordings;
  upload public.uploads;
begin
  insert into public.recordings
    (owner_id, filename, original_filename, mime_type, storage_type, status, size)
  values (account, title, file_name, file_type, store, 'processing', file_size)
  returning * into recording;
  insert into public.uploads (owner_id, recording_id, kind, mime_type, length, received, finished_at)
  values (account, recording.id, upload_kind, file_type, file_size, file_size, now())
  returning * into upload;
  insert into private.upload_parts (upload_id, start, size, storage_key)
  values (upload.id, 0, file_size, key);
  delete from private.loose_objects where storage_key = key;
  perform private.close_upload(upload, false);
  select * into recording from public.recordings where id = recording.id;
  return recording;
end $$;

-- The parts that are a recording's bytes as they came, in order.
create function private.parts_of(recording uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('key', p.storage_key, 'size', p.size) order by p.start)
    from public.uploads u join private.upload_parts p on p.upload_id = u.id
   where u.recording_id = recording
$$;

-- Where the bytes of a recording are, for whoever may see it. Who began with the parts before there was
-- something better keeps them: the bytes of a file that is being played must not change.
create function app.open_media(recording uuid, watching_since timestamptz default null)
returns table (
  filename text, mime_type text, status text, size bigint, storage_key text, parts jsonb,
  changed_at timestamptz, thumbnail_key text, can_download boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.can_view_recording(recording) then return; end if;
  return query
    select r.filename,
           case when w.parts is null then r.mime_type else u.mime_type end,
           r.status,
           case when w.parts is null then r.size else u.received end,
           case when w.parts is null then r.storage_key end,
           w.parts,
           coalesce(case when w.parts is null then u.replaced_at end, u.touched_at, r.created_at),
           r.thumbnail_key,
           app.can_download_recording(r.id)
      from public.recordings r
      left join public.uploads u on u.recording_id = r.id
      cross join lateral (
        select case when r.storage_key is null or watching_since < u.replaced_at
               then private.parts_of(r.id) end as parts
      ) w
     where r.id = recording;
end $$;

-- A picture of one's own recording; the one before goes.
create function app.set_thumbnail(recording uuid, key text) returns setof public.recordings
language plpgsql security definer set search_path = '' as $$
declare
  old_key text;
begin
  select r.thumbnail_key into old_key from public.recordings r
   where r.id = recording and r.owner_id = auth.uid() for update;
  if not found then return; end if;
  perform private.let_go(old_key);
  delete from private.loose_objects where storage_key = key;
  return query
    update public.recordings set
      thumbnail_key = key,
      thumbnail_path = format('/api/recordings/%s/thumbnail?v=%s', recording, left(md5(key), 8))
     where id = recording returning *;
end $$;

revoke execute on all functions in schema private from public;
revoke execute on function
  app.require_room(bigint, bigint), app.open_media(uuid, timestamptz),
  app.set_thumbnail(uuid, text) from public;
grant execute on function app.open_media(uuid, timestamptz) to anon, authenticated;
grant execute on function app.require_room(bigint, bigint), app.set_thumbnail(uuid, text)
  to authenticated;
