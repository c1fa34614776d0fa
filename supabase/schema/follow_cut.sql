-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.open_ended(kept jsonb, seconds double precision)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when (kept -> -1 ->> 'end')::float8 > seconds - 0.05
    then jsonb_set(kept, '{-1,end}', '1e9') else kept end
$function$;

CREATE OR REPLACE FUNCTION private.shown_of(recording uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.open_ended(e.shown, (e.original ->> 'duration')::float8)
    from private.edits e where e.recording_id = recording
$function$;

CREATE OR REPLACE FUNCTION app.film_for_editors(recording uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.shown_of(recording) where app.can_edit_recording(recording)
$function$;
grant execute on function app.film_for_editors(uuid) to anon;
grant execute on function app.film_for_editors(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.original_of(recording public.recordings)
 RETURNS public.recordings
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_populate_record(recording, coalesce(
    (select e.original from private.edits e where e.recording_id = recording.id), '{}'))
$function$;

CREATE OR REPLACE FUNCTION private.place_reaction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.comment_id is null then
    delete from public.reactions r
     where r.recording_id = new.recording_id and r.comment_id is null
       and (r.user_id, r.guest_id) is not distinct from (new.user_id, new.guest_id)
       and r.emoji = new.emoji and r.removed;
    return new;
  end if;
  select c.removed into new.removed from public.comments c
   where c.id = new.comment_id and (not c.removed or app.can_edit_recording(c.recording_id));
  if not found then
    raise exception 'The comment is not there any more.'
      using errcode = 'KN404', detail = 'comment_not_found';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.settle_discussion(recording uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.comments reply set removed = root.removed
    from public.comments root
   where reply.recording_id = recording and root.id = reply.parent_comment_id
     and reply.removed <> root.removed;
  update public.reactions r set removed = c.removed
    from public.comments c
   where r.recording_id = recording and c.id = r.comment_id and r.removed <> c.removed;
  update public.recordings r set
    comment_count = (select count(*) from public.comments c where c.recording_id = r.id and not c.removed),
    reaction_counts = coalesce((
      select jsonb_object_agg(counted.emoji, counted.n)
        from (select x.emoji, count(*) as n from public.reactions x
               where x.recording_id = r.id and x.comment_id is null and not x.removed
               group by x.emoji) counted), '{}')
   where r.id = recording;
$function$;

create table private.original_cues (
  subtitle_id uuid not null,
  cues jsonb not null,
  gaps jsonb not null,
  constraint original_cues_pkey PRIMARY KEY (subtitle_id),
  constraint original_cues_subtitle_id_fkey FOREIGN KEY (subtitle_id) REFERENCES public.subtitles(id) ON DELETE CASCADE
);
alter table private.original_cues enable row level security;

CREATE OR REPLACE FUNCTION app.original_of_subtitle(subtitle uuid)
 RETURNS TABLE(film jsonb, original_cues text, original_gaps jsonb, is_own boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select film, coalesce(o.cues::text, '[]'), coalesce(o.gaps, '[]'), coalesce(r.owner_id = auth.uid(), false)
    from public.subtitles s
    join public.recordings r on r.id = s.recording_id
    cross join lateral private.shown_of(r.id) film
    left join private.original_cues o on o.subtitle_id = s.id
   where s.id = subtitle and film is not null and app.can_edit_recording(r.id)
$function$;
grant execute on function app.original_of_subtitle(uuid) to anon;
grant execute on function app.original_of_subtitle(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.forget_original_cues(recording uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.subtitles set status = 'failed', progress = 0,
         error = 'The original of this recording was removed meanwhile. Please try again.'
   where recording_id = recording and status in ('queued', 'running');
  perform private.settle_minutes(s.id) from public.subtitles s where s.recording_id = recording;
  delete from private.subtitle_parts p using public.subtitles s
   where s.recording_id = recording and p.subtitle_id = s.id;
  delete from private.live_runs l using public.subtitles s
   where s.recording_id = recording and l.subtitle_id = s.id;
  delete from private.original_cues o using public.subtitles s
   where s.recording_id = recording and o.subtitle_id = s.id;
end $function$;
