-- A recording can be watched while it is recorded, by people whom its links let watch it.

create function private.just_begun() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('seconds', 0, 'paused', false, 'updated_at', now())
$$;

create function private.keep_live() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.live := case when new.status = 'recording' then coalesce(new.live, private.just_begun()) end;
  return new;
end $$;
create trigger keep_live before insert or update of status on public.recordings
  for each row execute function private.keep_live();

-- The right to watch --------------------------------------------------------------------

-- Whether the link of the claims keeps what runs from its viewer. A recording that was cut off is shown as it always was.
create function app.withholds_live(recording uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.shares s join public.recordings r on r.id = s.recording_id
     where s.id = (auth.jwt() ->> 'share')::uuid and r.id = recording
       and not s.watch_live and s.owner_id is distinct from auth.uid())
$$;

-- A recording that runs, or ended so lately that viewers read the rest of it; the last column says which. A cut one is
-- nobody's to read any more.
create function app.open_live(recording uuid)
returns table (upload uuid, take int, live jsonb, mime_type text, received bigint, changed_at timestamptz,
  is_off boolean, is_readable boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.can_view_recording(recording) then return; end if;
  if not app.can_edit_recording(recording) then perform private.assert_not_hidden(recording); end if;
  return query
    select u.id, u.take, r.live, u.mime_type, coalesce(u.received, 0), coalesce(u.finished_at, u.touched_at),
           app.withholds_live(r.id),
           r.live is not null or coalesce(
             -- A file that came in one request has no metadata, and never ran.
             u.kind = 'recording' and u.metadata <> '{}' and not r.edited
             and u.finished_at > now() - interval '2 minutes', false)
      from public.recordings r left join public.uploads u on u.recording_id = r.id
     where r.id = recording;
end $$;

-- Telling ------------------------------------------------------------------------------

-- Processes that have readers waiting hear of it, and with `told` all pages that show the recording.
create function private.tell_live(recording uuid, told boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('kinora_live', recording::text);
  if told then
    perform realtime.send(
      jsonb_build_object('recording_id', recording, 'status', 'recording', 'progress', null),
      'recording', 'recording:' || recording, true);
  end if;
end $$;

-- A part has arrived, and reaches so far.
create function private.note_live(of_upload uuid, seconds double precision, told boolean) returns void
language plpgsql set search_path = '' as $$
declare
  recording uuid;
begin
  update public.recordings r
     set live = r.live || jsonb_build_object('seconds', seconds, 'updated_at', now())
    from public.uploads u
   where u.id = of_upload and r.id = u.recording_id and r.status = 'recording'
  returning r.id into recording;
  if recording is not null then perform private.tell_live(recording, told); end if;
end $$;

-- The recorder is paused, or goes on. No row where it does not run, or is not the caller's.
create function app.set_live_paused(recording uuid, paused boolean) returns setof public.recordings
language plpgsql security definer set search_path = '' as $$
begin
  return query
    update public.recordings r
       set live = r.live || jsonb_build_object('paused', paused, 'updated_at', now())
     where r.id = recording and r.owner_id = auth.uid() and r.status = 'recording' and r.deleted_at is null
    returning r.*;
  if found then perform private.tell_live(recording, true); end if;
end $$;

-- A later take begins: who watches the former one is told.
create function private.tell_begun_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recordings r set live = private.just_begun()
   where r.id = new.recording_id and r.status = 'recording';
  perform private.tell_live(new.recording_id, true);
  return null;
end $$;
create trigger tell_begun_again after insert on public.uploads
  for each row when (new.take > 0) execute function private.tell_begun_again();

-- All has arrived: readers that wait get the end now.
create function private.tell_ended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_live(new.recording_id, false);
  return null;
end $$;
create trigger tell_ended after update of finished_at on public.uploads
  for each row when (old.finished_at is null and new.finished_at is not null and new.kind = 'recording')
  execute function private.tell_ended();

grant execute on function app.withholds_live(uuid), app.open_live(uuid) to anon, authenticated;
grant execute on function app.set_live_paused(uuid, boolean) to authenticated;
