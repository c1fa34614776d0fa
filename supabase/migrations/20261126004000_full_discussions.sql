-- A page of a discussion holds whole threads, and is one answer. So the text of all of it has a bound, and that of
-- one account, or of all guests together, a smaller one: nobody fills it alone. Each comment counts for
-- 1,500 bytes more, because twenty thousand comments of one letter took 150 MB in memory.
create function private.bound_discussion() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger bound_discussion after insert or update of content on public.comments
  for each row execute function private.bound_discussion();
