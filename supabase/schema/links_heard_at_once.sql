-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.announce_link(of_recording uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'share', 'recording:' || of_recording, true);
  perform pg_notify('kinora_films', of_recording::text);
end $function$;
