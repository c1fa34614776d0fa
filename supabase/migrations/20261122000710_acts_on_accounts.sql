-- Two who act on each other's account at once must not both succeed: nobody would be left.

-- One act at a time, until its transaction ends. Whoever waited may have been suspended or demoted
-- meanwhile, so every act begins with this and reads who acts after it.
create function private.take_turn() returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtext('kinora.accounts'))
$$;

-- Rules that hold for every change of somebody else's account.
create or replace function private.assert_may_change(target uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  actor_role text;
  target_role text;
begin
  perform private.take_turn();
  perform app.assert_admin();
  select role into actor_role from public.users where id = auth.uid();
  select role into target_role from public.users where id = target;
  if target_role is null then
    raise exception 'User not found' using errcode = 'KN404', detail = 'user_not_found';
  end if;
  if target = auth.uid() then
    raise exception 'You cannot change your own account here'
      using errcode = 'KN403', detail = 'own_account';
  end if;
  if target_role = 'super_admin' and actor_role <> 'super_admin' then
    raise exception 'Only super admins can change a super admin'
      using errcode = 'KN403', detail = 'super_admins_only';
  end if;
end $$;

create or replace function app.change_role(target uuid, wanted text) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  perform private.take_turn();
  perform app.assert_admin();
  if not exists (select 1 from public.users where id = auth.uid() and role = 'super_admin') then
    raise exception 'Only super admins can change user roles'
      using errcode = 'KN403', detail = 'super_admins_only';
  end if;
  perform private.assert_may_change(target);
  return query update public.users set role = wanted where id = target returning *;
end $$;

revoke execute on function private.take_turn() from public;
