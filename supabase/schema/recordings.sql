-- Written by `bun run schema` from the migrations: read it, and change those.

create table public.recordings (
  id uuid default gen_random_uuid() not null,
  owner_id uuid not null,
  filename text not null,
  original_filename text not null,
  size bigint default 0 not null,
  duration double precision,
  width integer,
  height integer,
  mime_type text default 'video/webm'::text not null,
  video_codec text,
  audio_codec text,
  status text default 'processing'::text not null,
  failure text,
  interrupted boolean default false not null,
  playable boolean,
  progress smallint,
  storage_type app.storage_type default 'local'::text not null,
  storage_key text,
  received_bytes bigint,
  received_sha256 text,
  seekable boolean,
  audio_level_db double precision,
  thumbnail_path text,
  comment_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  thumbnail_key text,
  reaction_counts jsonb default '{}'::jsonb not null,
  store text,
  thumbnail_store text,
  missing text,
  moving jsonb,
  move_id uuid,
  file_tag text,
  imported boolean default false not null,
  view_count integer default 0 not null,
  contact_sheet jsonb,
  contact_sheet_store text,
  contact_sheet_key text,
  folder_id uuid,
  deleted_at timestamp with time zone,
  purge_at timestamp with time zone,
  edited boolean default false not null,
  own_thumbnail boolean default false not null,
  play_count integer default 0 not null,
  live jsonb,
  constraint recordings_pkey PRIMARY KEY (id),
  constraint recordings_contact_sheet CHECK ((((contact_sheet_store IS NULL) = (contact_sheet_key IS NULL)) AND ((contact_sheet IS NULL) = (contact_sheet_key IS NULL)))),
  constraint recordings_duration_check CHECK ((duration >= (0)::double precision)),
  constraint recordings_file CHECK (((store IS NULL) = (storage_key IS NULL))),
  constraint recordings_filename_check CHECK (((char_length(btrim(filename)) >= 1) AND (char_length(btrim(filename)) <= 255))),
  constraint recordings_folder FOREIGN KEY (folder_id, owner_id) REFERENCES public.folders(id, owner_id) ON DELETE SET NULL (folder_id),
  constraint recordings_live CHECK ((((live IS NULL) = (status <> 'recording'::text)) AND (live ?& ARRAY['seconds'::text, 'paused'::text, 'updated_at'::text]))),
  constraint recordings_missing_check CHECK ((missing = ANY (ARRAY['disconnected'::text, 'trashed'::text, 'gone'::text]))),
  constraint recordings_moving CHECK ((((moving IS NULL) = (move_id IS NULL)) AND ((moving IS NULL) OR (moving ?& ARRAY['to'::text, 'percent'::text, 'failed'::text])))),
  constraint recordings_original_filename_check CHECK (((char_length(original_filename) >= 1) AND (char_length(original_filename) <= 255))),
  constraint recordings_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE,
  constraint recordings_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint recordings_size_check CHECK ((size >= 0)),
  constraint recordings_status_check CHECK ((status = ANY (ARRAY['recording'::text, 'uploading'::text, 'processing'::text, 'ready'::text, 'failed'::text]))),
  constraint recordings_thumbnail CHECK (((thumbnail_store IS NULL) = (thumbnail_key IS NULL))),
  constraint recordings_trash CHECK (((deleted_at IS NULL) = (purge_at IS NULL)))
);
CREATE INDEX recordings_arriving ON public.recordings USING btree (owner_id) WHERE (status = ANY (ARRAY['recording'::text, 'uploading'::text, 'processing'::text]));
CREATE INDEX recordings_by_storage ON public.recordings USING btree (storage_type, created_at, id) INCLUDE (deleted_at);
CREATE INDEX recordings_by_store ON public.recordings USING btree (store) INCLUDE (size) WHERE (store IS NOT NULL);
CREATE INDEX recordings_by_title ON public.recordings USING btree (owner_id, filename COLLATE app.by_title, id);
CREATE INDEX recordings_by_trigrams ON public.recordings USING gin (app.folded(filename) extensions.gin_trgm_ops);
CREATE INDEX recordings_contact_sheet ON public.recordings USING btree (contact_sheet_store, contact_sheet_key) WHERE (contact_sheet_store IS NOT NULL);
CREATE INDEX recordings_folder ON public.recordings USING btree (folder_id, owner_id) WHERE (folder_id IS NOT NULL);
CREATE INDEX recordings_in_folder ON public.recordings USING btree (owner_id, folder_id, created_at DESC, id DESC);
CREATE INDEX recordings_in_store ON public.recordings USING btree (store, storage_key) WHERE (store IS NOT NULL);
CREATE INDEX recordings_largest ON public.recordings USING btree (owner_id, size DESC, id);
CREATE INDEX recordings_longest ON public.recordings USING btree (owner_id, duration DESC NULLS LAST, id);
CREATE INDEX recordings_made ON public.recordings USING btree (created_at, id) INCLUDE (owner_id, size, deleted_at);
CREATE INDEX recordings_moving ON public.recordings USING btree (owner_id) WHERE (moving IS NOT NULL);
CREATE INDEX recordings_newest ON public.recordings USING btree (owner_id, created_at DESC, id DESC) INCLUDE (size, deleted_at);
CREATE INDEX recordings_purged ON public.recordings USING btree (purge_at) WHERE (purge_at IS NOT NULL);
CREATE INDEX recordings_thumbnail ON public.recordings USING btree (thumbnail_store, thumbnail_key) WHERE (thumbnail_store IS NOT NULL);
CREATE INDEX recordings_trashed ON public.recordings USING btree (owner_id, deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);
CREATE INDEX recordings_unfinished ON public.recordings USING btree (updated_at) WHERE (status = ANY (ARRAY['recording'::text, 'uploading'::text, 'processing'::text]));
alter table public.recordings enable row level security;
grant select on public.recordings to anon;
grant select on public.recordings to authenticated;
grant update (filename) on public.recordings to authenticated;
create policy "admins see every recording" on public.recordings for select to authenticated
  using (( SELECT app.is_admin() AS is_admin));
