-- An edit is a list of kept ranges in the original's own time. The recording's row always describes the film that
-- people see: the original, or the cut that was made of it. While it is a cut, the original's file lies beside it here.

create table private.edits (
  recording_id uuid primary key references public.recordings on delete cascade,
  version integer not null default 1,
  -- The ranges that are wished; the whole film where none are.
  kept jsonb not null check (jsonb_typeof(kept) = 'array'),
  status text not null default 'none' check (status in ('none', 'rendering', 'ready', 'failed')),
  progress smallint check (progress between 0 and 100),
  error text,
  -- Viewers see nothing until the cut is ready.
  hides boolean not null default false,
  -- The ranges of the original that the film of the recording's row really keeps; null while that film is the original.
  shown jsonb check (jsonb_typeof(shown) = 'array'),
  shown_at timestamptz,
  -- The original was removed for good: the film of the recording's row took its place.
  original_removed boolean not null default false,
  -- The original's file and facts, in the recording's own columns, while `shown` is not null.
  original jsonb check ((original is null) = (shown is null)),
  updated_at timestamptz not null default now(),
  -- A server without ffmpeg encodes no pictures, and the owner's browser does it for the edges of a cut. Null for a cut
  -- without it; it holds `passages`, the times of the pictures, while they are awaited, and `file` once they lie in a store.
  browser jsonb
);
alter table private.edits enable row level security;

-- A swap gives a recording another film: a cut of the original, or the original again. It happens in one transaction.

-- The columns of a recording that belong to its film.
create function private.film_of(recording public.recordings) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(recording))
   where key in ('store', 'storage_key', 'storage_type', 'file_tag', 'size', 'duration', 'width', 'height',
                 'mime_type', 'video_codec', 'audio_codec', 'playable', 'seekable', 'audio_level_db',
                 'thumbnail_store', 'thumbnail_key', 'thumbnail_path',
                 'contact_sheet_store', 'contact_sheet_key', 'contact_sheet')
$$;

-- The objects of an original that lies beside its cut.
create function private.objects_of(film jsonb) returns table (store text, key text)
language sql immutable set search_path = '' as $$
  select film ->> o.store, film ->> o.key
    from (values ('store', 'storage_key'), ('thumbnail_store', 'thumbnail_key'),
                 ('contact_sheet_store', 'contact_sheet_key')) o (store, key)
   where film ->> o.key is not null
$$;

create function private.let_go_of_film(film jsonb) returns void
language sql set search_path = '' as $$
  select private.let_go(o.store, o.key) from private.objects_of(film) o
$$;

-- The edit as people who may edit read it, and what a swap needs to know.
create function private.edit_of(recording uuid)
returns table (
  owner_id uuid, version int, kept jsonb, status text, progress smallint, error text, shown jsonb,
  original_duration double precision, duration double precision, original_available boolean,
  contact_sheet jsonb, waits_for_owner boolean, recording_status text, is_moving boolean, missing text,
  film jsonb, original jsonb)
language sql stable set search_path = '' as $$
  select r.owner_id, coalesce(e.version, 1),
         case when coalesce(e.status, 'none') <> 'none' then e.kept
              when r.duration is null then '[]'
              else jsonb_build_array(jsonb_build_object('start', 0, 'end', r.duration)) end,
         coalesce(e.status, 'none'), e.progress, e.error, e.shown,
         coalesce((e.original ->> 'duration')::double precision, r.duration), r.duration,
         not coalesce(e.original_removed, false),
         nullif(coalesce(e.original -> 'contact_sheet', r.contact_sheet), 'null'), coalesce(e.status = 'rendering' and e.browser ? 'passages', false),
         r.status, private.is_under_way(r.moving), r.missing, private.film_of(r),
         coalesce(e.original, private.film_of(r))
    from public.recordings r left join private.edits e on e.recording_id = r.id
   where r.id = recording
$$;

create function app.my_edit(recording uuid)
returns table (
  version int, kept jsonb, status text, progress smallint, error text,
  original_duration double precision, duration double precision, original_available boolean,
  contact_sheet jsonb, waits_for_owner boolean)
language sql stable security definer set search_path = '' as $$
  select e.version, e.kept, e.status, e.progress, e.error,
         e.original_duration, e.duration, e.original_available, e.contact_sheet, e.waits_for_owner
    from private.edit_of(recording) e
   where app.can_view_recording(recording) and app.can_edit_recording(recording)
$$;

