-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.check_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if app.can_view_recording(new.recording_id) and exists (
    select from unnest(new.mentions) m
     where m not in (select p.user_id from app.discussion_people(new.recording_id) p)) then
    raise exception 'Only people who take part in the discussion can be mentioned.'
      using errcode = 'KN400', detail = 'not_taking_part';
  end if;
  new.mentions := array(select distinct m from unnest(new.mentions) m);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.mark_thread(recording uuid, comment uuid, is_done boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.comments;
begin
  if app.can_view_recording(recording) then
    select * into thread from public.comments c where c.id = comment and c.recording_id = recording for no key update;
  end if;
  if thread.id is null then
    raise exception 'Comment not found' using errcode = 'KN404', detail = 'comment_not_found';
  end if;
  if not coalesce(thread.guest_id = app.speaking_guest(), false) and not (app.is_live_account(auth.uid())
     and (coalesce(thread.author_id = auth.uid(), false) or app.can_edit_recording(recording))) then
    raise exception 'Only the person who began a thread, the owner and editors mark it.'
      using errcode = 'KN403', detail = 'not_yours';
  end if;
  if thread.parent_comment_id is not null then
    raise exception 'A reply is not marked; the thread is.' using errcode = 'KN400', detail = 'not_a_thread';
  end if;
  update public.comments set done = is_done where id = comment and done <> is_done;
end $function$;
grant execute on function app.mark_thread(uuid,uuid,boolean) to anon;
grant execute on function app.mark_thread(uuid,uuid,boolean) to authenticated;
