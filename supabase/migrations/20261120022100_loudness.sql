-- How loud an original is, for its waveform and its silences; parts of it as recordings of their own; and which
-- thumbnails are a picture of one's own.

create table private.loudness (
  recording_id uuid primary key references public.recordings on delete cascade,
  seconds_each double precision,
  -- A byte for each stretch: twice the decibels above -100. None at all where there is no sound.
  levels bytea,
  failure text,
  measured_at timestamptz not null default now(),
  check ((seconds_each is null) = (levels is null) and (levels is null) = (failure is not null))
);
alter table private.loudness enable row level security;

-- The recording with the file and the facts of its original, whichever film people see.
create function private.original_row(recording uuid)
returns setof public.recordings language sql stable set search_path = '' as $$
  select o.* from public.recordings r, private.original_of(r) o where r.id = recording
$$;

-- For people who may edit. A failure is forgotten after a day: the server may have learned to read it by then.
create function app.loudness_of(recording uuid)
returns table (
  seconds_each double precision, levels bytea, failure text,
  duration double precision, is_ready boolean, is_asked boolean
) language plpgsql stable security definer set search_path = '' as $$
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
end $$;

-- Removal for good takes with it what was heard of the removed parts.
create function private.forget_loudness()
returns trigger language plpgsql set search_path = '' as $$
begin
  delete from private.loudness where recording_id = new.recording_id;
  return null;
end $$;
create trigger forget_loudness after update on private.edits for each row
  when (old.original is not null and new.original is null and new.original_removed)
  execute function private.forget_loudness();

-- A recording for a part of another, without any bytes yet. Room is held for it under its own id, for as long as
-- making it may take.
create function private.begin_part(
  original public.recordings, title text, storage app.storage_type, wanted bigint, disk_free bigint)
returns setof public.recordings language plpgsql set search_path = '' as $$
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
end $$;

-- Its bytes, as if they had arrived by an upload; false where nobody waits for them any more.
create function private.keep_part(recording uuid, file_type text, store text, key text, file_size bigint)
returns boolean language plpgsql set search_path = '' as $$
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
end $$;

create function private.fail_part(recording uuid, reason text) returns void
language sql set search_path = '' as $$
  delete from private.held_room h where h.id = recording;
  update public.recordings r set status = 'failed', failure = reason, playable = false, progress = null
   where r.id = recording and r.status = 'processing';
$$;

create function private.place_thumbnail(recording uuid, store text, key text, own boolean)
returns setof public.recordings language plpgsql set search_path = '' as $$
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
end $$;

-- A page that draws pictures of a film may be late: by then that film may have parts that were removed. Once there was
-- another film, the page says how large its own one is.
create function private.assert_shown(recording public.recordings, film_size bigint) returns void
language plpgsql stable set search_path = '' as $$
begin
  if film_size is distinct from recording.size and exists (
    select from private.edits e where e.recording_id = recording.id and e.shown_at is not null) then
    raise exception 'The recording has just changed. Choose the moment again.'
      using errcode = 'KN409', detail = 'film_changed';
  end if;
end $$;

grant execute on function app.loudness_of(uuid) to authenticated;
