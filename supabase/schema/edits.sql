-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.edits (
  recording_id uuid not null,
  version integer default 1 not null,
  kept jsonb not null,
  status text default 'none'::text not null,
  progress smallint,
  error text,
  hides boolean default false not null,
  shown jsonb,
  shown_at timestamp with time zone,
  original_removed boolean default false not null,
  original jsonb,
  updated_at timestamp with time zone default now() not null,
  browser jsonb,
  constraint edits_pkey PRIMARY KEY (recording_id),
  constraint edits_check CHECK (((original IS NULL) = (shown IS NULL))),
  constraint edits_kept_check CHECK ((jsonb_typeof(kept) = 'array'::text)),
  constraint edits_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint edits_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint edits_shown_check CHECK ((jsonb_typeof(shown) = 'array'::text)),
  constraint edits_status_check CHECK ((status = ANY (ARRAY['none'::text, 'rendering'::text, 'ready'::text, 'failed'::text])))
);
alter table private.edits enable row level security;
CREATE TRIGGER announce_edit AFTER UPDATE ON private.edits FOR EACH ROW WHEN ((((((((old.version IS DISTINCT FROM new.version) OR (old.status IS DISTINCT FROM new.status)) OR (old.hides IS DISTINCT FROM new.hides)) OR (old.shown IS DISTINCT FROM new.shown)) OR (old.shown_at IS DISTINCT FROM new.shown_at)) OR (old.original IS DISTINCT FROM new.original)) OR (old.original_removed IS DISTINCT FROM new.original_removed))) EXECUTE FUNCTION private.announce_edit();
CREATE TRIGGER count_original AFTER INSERT OR DELETE OR UPDATE OF original ON private.edits FOR EACH ROW EXECUTE FUNCTION private.count_original();
CREATE TRIGGER forget_loudness AFTER UPDATE ON private.edits FOR EACH ROW WHEN (((old.original IS NOT NULL) AND (new.original IS NULL) AND new.original_removed)) EXECUTE FUNCTION private.forget_loudness();
CREATE TRIGGER let_go_of_passages AFTER DELETE OR UPDATE OF browser ON private.edits FOR EACH ROW WHEN ((old.browser ? 'file'::text)) EXECUTE FUNCTION private.let_go_of_passages();

CREATE OR REPLACE FUNCTION private.film_of(recording public.recordings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(recording))
   where key in ('store', 'storage_key', 'storage_type', 'file_tag', 'size', 'duration', 'width', 'height',
                 'mime_type', 'video_codec', 'audio_codec', 'playable', 'seekable', 'audio_level_db',
                 'thumbnail_store', 'thumbnail_key', 'thumbnail_path',
                 'contact_sheet_store', 'contact_sheet_key', 'contact_sheet')
$function$;

