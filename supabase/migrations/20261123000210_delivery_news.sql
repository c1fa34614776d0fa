-- What is on its way to a drive, and why it is not there yet, is shown in Settings: whoever looks is told.

create function private.announce_delivery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'drive', 'user:' || coalesce(new.owner_id, old.owner_id), true);
  return null;
end $$;
create trigger announce_delivery after insert or delete on private.deliveries
  for each row execute function private.announce_delivery();
create trigger announce_delivery_problem after update on private.deliveries
  for each row when (old.problem is distinct from new.problem)
  execute function private.announce_delivery();

revoke execute on function private.announce_delivery() from public;
