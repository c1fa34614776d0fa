-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.bound_discussion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  everybodys bigint;
  theirs bigint;
begin
  if current_setting('role') = 'none'
     or tg_op = 'UPDATE' and octet_length(new.content) <= octet_length(old.content) then return null; end if;
  select sum(octet_length(c.content) + 1500),
         sum(octet_length(c.content) + 1500) filter (where c.author_id is not distinct from new.author_id)
    into everybodys, theirs from public.comments c where c.recording_id = new.recording_id;
  if everybodys > 12582912 or theirs > 3145728 then
    raise exception 'This discussion is full. Comments have to be deleted before more can be written.'
      using errcode = 'KN409', detail = 'discussion_full';
  end if;
  return null;
end $function$;
grant execute on function private.bound_discussion() to public;