create policy "editors rename the recording their link opens" on public.recordings for update to authenticated
  using ((id = ( SELECT app.editable_recording() AS editable_recording)))
  with check ((id = ( SELECT app.editable_recording() AS editable_recording)));
create policy "nobody sees what lies in the trash" on public.recordings as restrictive for all to anon, authenticated
  using ((deleted_at IS NULL));
create policy "owners rename their recordings" on public.recordings for update to authenticated
  using ((owner_id = ( SELECT auth.uid() AS uid)))
  with check ((owner_id = ( SELECT auth.uid() AS uid)));
create policy "owners see their recordings" on public.recordings for select to authenticated
  using ((owner_id = ( SELECT auth.uid() AS uid)));
create policy "viewers see the recordings their link opens" on public.recordings for select to anon, authenticated
  using ((id IN ( SELECT app.shared_recordings() AS shared_recordings)));
CREATE TRIGGER announce_gone_recording AFTER DELETE ON public.recordings FOR EACH ROW EXECUTE FUNCTION private.announce_activity('activity');
CREATE TRIGGER announce_missing AFTER UPDATE ON public.recordings FOR EACH ROW WHEN ((old.missing IS DISTINCT FROM new.missing)) EXECUTE FUNCTION private.announce_recording();
CREATE TRIGGER announce_new_recording AFTER INSERT ON public.recordings FOR EACH ROW EXECUTE FUNCTION private.announce_activity('activity');
CREATE TRIGGER announce_place AFTER UPDATE OF folder_id ON public.recordings FOR EACH ROW WHEN ((old.folder_id IS DISTINCT FROM new.folder_id)) EXECUTE FUNCTION private.announce_place();
CREATE TRIGGER announce_recording AFTER INSERT OR DELETE ON public.recordings FOR EACH ROW EXECUTE FUNCTION private.announce_recording();
CREATE TRIGGER announce_recording_change AFTER UPDATE ON public.recordings FOR EACH ROW WHEN (((old.filename IS DISTINCT FROM new.filename) OR (old.status IS DISTINCT FROM new.status) OR (old.progress IS DISTINCT FROM new.progress) OR (old.thumbnail_path IS DISTINCT FROM new.thumbnail_path) OR (old.contact_sheet IS DISTINCT FROM new.contact_sheet) OR (old.duration IS DISTINCT FROM new.duration) OR (old.playable IS DISTINCT FROM new.playable) OR (old.interrupted IS DISTINCT FROM new.interrupted) OR (old.moving IS DISTINCT FROM new.moving) OR ((old.storage_type)::text IS DISTINCT FROM (new.storage_type)::text))) EXECUTE FUNCTION private.announce_recording();
CREATE TRIGGER announce_trash AFTER UPDATE OF deleted_at ON public.recordings FOR EACH ROW WHEN (((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))) EXECUTE FUNCTION private.announce_trash();
CREATE TRIGGER count_purged AFTER DELETE ON public.recordings FOR EACH ROW WHEN ((old.deleted_at IS NOT NULL)) EXECUTE FUNCTION private.count_trash();
CREATE TRIGGER count_recording AFTER INSERT OR DELETE OR UPDATE OF size, storage_type ON public.recordings FOR EACH ROW EXECUTE FUNCTION private.count_recording();
CREATE TRIGGER count_trash AFTER UPDATE OF deleted_at ON public.recordings FOR EACH ROW WHEN (((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))) EXECUTE FUNCTION private.count_trash();
CREATE TRIGGER found_again BEFORE UPDATE OF store ON public.recordings FOR EACH ROW WHEN (((old.store IS DISTINCT FROM new.store) AND (new.missing IS NOT NULL))) EXECUTE FUNCTION private.found_again();
CREATE TRIGGER give_back_discarded BEFORE DELETE ON public.recordings FOR EACH ROW WHEN ((old.status = 'recording'::text)) EXECUTE FUNCTION private.give_back_discarded();
CREATE TRIGGER keep_live BEFORE INSERT OR UPDATE OF status ON public.recordings FOR EACH ROW EXECUTE FUNCTION private.keep_live();
CREATE TRIGGER leave_to_move AFTER UPDATE OF move_id ON public.recordings FOR EACH ROW WHEN (((old.move_id IS DISTINCT FROM new.move_id) AND (new.move_id IS NOT NULL))) EXECUTE FUNCTION private.leave_to_move();
CREATE TRIGGER let_go_of_edit BEFORE DELETE ON public.recordings FOR EACH ROW EXECUTE FUNCTION private.let_go_of_edit();
CREATE TRIGGER let_go_of_recording AFTER DELETE ON public.recordings FOR EACH ROW EXECUTE FUNCTION private.let_go_of_recording();
CREATE TRIGGER measure_new_recording AFTER INSERT OR DELETE ON public.recordings FOR EACH ROW EXECUTE FUNCTION private.measure_recording();
CREATE TRIGGER measure_recording AFTER UPDATE OF status, size, duration ON public.recordings FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.duration IS DISTINCT FROM new.duration) OR ((old.size IS DISTINCT FROM new.size) AND private.has_arrived(old.status)))) EXECUTE FUNCTION private.measure_recording();
CREATE TRIGGER send_to_drive AFTER UPDATE ON public.recordings FOR EACH ROW WHEN (((old.status = 'processing'::text) AND (new.status = 'ready'::text))) EXECUTE FUNCTION private.send_to_drive();
CREATE TRIGGER spell_title BEFORE INSERT OR UPDATE OF filename, original_filename ON public.recordings FOR EACH ROW EXECUTE FUNCTION private.spell_title();
CREATE TRIGGER touch_recording BEFORE UPDATE ON public.recordings FOR EACH ROW WHEN ((NOT ((new.comment_count IS DISTINCT FROM old.comment_count) OR (new.reaction_counts IS DISTINCT FROM old.reaction_counts) OR (new.view_count IS DISTINCT FROM old.view_count) OR (new.play_count IS DISTINCT FROM old.play_count)))) EXECUTE FUNCTION private.touch();

