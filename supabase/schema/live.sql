-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.just_begun()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('seconds', 0, 'paused', false, 'updated_at', now())
$function$;

CREATE OR REPLACE FUNCTION private.keep_live()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.live := case when new.status = 'recording' then coalesce(new.live, private.just_begun()) end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.withholds_live(recording uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.shares s join public.recordings r on r.id = s.recording_id
     where s.id = (auth.jwt() ->> 'share')::uuid and r.id = recording
       and not s.watch_live and s.owner_id is distinct from auth.uid())
$function$;
grant execute on function app.withholds_live(uuid) to anon;
grant execute on function app.withholds_live(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.open_live(recording uuid)
 RETURNS TABLE(upload uuid, take integer, live jsonb, mime_type text, received bigint, changed_at timestamp with time zone, is_off boolean, is_readable boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.open_live(uuid) to anon;
grant execute on function app.open_live(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.tell_live(recording uuid, told boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('kinora_live', recording::text);
  if told then
    perform realtime.send(
      jsonb_build_object('recording_id', recording, 'status', 'recording', 'progress', null),
      'recording', 'recording:' || recording, true);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.note_live(of_upload uuid, seconds double precision, told boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  recording uuid;
begin
  update public.recordings r
     set live = r.live || jsonb_build_object('seconds', seconds, 'updated_at', now())
    from public.uploads u
   where u.id = of_upload and r.id = u.recording_id and r.status = 'recording'
  returning r.id into recording;
  if recording is not null then perform private.tell_live(recording, told); end if;
end $function$;

CREATE OR REPLACE FUNCTION app.set_live_paused(recording uuid, paused boolean)
 RETURNS SETOF public.recordings
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    update public.recordings r
       set live = r.live || jsonb_build_object('paused', paused, 'updated_at', now())
     where r.id = recording and r.owner_id = auth.uid() and r.status = 'recording' and r.deleted_at is null
    returning r.*;
  if found then perform private.tell_live(recording, true); end if;
end $function$;
grant execute on function app.set_live_paused(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.tell_begun_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.recordings r set live = private.just_begun()
   where r.id = new.recording_id and r.status = 'recording';
  perform private.tell_live(new.recording_id, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_ended()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_live(new.recording_id, false);
  return null;
end $function$;
