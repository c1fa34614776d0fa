-- Recordings: one row per video. Its bytes lie in a store under `storage_key`, or, until they are made seekable,
-- in the parts of the upload that brought them. A store is a piece of code and known here by its name alone;
-- people are told its storage type.

create table public.recordings (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.users on delete cascade,
  filename text not null check (char_length(btrim(filename)) between 1 and 255),
  original_filename text not null check (char_length(original_filename) between 1 and 255),
  size bigint not null default 0 check (size >= 0),
  duration double precision check (duration >= 0),
  width int,
  height int,
  mime_type text not null default 'video/webm',
  video_codec text,
  audio_codec text,
  status text not null default 'processing'
    check (status in ('recording', 'uploading', 'processing', 'ready', 'failed')),
  failure text,
  interrupted boolean not null default false,
  playable boolean,
  progress smallint check (progress between 0 and 100),
  storage_type app.storage_type not null default 'local',
  storage_key text,
  -- Of the bytes as the recorder sent them, whatever the processing made of them later.
  received_bytes bigint,
  received_sha256 text,
  seekable boolean,
  audio_level_db double precision,
  thumbnail_path text,
  comment_count int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  thumbnail_key text,
  reaction_counts jsonb not null default '{}',
  store text,
  thumbnail_store text,
  -- Why its bytes cannot be had. Said to everybody who sees the recording.
  missing text check (missing in ('disconnected', 'trashed', 'gone')),
  moving jsonb,
  -- The job that carries the bytes shows this id; another id means that the move was cancelled, or asked for anew.
  move_id uuid,
  -- The name of these bytes when they lay elsewhere, which a player was told: a move changes no byte.
  file_tag text,
  -- Made here, or brought as a file: its upload knows, and goes when it has been replaced.
  imported boolean not null default false,
  -- Through all of its links, also those that are gone: a card shows it, and asks no link.
  view_count int not null default 0,
  -- Small pictures of its moments in one JPEG; they count towards nobody's storage, like the thumbnail.
  contact_sheet jsonb,
  contact_sheet_store text,
  contact_sheet_key text,
  folder_id uuid,
  -- In the trash it keeps its row until its time is over.
  deleted_at timestamptz,
  purge_at timestamptz,
  -- Whether the film of the row is a cut.
  edited boolean not null default false,
  -- Whether its owner chose the picture.
  own_thumbnail boolean not null default false,
  play_count int not null default 0,
  -- How far what has arrived reaches, and when the last of it came; there exactly while the recording runs.
  live jsonb,
  -- When the folder goes, its recordings lie on top.
  constraint recordings_folder foreign key (folder_id, owner_id)
    references public.folders (id, owner_id) on delete set null (folder_id),
  constraint recordings_trash check ((deleted_at is null) = (purge_at is null)),
  constraint recordings_live
    check ((live is null) = (status <> 'recording') and live ?& array['seconds', 'paused', 'updated_at']),
  constraint recordings_file check ((store is null) = (storage_key is null)),
  constraint recordings_thumbnail check ((thumbnail_store is null) = (thumbnail_key is null)),
  constraint recordings_moving check (
    (moving is null) = (move_id is null)
    and (moving is null or moving ?& array['to', 'percent', 'failed'])),
  constraint recordings_contact_sheet check (
    (contact_sheet_store is null) = (contact_sheet_key is null)
    and (contact_sheet is null) = (contact_sheet_key is null))
);
create index recordings_longest on public.recordings (owner_id, duration desc nulls last, id);
create index recordings_largest on public.recordings (owner_id, size desc, id);
create index recordings_unfinished on public.recordings (updated_at)
  where status in ('recording', 'uploading', 'processing');
create index recordings_by_title on public.recordings (owner_id, filename collate app.by_title, id);
create index recordings_in_store on public.recordings (store, storage_key) where store is not null;
create index recordings_arriving on public.recordings (owner_id)
  where status in ('recording', 'uploading', 'processing');
create index recordings_moving on public.recordings (owner_id) where moving is not null;

-- For the people who recorded most in a period, and how much that takes.
create index recordings_made on public.recordings (created_at, id) include (owner_id, size);
create index recordings_by_store on public.recordings (store) include (size) where store is not null;
create index recordings_thumbnail on public.recordings (thumbnail_store, thumbnail_key)
  where thumbnail_store is not null;
create index recordings_by_storage on public.recordings (storage_type, created_at, id);
create index recordings_newest on public.recordings (owner_id, created_at desc, id desc) include (size);
create index recordings_contact_sheet on public.recordings (contact_sheet_store, contact_sheet_key)
  where contact_sheet_store is not null;
create index recordings_in_folder on public.recordings (owner_id, folder_id, created_at desc, id desc);
create index recordings_folder on public.recordings (folder_id, owner_id) where folder_id is not null;
alter table public.recordings enable row level security;
grant select on public.recordings to authenticated;
grant update (filename) on public.recordings to authenticated;

create policy "owners see their recordings" on public.recordings
  for select to authenticated using (owner_id = (select auth.uid()));
