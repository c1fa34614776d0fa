-- The film of a browser's pictures is let go with the edit that wished for it: no account fills a store with films
-- that nothing will read.
create function private.let_go_of_passages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.browser -> 'file' is distinct from old.browser -> 'file' then
    update private.loose_objects set due_at = now()
     where store = old.browser #>> '{file,store}' and storage_key = old.browser #>> '{file,key}';
  end if;
  return null;
end $$;

create trigger let_go_of_passages after update of browser or delete on private.edits
  for each row when (old.browser ? 'file') execute function private.let_go_of_passages();
