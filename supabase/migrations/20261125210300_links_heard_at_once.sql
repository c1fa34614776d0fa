-- Answers that flow through a link look at their rights at once, in every process: where it is changed or revoked, and
-- where a recording comes into a shared folder or leaves it.
create function private.announce_link(of_recording uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'share', 'recording:' || of_recording, true);
  perform pg_notify('kinora_films', of_recording::text);
end $$;

create or replace function private.announce_share() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_link(r.id) from public.recordings r
    where r.id = coalesce(new.recording_id, old.recording_id) or r.folder_id = coalesce(new.folder_id, old.folder_id);
  return null;
end $$;

create or replace function private.announce_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_link(new.id) where exists (
    select from public.shares s where s.folder_id in (old.folder_id, new.folder_id));
  return null;
end $$;
revoke execute on function private.announce_link(uuid) from public;
