-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION app.shown_ranges(recording uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.shown from private.edits e
   where e.recording_id = recording and app.can_edit_recording(recording)
$function$;
grant execute on function app.shown_ranges(uuid) to anon;
grant execute on function app.shown_ranges(uuid) to authenticated;

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
       and r.user_id = new.user_id and r.emoji = new.emoji and r.removed;
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
