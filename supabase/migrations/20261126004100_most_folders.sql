-- All folders of an account are one answer, and are read at each change of one of them.
create function private.bound_folders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.folders f where f.owner_id = new.owner_id) > 2000 then
    raise exception 'You have 2,000 folders. Delete one before you make another.'
      using errcode = 'KN409', detail = 'too_many_folders';
  end if;
  return null;
end $$;
create trigger bound_folders after insert on public.folders
  for each row when (current_setting('role') <> 'none') execute function private.bound_folders();
