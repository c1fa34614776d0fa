-- What flows through a link looks at its rights at once where the link is changed or revoked, in every process.
create or replace function private.announce_share() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  recording text := coalesce(new.recording_id, old.recording_id);
begin
  perform realtime.send('{}'::jsonb, 'share', 'recording:' || recording, true);
  perform pg_notify('kinora_films', recording);
  return null;
end $$;
