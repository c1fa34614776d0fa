-- Whoever leaves a plan with a cloud of its own has their recordings moved to their drive, once: as soon as
-- there is one. What they cancel, or move elsewhere themselves, is not begun again.

alter table public.subscriptions add column homeward boolean not null default false;
create index subscriptions_homeward on public.subscriptions (user_id) where homeward;

create function private.turn_homeward() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.homeward := new.storage_type = 'google_drive';
  return new;
end $$;
create trigger turn_homeward before update of storage_type on public.subscriptions
  for each row when (old.storage_type is distinct from new.storage_type)
  execute function private.turn_homeward();

create function private.homeward_accounts() returns setof uuid
language sql stable set search_path = '' as $$
  select user_id from public.subscriptions where homeward and app.has_drive(user_id) limit 100
$$;

-- Together with the moves that it begins.
create function private.turned_home(account uuid) returns void
language sql set search_path = '' as $$
  update public.subscriptions set homeward = false where user_id = account
$$;

revoke execute on function private.turn_homeward(), private.homeward_accounts(),
  private.turned_home(uuid) from public;
