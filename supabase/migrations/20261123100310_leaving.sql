-- Admins do not delete each other; super admins delete them. Where nothing was typed, it is only said who may.
create or replace function app.delete_account_of(target uuid, typed text) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_may_change(target);
  if not app.is_super_admin() and exists (select 1 from public.users where id = target and role <> 'user') then
    raise exception 'Only super admins can delete an admin' using errcode = 'KN403', detail = 'super_admins_only';
  end if;
  if typed is not null then return next private.delete_account(target, typed); end if;
end $$;

-- Accounts on their way home are asked for where they are moved.
drop function private.homeward_accounts();
