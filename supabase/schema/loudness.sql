-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.loudness (
  recording_id uuid not null,
  seconds_each double precision,
  levels bytea,
  failure text,
  measured_at timestamp with time zone default now() not null,
  constraint loudness_pkey PRIMARY KEY (recording_id),
  constraint loudness_check CHECK ((((seconds_each IS NULL) = (levels IS NULL)) AND ((levels IS NULL) = (failure IS NOT NULL)))),
  constraint loudness_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE
);
alter table private.loudness enable row level security;

CREATE OR REPLACE FUNCTION private.original_row(recording uuid)
 RETURNS SETOF public.recordings
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select o.* from public.recordings r, private.original_of(r) o where r.id = recording
$function$;

CREATE OR REPLACE FUNCTION app.loudness_of(recording uuid)
 RETURNS TABLE(seconds_each double precision, levels bytea, failure text, duration double precision, is_ready boolean, is_asked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not app.can_edit_recording(recording) then return; end if;
  return query
    select l.seconds_each, l.levels, l.failure, r.duration,
           r.status = 'ready' and r.storage_key is not null,
           exists (select from private.jobs j
                    where j.kind = 'measure-loudness' and j.due_at is not null
                      and j.data ->> 'recording_id' = recording::text)
      from private.original_row(recording) r
      left join private.loudness l
        on l.recording_id = r.id and (l.failure is null or l.measured_at > now() - interval '1 day');
end $function$;
grant execute on function app.loudness_of(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.forget_loudness()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from private.loudness where recording_id = new.recording_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.begin_part(original public.recordings, title text, storage app.storage_type, wanted bigint, disk_free bigint)
 RETURNS SETOF public.recordings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  part public.recordings;
begin
  perform private.assert_paid(original.owner_id);
  perform private.take_cut_room(original.owner_id, wanted, disk_free);
  insert into public.recordings
    (owner_id, filename, original_filename, mime_type, storage_type, status, progress, imported)
  values (original.owner_id, title, original.original_filename, original.mime_type, storage, 'processing', 0,
          original.imported)
  returning * into part;
  insert into private.held_room (id, owner_id, bytes, seen_at)
  values (part.id, part.owner_id, wanted, now() + interval '6 hours');
  return next part;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_part(recording uuid, file_type text, store text, key text, file_size bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  part public.recordings;
  granted bigint;
  upload uuid;
begin
  select * into part from public.recordings r
   where r.id = recording and r.status = 'processing'
     and not exists (select from public.uploads u where u.recording_id = r.id) for update;
  if not found then return false; end if;
  delete from private.held_room h where h.id = recording returning h.bytes into granted;
  if file_size > coalesce(granted, 0) then perform private.take_room(part.owner_id, file_size); end if;
  insert into public.uploads (owner_id, recording_id, kind, mime_type, length, received, finished_at)
  values (part.owner_id, recording, 'recording', file_type, file_size, file_size, now())
  returning id into upload;
  insert into private.upload_parts (upload_id, start, size, store, storage_key)
  values (upload, 0, file_size, keep_part.store, key);
  perform private.strike_off(keep_part.store, key);
  update public.recordings r set size = file_size, mime_type = file_type where r.id = recording;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.fail_part(recording uuid, reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.held_room h where h.id = recording;
  update public.recordings r set status = 'failed', failure = reason, playable = false, progress = null
   where r.id = recording and r.status = 'processing';
$function$;

CREATE OR REPLACE FUNCTION private.place_thumbnail(recording uuid, store text, key text, own boolean)
 RETURNS SETOF public.recordings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before public.recordings;
begin
  select * into before from public.recordings r where r.id = recording for update;
  if not found then return; end if;
  perform private.let_go(before.thumbnail_store, before.thumbnail_key);
  perform private.strike_off(place_thumbnail.store, key);
  return query
    update public.recordings r set
      thumbnail_store = place_thumbnail.store,
      thumbnail_key = key,
      thumbnail_path = format('/api/recordings/%s/thumbnail?v=%s', recording, left(md5(key), 8)),
      own_thumbnail = own
     where r.id = recording returning r.*;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_shown(recording public.recordings, film_size bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if film_size is distinct from recording.size and exists (
    select from private.edits e where e.recording_id = recording.id and e.shown_at is not null) then
    raise exception 'The recording has just changed. Choose the moment again.'
      using errcode = 'KN409', detail = 'film_changed';
  end if;
end $function$;
