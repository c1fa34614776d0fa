-- A recording whose recorder gives no sign of life is interrupted; what has arrived plays, and it goes on
-- with the recorder's next request.
create or replace trigger announce_recording_change after update on public.recordings
  for each row
  when (old.filename is distinct from new.filename or old.status is distinct from new.status
     or old.progress is distinct from new.progress or old.thumbnail_path is distinct from new.thumbnail_path
     or old.contact_sheet is distinct from new.contact_sheet
     or old.duration is distinct from new.duration or old.playable is distinct from new.playable
     or old.interrupted is distinct from new.interrupted
     or old.moving is distinct from new.moving or old.storage_type is distinct from new.storage_type)
  execute function private.announce_recording();

-- Any process may look, as often as it likes.
create function private.mark_interrupted() returns void
language sql set search_path = '' as $$
  with silent as (
    select r.id from public.uploads u join public.recordings r on r.id = u.recording_id
     where u.finished_at is null and u.touched_at < now() - interval '60 seconds'
       and r.status = 'recording' and not r.interrupted
       for update of r, u skip locked)
  update public.recordings r set interrupted = true from silent where r.id = silent.id
$$;

create function private.go_on_recording() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.recordings set interrupted = false
   where id = new.recording_id and status = 'recording' and interrupted;
  return null;
end $$;
create trigger go_on_recording after update of touched_at on public.uploads
  for each row execute function private.go_on_recording();

-- The recorder lives, whatever it asks or sends, even while a full disk refuses every part.
create function private.hear_of_upload(account uuid, upload uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- The recording is locked first, as it is by append_part.
  perform 1 from public.recordings r join public.uploads u on u.recording_id = r.id
   where u.id = upload and u.owner_id = account for no key update of r;
  update public.uploads set touched_at = now()
   where id = upload and owner_id = account and finished_at is null;
end $$;

create or replace function private.take_up(account uuid, upload uuid) returns setof public.uploads
language sql set search_path = '' as $$
  select private.hear_of_upload(account, upload);
  update public.uploads set attempt = attempt + 1 where id = upload and owner_id = account
  returning *
$$;

revoke execute on function private.mark_interrupted(), private.go_on_recording(),
  private.hear_of_upload(uuid, uuid) from public;