create policy "owners rename their recordings" on public.recordings
  for update to authenticated using (owner_id = (select auth.uid()))
  with check (owner_id = (select auth.uid()));
create policy "admins see every recording" on public.recordings
  for select to authenticated using ((select app.is_admin()));
create trigger announce_new_recording after insert on public.recordings
  for each row execute function private.announce_activity('activity');
create trigger announce_gone_recording after delete on public.recordings
  for each row execute function private.announce_activity('activity');

-- Viewing ------------------------------------------------------------------------------

-- The one answer to "may this caller see this recording": its owner, a link that opens it, or an admin.
create function app.can_view_recording(recording uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.recordings r join public.users u on u.id = r.owner_id
       where r.id = recording and r.owner_id = auth.uid() and not u.suspended and r.deleted_at is null)
    or recording in (select app.shared_recordings())
    or (app.is_admin() and exists (
      select 1 from public.recordings r where r.id = recording and r.deleted_at is null));
end $$;

create function app.can_edit_recording(recording uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.recordings r
       where r.id = recording and r.owner_id = auth.uid() and r.deleted_at is null)
    or coalesce(recording = app.editable_recording(), false);
end $$;

create function app.can_download_recording(recording uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.recordings r
       where r.id = recording and (r.owner_id = auth.uid() or app.is_admin()) and r.deleted_at is null)
    or exists (select 1 from app.opened_share() s where s.can_download)
       and recording in (select app.shared_recordings());
end $$;

-- Kept by triggers ----------------------------------------------------------------------

create function private.touch() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Comments, reactions and views are no change of the recording.
create trigger touch_recording before update on public.recordings for each row
  when (not (new.comment_count is distinct from old.comment_count
    or new.reaction_counts is distinct from old.reaction_counts
    or new.view_count is distinct from old.view_count
    or new.play_count is distinct from old.play_count))
  execute function private.touch();

-- Macs write é as two characters where others write one; what looks the same is found the same.
create function private.spell_title() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.filename := normalize(new.filename, nfc);
  new.original_filename := normalize(new.original_filename, nfc);
  return new;
end $$;
create trigger spell_title before insert or update of filename, original_filename on public.recordings
  for each row execute function private.spell_title();

create function private.counted_bytes(size bigint, storage app.storage_type) returns bigint
language sql immutable as $$ select case when storage = 'google_drive' then 0 else size end $$;

-- Usage follows the rows, whoever writes them.
create function private.count_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  size bigint := coalesce(new.size, 0) - coalesce(old.size, 0);
  used bigint := coalesce(private.counted_bytes(new.size, new.storage_type), 0)
               - coalesce(private.counted_bytes(old.size, old.storage_type), 0);
begin
  if tg_op = 'UPDATE' and size = 0 and used = 0 then return null; end if;
  update public.storage_usage set
    used_bytes = greatest(0, used_bytes + used),
    drive_bytes = greatest(0, drive_bytes + size - used),
    recording_count = recording_count
      + case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end
   where user_id = coalesce(new.owner_id, old.owner_id);
  return null;
end $$;
create trigger count_recording
  after insert or delete or update of size, storage_type on public.recordings
  for each row execute function private.count_recording();

-- It can be had from where it lies now.
create function private.found_again() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.missing := null;
  return new;
end $$;
create trigger found_again before update of store on public.recordings
  for each row when (old.store is distinct from new.store and new.missing is not null)
  execute function private.found_again();

-- Bytes go when their row goes, whatever deletes it ----------------------------------------

-- Keys that no row refers to, yet or any more. A key is noted before its first byte is written and
-- struck off by the transaction that refers to it; what is still here when its time comes is removed.
create table private.loose_objects (
  storage_key text not null,
  due_at timestamptz not null,
  store text not null,
  -- Whom the bytes were taken from; they may outlive the account.
  account uuid,
  primary key (store, storage_key)
);
create index loose_objects_due on private.loose_objects (store, due_at);
alter table private.loose_objects enable row level security;

create function private.let_go(store text, key text) returns void
language sql set search_path = '' as $$
  insert into private.loose_objects (store, storage_key, due_at)
  select let_go.store, let_go.key, now() where let_go.key is not null
  on conflict (store, storage_key) do update set due_at = excluded.due_at
$$;

-- A row refers to it from here on. An account refers to nothing but what was taken from it.
create function private.strike_off(store text, key text) returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.loose_objects l
   where l.store = strike_off.store and l.storage_key = strike_off.key
     and (auth.uid() is null or l.account = auth.uid());
  if not found and auth.uid() is not null then
    raise exception 'These bytes are not yours.' using errcode = '42501';
  end if;
end $$;

-- A reference as it leaves the database; null where there is nothing. So plain that Postgres inlines it.
create function private.reference(store text, key text) returns jsonb
language sql stable as $$
  select case when key is not null then jsonb_build_object('store', store, 'key', key) end
$$;

create function private.let_go_of_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.let_go(old.store, old.storage_key),
          private.let_go(old.thumbnail_store, old.thumbnail_key),
          private.let_go(old.contact_sheet_store, old.contact_sheet_key);
  return null;
