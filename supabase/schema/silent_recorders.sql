-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.mark_interrupted()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with silent as (
    select r.id from public.uploads u join public.recordings r on r.id = u.recording_id
     where u.finished_at is null and u.touched_at < now() - interval '60 seconds'
       and r.status = 'recording' and not r.interrupted
       for update of r, u skip locked)
  update public.recordings r set interrupted = true from silent where r.id = silent.id
$function$;

CREATE OR REPLACE FUNCTION private.go_on_recording()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.recordings set interrupted = false
   where id = new.recording_id and status = 'recording' and interrupted;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.hear_of_upload(account uuid, upload uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- The recording is locked first, as it is by append_part.
  perform 1 from public.recordings r join public.uploads u on u.recording_id = r.id
   where u.id = upload and u.owner_id = account for no key update of r;
  update public.uploads set touched_at = now()
   where id = upload and owner_id = account and finished_at is null;
end $function$;
