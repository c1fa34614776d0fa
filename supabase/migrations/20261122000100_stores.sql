-- Bytes know where they lie: whatever points at an object names its store as well as its key.
-- A store is a piece of code and known here by its name alone; what people are told is a storage type.

-- The one list in SQL. The contract's is `StorageType`, and a test compares the two.
create domain app.storage_type as text check (value in ('google_drive', 's3', 'local'));

alter table public.recordings
  drop constraint recordings_storage_type_check,
  alter column storage_type type app.storage_type;
alter table public.preferences
  drop constraint preferences_preferred_storage_check,
  alter column preferred_storage type app.storage_type;
alter table public.subscriptions
  drop constraint subscriptions_storage_type_check,
  alter column storage_type type app.storage_type,
  add constraint subscriptions_storage_type_check check (storage_type <> 'local');

alter table public.recordings add column store text, add column thumbnail_store text;
alter table private.upload_parts add column store text;
alter table private.loose_objects drop constraint loose_objects_pkey, add column store text;

-- Until now a server had one store, and its recordings say of which type.
create function pg_temp.store_of(storage app.storage_type) returns text
language sql immutable as $$
  select case storage when 'local' then 'disk' when 's3' then 'supabase' else storage end
$$;

alter table public.recordings disable trigger user; -- nobody changed them just now
update public.recordings set
  store = case when storage_key is not null then pg_temp.store_of(storage_type) end,
  thumbnail_store = case when thumbnail_key is not null then pg_temp.store_of(storage_type) end
 where storage_key is not null or thumbnail_key is not null;
alter table public.recordings enable trigger user;

update private.upload_parts p set store = pg_temp.store_of(r.storage_type)
  from public.uploads u join public.recordings r on r.id = u.recording_id
 where u.id = p.upload_id;

-- What is loose has no row that could tell: it is looked for wherever recordings lie, or might have.
insert into private.loose_objects (store, storage_key, due_at)
select s.store, l.storage_key, l.due_at
  from private.loose_objects l
 cross join (
   select distinct pg_temp.store_of(storage_type) as store from public.recordings
   union
   select unnest(array['disk', 'supabase']) where not exists (select from public.recordings)
 ) s;
delete from private.loose_objects where store is null;

drop function pg_temp.store_of(app.storage_type);

alter table public.recordings
  add constraint recordings_file check ((store is null) = (storage_key is null)),
  add constraint recordings_thumbnail check ((thumbnail_store is null) = (thumbnail_key is null));
alter table private.upload_parts alter column store set not null;
alter table private.loose_objects alter column store set not null, add primary key (store, storage_key);
drop index private.loose_objects_due;
create index loose_objects_due on private.loose_objects (store, due_at);

-- Bytes go when their row goes, whoever deletes it ------------------------------------

drop function private.let_go(text);
create function private.let_go(store text, key text) returns void
language sql set search_path = '' as $$
  insert into private.loose_objects (store, storage_key, due_at)
  select let_go.store, let_go.key, now() where let_go.key is not null
  on conflict (store, storage_key) do update set due_at = excluded.due_at
$$;

create or replace function private.let_go_of_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.let_go(old.store, old.storage_key);
  return null;
end $$;

create or replace function private.let_go_of_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.let_go(old.store, old.storage_key),
          private.let_go(old.thumbnail_store, old.thumbnail_key);
  return null;
end $$;

-- A row refers to it from here on.
create function private.strike_off(store text, key text) returns void
language sql set search_path = '' as $$
  delete from private.loose_objects l
   where l.store = strike_off.store and l.storage_key = strike_off.key
$$;

-- Acts --------------------------------------------------------------------------------

drop function private.begin_upload(uuid, text, text, text, text, text, jsonb, bigint);
create function private.begin_upload(
  account uuid, upload_kind text, title text, file_name text, file_type text,
  storage app.storage_type, upload_metadata jsonb, upload_length bigint
) returns public.uploads
language plpgsql set search_path = '' as $$
declare
  recording uuid;
  upload public.uploads;
begin
  insert into public.recordings (owner_id, filename, original_filename, mime_type, storage_type, status)
  values (account, title, file_name, file_type, storage,
          case upload_kind when 'recording' then 'recording' else 'uploading' end)
  returning id into recording;
  insert into public.uploads (owner_id, recording_id, kind, metadata, mime_type, length)
  values (account, recording, upload_kind, upload_metadata, file_type, upload_length)
  returning * into upload;
  return upload;
end $$;

drop function private.append_part(uuid, uuid, int, bigint, bigint, text);
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

drop function private.keep_whole(uuid, text, text, text, text, text, text, bigint);
create function private.keep_whole(
  account uuid, upload_kind text, title text, file_name text, file_type text,
  storage app.storage_type, store text, key text, file_size bigint
) returns public.recordings
language plpgsql set search_path = '' as $$
declare
  recording public.recordings;
  upload public.uploads;
begin
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

-- A reference as it leaves the database; null where there is nothing. So plain that Postgres inlines it.
create function private.reference(store text, key text) returns jsonb
language sql stable as $$
  select case when key is not null then jsonb_build_object('store', store, 'key', key) end
$$;

create or replace function private.parts_of(recording uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(
           jsonb_build_object('store', p.store, 'key', p.storage_key, 'size', p.size) order by p.start)
    from public.uploads u join private.upload_parts p on p.upload_id = u.id
   where u.recording_id = recording
$$;

drop function app.open_media(uuid, timestamptz);
create function app.open_media(recording uuid, watching_since timestamptz default null)
returns table (
  filename text, mime_type text, status text, size bigint, file jsonb, parts jsonb,
  changed_at timestamptz, thumbnail jsonb, can_download boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.can_view_recording(recording) then return; end if;
  return query
    select r.filename,
           case when w.parts is null then r.mime_type else u.mime_type end,
           r.status,
           case when w.parts is null then r.size else u.received end,
           case when w.parts is null then private.reference(r.store, r.storage_key) end,
           w.parts,
           coalesce(case when w.parts is null then u.replaced_at end, u.touched_at, r.created_at),
           private.reference(r.thumbnail_store, r.thumbnail_key),
           app.can_download_recording(r.id)
      from public.recordings r
      left join public.uploads u on u.recording_id = r.id
      cross join lateral (
        select case when r.storage_key is null or watching_since < u.replaced_at
               then private.parts_of(r.id) end as parts
      ) w
     where r.id = recording;
end $$;

drop function app.set_thumbnail(uuid, text);
create function app.set_thumbnail(recording uuid, store text, key text)
returns setof public.recordings
language plpgsql security definer set search_path = '' as $$
declare
  before public.recordings;
begin
  select * into before from public.recordings r
   where r.id = recording and r.owner_id = auth.uid() for update;
  if not found then return; end if;
  perform private.let_go(before.thumbnail_store, before.thumbnail_key);
  perform private.strike_off(set_thumbnail.store, key);
  return query
    update public.recordings r set
      thumbnail_store = set_thumbnail.store,
      thumbnail_key = key,
      thumbnail_path = format('/api/recordings/%s/thumbnail?v=%s', recording, left(md5(key), 8))
     where r.id = recording returning r.*;
end $$;

revoke execute on all functions in schema private from public;
revoke execute on function
  app.open_media(uuid, timestamptz), app.set_thumbnail(uuid, text, text) from public;
grant execute on function app.open_media(uuid, timestamptz) to anon, authenticated;
grant execute on function app.set_thumbnail(uuid, text, text) to authenticated;
