-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.recordings_of(link public.shares)
 RETURNS SETOF public.recordings
 LANGUAGE sql
 STABLE
AS $function$
  select r.* from public.recordings r
   where r.deleted_at is null and (r.id = link.recording_id
      or r.folder_id = link.folder_id and r.status not in ('recording', 'uploading')
         and not exists (select from private.edits e where e.recording_id = r.id and e.hides))
$function$;

CREATE OR REPLACE FUNCTION app.shared_recordings()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
begin
  if auth.jwt() ->> 'share' is null then return; end if; -- most requests, and all of a library
  return query
    select r.id from app.opened_share() o join public.shares s on s.id = o.share_id
     cross join lateral private.recordings_of(s) r;
end $function$;
grant execute on function app.shared_recordings() to anon;
grant execute on function app.shared_recordings() to authenticated;

CREATE OR REPLACE FUNCTION private.announce_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_link(new.id) where exists (
    select from public.shares s where s.folder_id in (old.folder_id, new.folder_id));
  return null;
end $function$;
