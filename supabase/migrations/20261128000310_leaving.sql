-- Admins do not delete each other; super admins delete them.

create function app.assert_may_delete(target uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_may_change(target);
  if not app.is_super_admin()
     and exists (select 1 from public.users where id = target and role <> 'user') then
    raise exception 'Only super admins can delete an admin'
      using errcode = 'KN403', detail = 'super_admins_only';
  end if;
end $$;

create or replace function app.delete_account_of(target uuid, typed text) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  perform app.assert_may_delete(target);
  return next private.delete_account(target, typed);
end $$;

revoke execute on function app.assert_may_delete(uuid) from public;
grant execute on function app.assert_may_delete(uuid) to authenticated;