end $$;
create trigger let_go_of_recording after delete on public.recordings
  for each row execute function private.let_go_of_recording();

-- Pictures ------------------------------------------------------------------------------

-- `film` is the key of the file that the server has drawn; null where the picture is from elsewhere.
create function app.set_thumbnail(
  recording uuid, store text, key text, own boolean, film text, film_size bigint)
returns setof public.recordings language plpgsql security definer set search_path = '' as $$
declare
  before public.recordings;
begin
  select * into before from public.recordings r
   where r.id = recording and r.owner_id = auth.uid() for update;
  if not found then return; end if;
  if before.storage_key <> film then
    raise exception 'The recording has just changed. Choose the moment again.'
      using errcode = 'KN409', detail = 'film_changed';
  end if;
  if film is null and not own then perform private.assert_shown(before, film_size); end if;
  return query select * from private.place_thumbnail(recording, set_thumbnail.store, key, own);
end $$;

create function private.place_contact_sheet(
  recording uuid, store text, key text,
  tiles int, seconds_each double precision, tile_width int, tile_height int
) returns setof public.recordings
language plpgsql set search_path = '' as $$
declare
  before public.recordings;
begin
  select * into before from public.recordings r where r.id = recording for update;
  if not found then return; end if;
  perform private.let_go(before.contact_sheet_store, before.contact_sheet_key);
  perform private.strike_off(place_contact_sheet.store, key);
  return query
    update public.recordings r set
      contact_sheet_store = place_contact_sheet.store,
      contact_sheet_key = key,
      contact_sheet = jsonb_build_object(
        'path', format('/api/recordings/%s/contact-sheet?v=%s', recording, left(md5(key), 8)),
        'tiles', tiles, 'seconds_each', seconds_each,
        'tile_width', tile_width, 'tile_height', tile_height)
     where r.id = recording returning r.*;
end $$;

create function app.set_contact_sheet(
  recording uuid, store text, key text,
  tiles int, seconds_each double precision, tile_width int, tile_height int
)
returns setof public.recordings language plpgsql security definer set search_path = '' as $$
declare
  before public.recordings;
begin
  select * into before from public.recordings r
   where r.id = recording and r.owner_id = auth.uid() for update;
  if not found then return; end if;
  perform private.assert_shown(before, null); -- recorders alone send them, of the original
  return query
    select * from private.place_contact_sheet(
      recording, store, key, tiles, seconds_each, tile_width, tile_height);
end $$;

-- Realtime -----------------------------------------------------------------------
-- Events say what is stale, never what it is: a viewer reads the new state through the same policies.

create function private.announce_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row public.recordings := coalesce(new, old);
begin
  perform realtime.send(
    jsonb_build_object('recording_id', row.id, 'status', row.status, 'progress', row.progress),
    case tg_op when 'DELETE' then 'recording_deleted' else 'recording' end,
    'recording:' || row.id, true);
  perform realtime.send(
    jsonb_build_object('recording_id', row.id, 'status', row.status, 'progress', row.progress),
    'library', 'user:' || row.owner_id, true);
  return null;
end $$;
create trigger announce_recording after insert or delete on public.recordings
  for each row execute function private.announce_recording();
create trigger announce_recording_change after update on public.recordings
  for each row
  when (old.filename is distinct from new.filename or old.status is distinct from new.status
     or old.progress is distinct from new.progress or old.thumbnail_path is distinct from new.thumbnail_path
     or old.contact_sheet is distinct from new.contact_sheet
     or old.duration is distinct from new.duration or old.playable is distinct from new.playable
     or old.interrupted is distinct from new.interrupted
     or old.moving is distinct from new.moving or old.storage_type is distinct from new.storage_type)
  execute function private.announce_recording();
create trigger announce_missing after update on public.recordings
  for each row when (old.missing is distinct from new.missing)
  execute function private.announce_recording();

-- A topic is text from outside: only a well-formed id is asked about.
create function app.topic_recording() returns uuid
language sql stable set search_path = '' as $$
  select case when realtime.topic() ~ '^recording:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then substring(realtime.topic() from 11)::uuid end
$$;

create policy "viewers hear a recording" on realtime.messages
  for select to anon, authenticated using (
    app.topic_recording() is not null and app.can_view_recording(app.topic_recording()));

-- People who can hear a recording can be counted as watching it, and can say nothing else on its channel.
create policy "viewers show that they are watching" on realtime.messages
  for insert to anon, authenticated with check (
    extension = 'presence' and app.topic_recording() is not null
    and app.can_view_recording(app.topic_recording()));

create function private.is_under_way(moving jsonb) returns boolean
language sql immutable as $$ select moving is not null and moving ->> 'failed' is null $$;

grant execute on function app.can_view_recording(uuid), app.can_edit_recording(uuid),
  app.can_download_recording(uuid), app.topic_recording() to anon, authenticated;
grant execute on function app.set_thumbnail(uuid, text, text, boolean, text, bigint),
  app.set_contact_sheet(uuid, text, text, int, double precision, int, int) to authenticated;
