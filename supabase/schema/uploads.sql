-- Written by `bun run schema` from the migrations: read it, and change those.

create table public.uploads (
  id uuid default gen_random_uuid() not null,
  owner_id uuid not null,
  recording_id uuid not null,
  kind text not null,
  metadata jsonb default '{}'::jsonb not null,
  mime_type text not null,
  length bigint,
  received bigint default 0 not null,
  attempt integer default 0 not null,
  touched_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  replaced_at timestamp with time zone,
  take integer default 0 not null,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_check CHECK ((received <= length)),
  constraint uploads_kind_check CHECK ((kind = ANY (ARRAY['recording'::text, 'import'::text]))),
  constraint uploads_length_check CHECK ((length >= 0)),
  constraint uploads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE,
  constraint uploads_received_check CHECK ((received >= 0)),
  constraint uploads_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint uploads_recording_id_key UNIQUE (recording_id),
  constraint uploads_take_check CHECK ((take >= 0))
);
CREATE INDEX uploads_of_owner ON public.uploads USING btree (owner_id);
CREATE INDEX uploads_replaced ON public.uploads USING btree (replaced_at) WHERE (replaced_at IS NOT NULL);
CREATE INDEX uploads_reserving ON public.uploads USING btree (owner_id) WHERE ((finished_at IS NULL) AND (length IS NOT NULL));
CREATE INDEX uploads_unfinished ON public.uploads USING btree (touched_at) WHERE (finished_at IS NULL);
alter table public.uploads enable row level security;
grant select on public.uploads to authenticated;
create policy "people see their own uploads" on public.uploads for select to authenticated
  using ((owner_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER go_on_recording AFTER UPDATE OF touched_at ON public.uploads FOR EACH ROW EXECUTE FUNCTION private.go_on_recording();
CREATE TRIGGER note_import AFTER INSERT ON public.uploads FOR EACH ROW WHEN ((new.kind = 'import'::text)) EXECUTE FUNCTION private.note_import();
CREATE TRIGGER tell_begun_again AFTER INSERT ON public.uploads FOR EACH ROW WHEN ((new.take > 0)) EXECUTE FUNCTION private.tell_begun_again();
CREATE TRIGGER tell_ended AFTER UPDATE OF finished_at ON public.uploads FOR EACH ROW WHEN (((old.finished_at IS NULL) AND (new.finished_at IS NOT NULL) AND (new.kind = 'recording'::text))) EXECUTE FUNCTION private.tell_ended();

create table private.upload_parts (
  upload_id uuid not null,
  start bigint not null,
  size bigint not null,
  storage_key text not null,
  store text not null,
  constraint upload_parts_pkey PRIMARY KEY (upload_id, start),
  constraint upload_parts_size_check CHECK ((size > 0)),
  constraint upload_parts_start_check CHECK ((start >= 0)),
  constraint upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES public.uploads(id) ON DELETE CASCADE
);
CREATE INDEX upload_parts_object ON private.upload_parts USING btree (store, storage_key);
alter table private.upload_parts enable row level security;
CREATE TRIGGER let_go_of_part AFTER DELETE ON private.upload_parts FOR EACH ROW EXECUTE FUNCTION private.let_go_of_part();

CREATE OR REPLACE FUNCTION private.let_go_of_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.let_go(old.store, old.storage_key);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.recordings set imported = true where id = new.recording_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.begin_upload(account uuid, upload_kind text, title text, file_name text, file_type text, storage app.storage_type, upload_metadata jsonb, upload_length bigint)
 RETURNS public.uploads
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.hear_of_upload(account uuid, upload uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- The recording is locked first, as it is by append_part.
  perform 1 from public.recordings r join public.uploads u on u.recording_id = r.id
   where u.id = upload and u.owner_id = account for no key update of r;
  update public.uploads set touched_at = now()
   where id = upload and owner_id = account and finished_at is null;
end $function$;

CREATE OR REPLACE FUNCTION private.take_up(account uuid, upload uuid)
 RETURNS SETOF public.uploads
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.hear_of_upload(account, upload);
  update public.uploads set attempt = attempt + 1 where id = upload and owner_id = account
  returning *
$function$;

CREATE OR REPLACE FUNCTION private.declare_length(account uuid, upload uuid, of_attempt integer, declared bigint)
 RETURNS SETOF public.uploads
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known public.uploads;
begin
  select * into known from public.uploads
   where id = upload and owner_id = account and attempt = of_attempt and length is null for update;
  if not found then return; end if;
  if known.kind = 'import' then perform private.take_room(account, declared - known.received); end if;
  return query update public.uploads set length = declared where id = upload returning *;
end $function$;

CREATE OR REPLACE FUNCTION private.append_part(account uuid, upload uuid, of_attempt integer, from_byte bigint, part_size bigint, store text, key text)
 RETURNS public.uploads
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.close_upload(upload public.uploads, was_interrupted boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.recordings set
    status = 'processing',
    interrupted = was_interrupted,
    received_bytes = upload.received,
    progress = 0
   where id = upload.recording_id
$function$;

CREATE OR REPLACE FUNCTION private.close_stale_uploads(untouched_for interval)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.keep_whole(account uuid, upload_kind text, title text, file_name text, file_type text, storage app.storage_type, store text, key text, file_size bigint, held uuid)
 RETURNS public.recordings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.parts_of(recording uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_agg(
           jsonb_build_object('store', p.store, 'key', p.storage_key, 'size', p.size) order by p.start)
    from public.uploads u join private.upload_parts p on p.upload_id = u.id
   where u.recording_id = recording
$function$;

CREATE OR REPLACE FUNCTION app.open_media(recording uuid, watching_since timestamp with time zone DEFAULT NULL::timestamp with time zone, of_original boolean DEFAULT false)
 RETURNS TABLE(filename text, mime_type text, status text, size bigint, file jsonb, parts jsonb, changed_at timestamp with time zone, thumbnail jsonb, contact_sheet jsonb, can_download boolean, can_edit boolean, shown_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.open_media(uuid,timestamp with time zone,boolean) to anon;
grant execute on function app.open_media(uuid,timestamp with time zone,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.mark_interrupted()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with silent as (
    select r.id from public.uploads u join public.recordings r on r.id = u.recording_id
     where u.finished_at is null and u.touched_at < now() - interval '60 seconds'
       and r.status = 'recording' and not r.interrupted
       for update of r, u skip locked)
  update public.recordings r set interrupted = true from silent where r.id = silent.id
$function$;

CREATE OR REPLACE FUNCTION private.go_on_recording()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.recordings set interrupted = false
   where id = new.recording_id and status = 'recording' and interrupted;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.put_into_folder(recording uuid, folder uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.recordings r set folder_id = f.id
    from public.folders f where r.id = recording and f.id = folder and f.owner_id = r.owner_id
  returning f.id
$function$;
