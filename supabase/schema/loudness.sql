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

CREATE OR REPLACE FUNCTION private.original_of(recording uuid)
 RETURNS SETOF public.recordings
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (jsonb_populate_record(r, coalesce(e.original, '{}'))).*
    from public.recordings r left join private.edits e on e.recording_id = r.id
   where r.id = recording
$function$;
grant execute on function private.original_of(uuid) to public;

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
      from private.original_of(recording) r
      left join private.loudness l
        on l.recording_id = r.id and (l.failure is null or l.measured_at > now() - interval '1 day');
end $function$;
grant execute on function app.loudness_of(uuid) to authenticated;
grant execute on function app.loudness_of(uuid) to public;

CREATE OR REPLACE FUNCTION private.forget_loudness()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from private.loudness where recording_id = new.recording_id;
  return null;
end $function$;
grant execute on function private.forget_loudness() to public;

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
grant execute on function private.place_thumbnail(uuid,text,text,boolean) to public;