CREATE OR REPLACE FUNCTION app.can_view_recording(recording uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
      select 1 from public.recordings r join public.users u on u.id = r.owner_id
       where r.id = recording and r.owner_id = auth.uid() and not u.suspended and r.deleted_at is null)
    or recording in (select app.shared_recordings())
    or (app.is_admin() and exists (
      select 1 from public.recordings r where r.id = recording and r.deleted_at is null));
end $function$;
grant execute on function app.can_view_recording(uuid) to anon;
grant execute on function app.can_view_recording(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.can_edit_recording(recording uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
      select 1 from public.recordings r
       where r.id = recording and r.owner_id = auth.uid() and r.deleted_at is null)
    or coalesce(recording = app.editable_recording(), false);
end $function$;
grant execute on function app.can_edit_recording(uuid) to anon;
grant execute on function app.can_edit_recording(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.can_download_recording(recording uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
      select 1 from public.recordings r
       where r.id = recording and (r.owner_id = auth.uid() or app.is_admin()) and r.deleted_at is null)
    or exists (select 1 from app.opened_share() s where s.can_download)
       and recording in (select app.shared_recordings());
end $function$;
grant execute on function app.can_download_recording(uuid) to anon;
grant execute on function app.can_download_recording(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.touch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.spell_title()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.filename := normalize(new.filename, nfc);
  new.original_filename := normalize(new.original_filename, nfc);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.counted_bytes(size bigint, storage app.storage_type)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ select case when storage = 'google_drive' then 0 else size end $function$;

CREATE OR REPLACE FUNCTION private.count_recording()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.found_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.missing := null;
  return new;
end $function$;

create table private.loose_objects (
  storage_key text not null,
  due_at timestamp with time zone not null,
  store text not null,
  account uuid,
  constraint loose_objects_pkey PRIMARY KEY (store, storage_key)
);
CREATE INDEX loose_objects_due ON private.loose_objects USING btree (store, due_at);
alter table private.loose_objects enable row level security;

CREATE OR REPLACE FUNCTION private.let_go(store text, key text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.loose_objects (store, storage_key, due_at)
  select let_go.store, let_go.key, now() where let_go.key is not null
  on conflict (store, storage_key) do update set due_at = excluded.due_at
$function$;

CREATE OR REPLACE FUNCTION private.strike_off(store text, key text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from private.loose_objects l
   where l.store = strike_off.store and l.storage_key = strike_off.key
     and (auth.uid() is null or l.account = auth.uid());
  if not found and auth.uid() is not null then
    raise exception 'These bytes are not yours.' using errcode = '42501';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.reference(store text, key text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select case when key is not null then jsonb_build_object('store', store, 'key', key) end
$function$;

CREATE OR REPLACE FUNCTION private.let_go_of_recording()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.let_go(old.store, old.storage_key),
          private.let_go(old.thumbnail_store, old.thumbnail_key),
          private.let_go(old.contact_sheet_store, old.contact_sheet_key);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.set_thumbnail(recording uuid, store text, key text, own boolean, film text, film_size bigint)
 RETURNS SETOF public.recordings
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.set_thumbnail(uuid,text,text,boolean,text,bigint) to authenticated;

CREATE OR REPLACE FUNCTION private.place_contact_sheet(recording uuid, store text, key text, tiles integer, seconds_each double precision, tile_width integer, tile_height integer)
 RETURNS SETOF public.recordings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.set_contact_sheet(recording uuid, store text, key text, tiles integer, seconds_each double precision, tile_width integer, tile_height integer)
 RETURNS SETOF public.recordings
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.set_contact_sheet(uuid,text,text,integer,double precision,integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION private.announce_recording()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.topic_recording()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when realtime.topic() ~ '^recording:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then substring(realtime.topic() from 11)::uuid end
$function$;
grant execute on function app.topic_recording() to anon;
grant execute on function app.topic_recording() to authenticated;

CREATE OR REPLACE FUNCTION private.is_under_way(moving jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select moving is not null and moving ->> 'failed' is null $function$;
