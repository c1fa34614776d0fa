-- How loud an original is, for its waveform and its silences; and which thumbnails are a picture of one's own.

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
create function private.original_of(recording uuid)
returns setof public.recordings language sql stable set search_path = '' as $$
  select (jsonb_populate_record(r, coalesce(e.original, '{}'))).*
    from public.recordings r left join private.edits e on e.recording_id = r.id
   where r.id = recording
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
      from private.original_of(recording) r
      left join private.loudness l
        on l.recording_id = r.id and (l.failure is null or l.measured_at > now() - interval '1 day');
end $$;
grant execute on function app.loudness_of(uuid) to authenticated;

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

-- A picture of one's own stays when the film changes; every other thumbnail is drawn anew.
alter table public.recordings add column own_thumbnail boolean not null default false;

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

-- `film` is the key of the file that the picture shows; null where it is a picture from elsewhere.
drop function app.set_thumbnail(uuid, text, text);
create function app.set_thumbnail(recording uuid, store text, key text, own boolean, film text)
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
  return query select * from private.place_thumbnail(recording, set_thumbnail.store, key, own);
end $$;
grant execute on function app.set_thumbnail(uuid, text, text, boolean, text) to authenticated;
