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
  -- When the recording got a better file. People who were watching the parts go on doing so for a while.
  replaced_at timestamptz,
  -- Takes of one recording are counted, so that a request that comes late or twice begins none anew.
  take int not null default 0 check (take >= 0),
  check (received <= length)
);
create index uploads_of_owner on public.uploads (owner_id);
create index uploads_unfinished on public.uploads (touched_at) where finished_at is null;
create index uploads_replaced on public.uploads (replaced_at) where replaced_at is not null;
create index uploads_reserving on public.uploads (owner_id)
  where finished_at is null and length is not null;
alter table public.uploads enable row level security;
grant select on public.uploads to authenticated;

create policy "people see their own uploads" on public.uploads
  for select to authenticated using (owner_id = (select auth.uid()));

create table private.upload_parts (
  upload_id uuid not null references public.uploads on delete cascade,
  start bigint not null check (start >= 0),
  size bigint not null check (size > 0),
  storage_key text not null,
  store text not null,
  primary key (upload_id, start)
);
create index upload_parts_object on private.upload_parts (store, storage_key);
alter table private.upload_parts enable row level security;

create function private.let_go_of_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.let_go(old.store, old.storage_key);
  return null;
end $$;
create trigger let_go_of_part after delete on private.upload_parts
  for each row execute function private.let_go_of_part();

create function private.note_import() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recordings set imported = true where id = new.recording_id;
  return null;
end $$;
create trigger note_import after insert on public.uploads
  for each row when (new.kind = 'import') execute function private.note_import();

-- Acts --------------------------------------------------------------------------------

-- The recording exists from here on, so that its link does.
create function private.begin_upload(
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

-- The recorder lives, whatever it asks or sends, even while a full disk refuses every part.
create function private.hear_of_upload(account uuid, upload uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- The recording is locked first, as it is by append_part.
  perform 1 from public.recordings r join public.uploads u on u.recording_id = r.id
   where u.id = upload and u.owner_id = account for no key update of r;
  update public.uploads set touched_at = now()
   where id = upload and owner_id = account and finished_at is null;
end $$;

-- Takes the upload up under a new attempt; no row when it is not this account's. A sender that keeps asking is
-- alive, even while a full disk refuses every part: such an upload is not given up.
create function private.take_up(account uuid, upload uuid) returns setof public.uploads
language sql set search_path = '' as $$
  select private.hear_of_upload(account, upload);
  update public.uploads set attempt = attempt + 1 where id = upload and owner_id = account
  returning *
$$;

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

-- The whole truth about a part is checked here, under the lock of its upload: whose, which attempt, where.
create function private.append_part(
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
      insert into private.upload_measures (begins_at, lost)
      values (date_bin('15 minutes', stale.touched_at, '2000-01-01 00:00Z'), 1);
      delete from public.recordings where id = stale.recording_id;
    else
      update public.uploads set length = received, finished_at = now()
       where id = stale.id returning * into stale;
      perform private.close_upload(stale, true);
      return next stale.recording_id;
    end if;
  end loop;
end $$;

-- A file that came whole, in one request: an upload of one part that is finished at once. The room that was held
-- for it is used from here on.
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

-- Reading -----------------------------------------------------------------------------

-- The parts that are a recording's bytes as they came, in order.
create function private.parts_of(recording uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(
           jsonb_build_object('store', p.store, 'key', p.storage_key, 'size', p.size) order by p.start)
    from public.uploads u join private.upload_parts p on p.upload_id = u.id
   where u.recording_id = recording
$$;

-- The bytes of the film that people see, or of the original for people who may edit. Parts of an upload are the
-- original, so they are no answer any more once another film was shown. A player keeps the name of what it began with:
-- bytes that were moved are the same bytes.
create function app.open_media(
  recording uuid, watching_since timestamptz default null, of_original boolean default false)
returns table (
  filename text, mime_type text, status text, size bigint, file jsonb, parts jsonb, changed_at timestamptz,
  thumbnail jsonb, contact_sheet jsonb, can_download boolean, can_edit boolean, shown_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  may_edit boolean;
begin
  if not app.can_view_recording(recording) then return; end if;
  may_edit := app.can_edit_recording(recording);
  if of_original and not may_edit then return; end if;
  if not may_edit then perform private.assert_not_hidden(recording); end if;
  return query
    select r.filename,
           case when w.parts is null then f.mime_type else u.mime_type end,
           r.status,
           case when w.parts is null then f.size else u.received end,
           case when w.parts is null then
             private.reference(f.store, f.storage_key)
             || jsonb_build_object('tag', coalesce(f.file_tag, f.storage_key)) end,
           w.parts,
           coalesce(case when w.parts is null then coalesce(case when not is_other then e.shown_at end, u.replaced_at) end,
                    u.touched_at, r.created_at),
           coalesce(private.reference(f.thumbnail_store, f.thumbnail_key),
                    private.reference(r.thumbnail_store, r.thumbnail_key)),
           private.reference(f.contact_sheet_store, f.contact_sheet_key),
           app.can_download_recording(r.id), may_edit, e.shown_at
      from public.recordings r
      left join private.edits e on e.recording_id = r.id
      left join public.uploads u on u.recording_id = r.id
      cross join lateral (select of_original and e.original is not null as is_other) o
      cross join lateral jsonb_populate_record(r, case when is_other then e.original else '{}' end) f
      cross join lateral (
        select case when f.storage_key is null or (watching_since < u.replaced_at and e.shown_at is null)
               then private.parts_of(r.id) end as parts
      ) w
     where r.id = recording;
end $$;

-- A recording whose recorder gives no sign of life is interrupted; what has arrived plays, and it goes on
-- with the recorder's next request.

-- Any process may look, as often as it likes.
create function private.mark_interrupted() returns void
language sql set search_path = '' as $$
  with silent as (
    select r.id from public.uploads u join public.recordings r on r.id = u.recording_id
     where u.finished_at is null and u.touched_at < now() - interval '60 seconds'
       and r.status = 'recording' and not r.interrupted
       for update of r, u skip locked)
  update public.recordings r set interrupted = true from silent where r.id = silent.id
$$;

create function private.go_on_recording() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.recordings set interrupted = false
   where id = new.recording_id and status = 'recording' and interrupted;
  return null;
end $$;
create trigger go_on_recording after update of touched_at on public.uploads
  for each row execute function private.go_on_recording();

-- A recording that has just begun. A folder that went meanwhile is no obstacle.
create function private.put_into_folder(recording uuid, folder uuid) returns setof uuid
language sql set search_path = '' as $$
  update public.recordings r set folder_id = f.id
    from public.folders f where r.id = recording and f.id = folder and f.owner_id = r.owner_id
  returning f.id
$$;

grant execute on function app.open_media(uuid, timestamptz, boolean) to anon, authenticated;