-- A change of an edit holds its recording: nothing moves, deletes or swaps it meanwhile.
create function private.lock_edit(recording uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform 1 from public.recordings r where r.id = recording for no key update;
  if not found then return; end if;
  insert into private.edits (recording_id, kept) values (recording, '[]') on conflict do nothing;
  perform 1 from private.edits e where e.recording_id = recording for update;
end $$;

-- Room for a cut beside its original. A cut that is no larger than the one before it needs none.
create function private.take_cut_room(account uuid, wanted bigint, disk_free bigint default null) returns void
language plpgsql set search_path = '' as $$
begin
  if wanted <= 0 then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('room of ' || account, 0));
  perform app.assert_room(account, wanted, disk_free);
end $$;

-- `ranges` null: the original is shown again, and the cut goes. Otherwise `cut` is the film of these ranges. HTTP
-- dates know no milliseconds, so each film is a second younger than the one before.
create function private.show_film(recording uuid, cut jsonb, ranges jsonb) returns void
language plpgsql set search_path = '' as $$
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
end $$;

-- The cut becomes the film in its own time; all that is left of the original goes.
create function private.remove_original(recording uuid) returns void
language plpgsql set search_path = '' as $$
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
end $$;

-- The original counts beside its cut.
create function private.count_original() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger count_original after insert or delete or update of original on private.edits
  for each row execute function private.count_original();

-- An edit goes before its recording, while it is known whose it is.
create function private.let_go_of_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.let_go_of_film(e.original) from private.edits e where e.recording_id = old.id;
  delete from private.edits e where e.recording_id = old.id;
  return old;
end $$;
create trigger let_go_of_edit before delete on public.recordings
  for each row execute function private.let_go_of_edit();

create function private.announce_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'edit', 'recording:' || new.recording_id, true);
  -- Every process that sends bytes asks again who may have them.
  if (old.shown, old.shown_at, old.hides) is distinct from (new.shown, new.shown_at, new.hides) then
    perform pg_notify('kinora_films', new.recording_id::text);
  end if;
  return null;
end $$;
create trigger announce_edit after update on private.edits
  for each row when (old.* is distinct from new.*) execute function private.announce_edit();

-- While it is hidden, a recording opens for people who may edit it, and for nobody else.
create function private.assert_not_hidden(recording uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from private.edits e where e.recording_id = recording and e.hides) then
    raise exception 'This recording is being edited. Please come back in a while.'
      using errcode = 'KN409', detail = 'being_edited';
  end if;
end $$;

-- The original that lies elsewhere, as its recording is on its way to a place; the move that carries it says which.
create function private.original_elsewhere(recording uuid, place text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('store', e.original ->> 'store', 'key', e.original ->> 'storage_key',
                            'size', (e.original ->> 'size')::bigint, 'mime_type', e.original ->> 'mime_type')
    from private.edits e where e.recording_id = original_elsewhere.recording and e.original ->> 'store' <> place
$$;

-- Only people who may edit read an original, so nothing stays at its former place.
create function private.move_original(
  recording uuid, move uuid, former jsonb, to_store text, to_key text, storage app.storage_type) returns void
language plpgsql set search_path = '' as $$
declare
  known public.recordings;
  size bigint := (former ->> 'size')::bigint;
begin
  select * into known from public.recordings r where r.id = recording and r.move_id = move for no key update;
  if not found then return; end if;
  perform private.take_cut_room(known.owner_id, private.counted_bytes(size, storage)
    - private.counted_bytes(size, (select e.original ->> 'storage_type' from private.edits e where e.recording_id = recording)));
  update private.edits e set original = e.original || jsonb_build_object(
      'store', to_store, 'storage_key', to_key, 'storage_type', storage,
      'file_tag', coalesce(e.original ->> 'file_tag', e.original ->> 'storage_key'))
   where e.recording_id = recording
     and e.original ->> 'store' = former ->> 'store' and e.original ->> 'storage_key' = former ->> 'key';
  if not found then return; end if;
  perform private.let_go(former ->> 'store', former ->> 'key'), private.strike_off(to_store, to_key);
end $$;

-- The film of a browser's pictures is let go with the edit that wished for it: no account fills a store with films
-- that nothing will read.
create function private.let_go_of_passages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.browser -> 'file' is distinct from old.browser -> 'file' then
    update private.loose_objects set due_at = now()
     where store = old.browser #>> '{file,store}' and storage_key = old.browser #>> '{file,key}';
  end if;
  return null;
end $$;
create trigger let_go_of_passages after update of browser or delete on private.edits
  for each row when (old.browser ? 'file') execute function private.let_go_of_passages();

grant execute on function app.my_edit(uuid) to authenticated;
