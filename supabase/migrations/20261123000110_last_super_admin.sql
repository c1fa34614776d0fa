-- What an operator does from the machine itself follows the rules that hold for admins: one act at a time, and
-- somebody is always left who may give roles.

create function private.set_role(target uuid, wanted text) returns setof public.users
language plpgsql set search_path = '' as $$
begin
  perform private.take_turn();
  if wanted <> 'super_admin'
     and exists (select 1 from public.users where id = target and role = 'super_admin')
     and not exists (
       select 1 from public.users where id <> target and role = 'super_admin' and not suspended)
  then
    raise exception 'Nobody else is super admin. Make somebody else one first.'
      using errcode = 'KN409', detail = 'last_super_admin';
  end if;
  return query update public.users set role = wanted where id = target returning *;
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
  return query select * from private.set_role(target, wanted);
end $$;

revoke execute on function private.set_role(uuid, text) from public;