CREATE OR REPLACE FUNCTION private.objects_of(film jsonb)
 RETURNS TABLE(store text, key text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select film ->> o.store, film ->> o.key
    from (values ('store', 'storage_key'), ('thumbnail_store', 'thumbnail_key'),
                 ('contact_sheet_store', 'contact_sheet_key')) o (store, key)
   where film ->> o.key is not null
$function$;

CREATE OR REPLACE FUNCTION private.let_go_of_film(film jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.let_go(o.store, o.key) from private.objects_of(film) o
$function$;

CREATE OR REPLACE FUNCTION private.edit_of(recording uuid)
 RETURNS TABLE(owner_id uuid, version integer, kept jsonb, status text, progress smallint, error text, hides boolean, shown jsonb, original_duration double precision, duration double precision, original_available boolean, contact_sheet jsonb, waits_for_owner boolean, recording_status text, is_moving boolean, missing text, film jsonb, original jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select r.owner_id, coalesce(e.version, 1),
         case when coalesce(e.status, 'none') <> 'none' then e.kept
              when r.duration is null then '[]'
              else jsonb_build_array(jsonb_build_object('start', 0, 'end', r.duration)) end,
         coalesce(e.status, 'none'), e.progress, e.error, coalesce(e.hides, false), e.shown,
         coalesce((e.original ->> 'duration')::double precision, r.duration), r.duration,
         not coalesce(e.original_removed, false),
         nullif(coalesce(e.original -> 'contact_sheet', r.contact_sheet), 'null'), coalesce(e.status = 'rendering' and e.browser ? 'passages', false),
         r.status, private.is_under_way(r.moving), r.missing, private.film_of(r),
         coalesce(e.original, private.film_of(r))
    from public.recordings r left join private.edits e on e.recording_id = r.id
   where r.id = recording
$function$;

CREATE OR REPLACE FUNCTION app.my_edit(recording uuid)
 RETURNS TABLE(version integer, kept jsonb, status text, progress smallint, error text, hides boolean, original_duration double precision, duration double precision, original_available boolean, contact_sheet jsonb, waits_for_owner boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.version, e.kept, e.status, e.progress, e.error, e.hides,
         e.original_duration, e.duration, e.original_available, e.contact_sheet, e.waits_for_owner
    from private.edit_of(recording) e
   where app.can_view_recording(recording) and app.can_edit_recording(recording)
$function$;
grant execute on function app.my_edit(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.lock_edit(recording uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.recordings r where r.id = recording for no key update;
  if not found then return; end if;
  insert into private.edits (recording_id, kept) values (recording, '[]') on conflict do nothing;
  perform 1 from private.edits e where e.recording_id = recording for update;
end $function$;

CREATE OR REPLACE FUNCTION private.take_cut_room(account uuid, wanted bigint, disk_free bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if wanted <= 0 then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('room of ' || account, 0));
  perform app.assert_room(account, wanted, disk_free);
end $function$;

CREATE OR REPLACE FUNCTION private.show_film(recording uuid, cut jsonb, ranges jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  r public.recordings;
  e private.edits;
  film jsonb;
  picture jsonb;
  before timestamptz;
begin
  select * into r from public.recordings where id = recording for no key update;
  select * into e from private.edits where recording_id = recording for update;
  film := case when ranges is null then e.original else private.film_of(r) || cut || jsonb_build_object(
    'thumbnail_path', '/api/recordings/' || recording || '/thumbnail?v=' || left(md5(cut ->> 'thumbnail_key'), 8)) end;
  -- A picture of one's own stays, whichever film is shown.
  picture := case when (to_jsonb(r) ->> 'own_thumbnail')::boolean then jsonb_build_object(
    'thumbnail_store', r.thumbnail_store, 'thumbnail_key', r.thumbnail_key, 'thumbnail_path', r.thumbnail_path) end;
  if e.shown is not null then
    perform private.let_go_of_film(private.film_of(r) - case when picture is null then '' else 'thumbnail_key' end);
  end if;
  if picture is not null and ranges is null then
    perform private.let_go(e.original ->> 'thumbnail_store', e.original ->> 'thumbnail_key');
  end if;
  select coalesce(e.shown_at, u.replaced_at, u.touched_at, r.created_at) into before
    from (select 1) one left join public.uploads u on u.recording_id = recording;
  film := film || coalesce(picture, '{}');
  update public.recordings t set
    (store, storage_key, storage_type, file_tag, size, duration, width, height, mime_type, video_codec,
     audio_codec, playable, seekable, audio_level_db, thumbnail_store, thumbnail_key, thumbnail_path,
     contact_sheet_store, contact_sheet_key, contact_sheet) =
    (select f.store, f.storage_key, f.storage_type, f.file_tag, f.size, f.duration, f.width, f.height, f.mime_type,
            f.video_codec, f.audio_codec, f.playable, f.seekable, f.audio_level_db, f.thumbnail_store,
            f.thumbnail_key, f.thumbnail_path, f.contact_sheet_store, f.contact_sheet_key, f.contact_sheet
       from jsonb_populate_record(r, film) f),
    edited = ranges is not null, missing = null
   where t.id = recording;
  if ranges is not null then
    perform private.strike_off(o.store, o.key) from private.objects_of(
      case when picture is null then film else film - 'thumbnail_key' end) o;
  else
    update public.recordings t set missing = 'disconnected' from private.drive_files f
     where t.id = recording and t.storage_type = 'google_drive' and f.storage_key = t.storage_key
       and not exists (select from private.drive_connections c
                        where c.user_id = t.owner_id and c.refresh_token is not null
                          and c.google_account = f.google_account);
  end if;
  update private.edits t set
    original = case when ranges is not null then coalesce(
      e.original, private.film_of(r) || case when picture is null then '{}'
        else '{"thumbnail_store": null, "thumbnail_key": null, "thumbnail_path": null}'::jsonb end) end,
    shown = ranges,
    shown_at = greatest(date_trunc('second', now()), date_trunc('second', before) + interval '1 second'),
    status = case when ranges is null then 'none' else 'ready' end,
    progress = null, error = null, hides = false, updated_at = now()
   where t.recording_id = recording;
  -- The cut goes to the owner's drive as every new recording does.
  if ranges is not null and private.destination(r.owner_id) = 'google_drive' then
    insert into private.deliveries (recording_id, owner_id) values (recording, r.owner_id)
    on conflict (recording_id) do update set tries = 0, due_at = now();
  end if;
  perform realtime.send('{}'::jsonb, 'film', 'recording:' || recording, true);
end $function$;

CREATE OR REPLACE FUNCTION private.remove_original(recording uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.let_go_of_film(e.original) from private.edits e where e.recording_id = recording;
  delete from private.former_files where recording_id = recording;
  delete from private.upload_parts p using public.uploads u
   where p.upload_id = u.id and u.recording_id = recording;
  update private.edits e set
    version = e.version + 1, kept = '[]', status = 'none', shown = null, original = null,
    original_removed = true, updated_at = now()
   where e.recording_id = recording;
  update public.recordings r set edited = false where r.id = recording;
  perform realtime.send('{}'::jsonb, 'film', 'recording:' || recording, true);
end $function$;

CREATE OR REPLACE FUNCTION private.count_original()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was jsonb := case when tg_op = 'UPDATE' or tg_op = 'DELETE' then old.original end;
  goes_on jsonb := case when tg_op = 'UPDATE' or tg_op = 'INSERT' then new.original end;
  size bigint := coalesce((goes_on ->> 'size')::bigint, 0) - coalesce((was ->> 'size')::bigint, 0);
  used bigint := coalesce(private.counted_bytes((goes_on ->> 'size')::bigint, (goes_on ->> 'storage_type')), 0)
               - coalesce(private.counted_bytes((was ->> 'size')::bigint, (was ->> 'storage_type')), 0);
begin
  if size <> 0 or used <> 0 then
    update public.storage_usage set
      used_bytes = greatest(0, used_bytes + used), drive_bytes = greatest(0, drive_bytes + size - used)
     where user_id = (select r.owner_id from public.recordings r
                       where r.id = coalesce(new.recording_id, old.recording_id));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.let_go_of_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.let_go_of_film(e.original) from private.edits e where e.recording_id = old.id;
  delete from private.edits e where e.recording_id = old.id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'edit', 'recording:' || new.recording_id, true);
  -- Every process that sends bytes asks again who may have them.
  if (old.shown, old.shown_at, old.hides) is distinct from (new.shown, new.shown_at, new.hides) then
    perform pg_notify('kinora_films', new.recording_id::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_not_hidden(recording uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.edits e where e.recording_id = recording and e.hides) then
    raise exception 'This recording is being edited. Please come back in a while.'
      using errcode = 'KN409', detail = 'being_edited';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.original_elsewhere(recording uuid, place text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('store', e.original ->> 'store', 'key', e.original ->> 'storage_key',
                            'size', (e.original ->> 'size')::bigint, 'mime_type', e.original ->> 'mime_type')
    from private.edits e where e.recording_id = original_elsewhere.recording and e.original ->> 'store' <> place
$function$;

CREATE OR REPLACE FUNCTION private.move_original(recording uuid, move uuid, former jsonb, to_store text, to_key text, storage app.storage_type)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known public.recordings;
  size bigint := (former ->> 'size')::bigint;
  counted bigint;
begin
  select * into known from public.recordings r where r.id = recording and r.move_id = move for no key update;
  if not found then return; end if;
  select private.counted_bytes(size, storage) - private.counted_bytes(size, e.original ->> 'storage_type')
    into counted from private.edits e where e.recording_id = recording;
  if counted > 0 then perform private.take_room_for_move(known.owner_id, 's3', size, counted, null); end if;
  update private.edits e set original = e.original || jsonb_build_object(
      'store', to_store, 'storage_key', to_key, 'storage_type', storage,
      'file_tag', coalesce(e.original ->> 'file_tag', e.original ->> 'storage_key'))
   where e.recording_id = recording
     and e.original ->> 'store' = former ->> 'store' and e.original ->> 'storage_key' = former ->> 'key';
  if not found then return; end if;
  perform private.let_go(former ->> 'store', former ->> 'key'), private.strike_off(to_store, to_key);
end $function$;

CREATE OR REPLACE FUNCTION private.let_go_of_passages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or new.browser -> 'file' is distinct from old.browser -> 'file' then
    update private.loose_objects set due_at = now()
     where store = old.browser #>> '{file,store}' and storage_key = old.browser #>> '{file,key}';
  end if;
  return null;
end $function$;
