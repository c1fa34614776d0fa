-- A role or a suspension counts from the next request on; this tells open pages to make one.
create function private.announce_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'account', 'user:' || new.id, true);
  return null;
end $$;
create trigger announce_account after update of role, suspended on public.users
  for each row when (old.role <> new.role or old.suspended <> new.suspended)
  execute function private.announce_account();

-- Who is suspended is present nowhere, and lists of people are read anew.
create trigger announce_change_of_account after update of role, suspended on public.users
  for each row when (old.role <> new.role or old.suspended <> new.suspended)
  execute function private.announce_activity('presence');
create trigger announce_gone_account after delete on public.users
  for each row execute function private.announce_activity('activity');
create trigger announce_gone_recording after delete on public.recordings
  for each row execute function private.announce_activity('activity');
revoke execute on function private.announce_account() from public;
