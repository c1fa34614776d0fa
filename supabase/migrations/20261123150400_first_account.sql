drop function app.sign_up_offer(text);
create function app.sign_up_offer(given text)
returns table (sign_up text, first boolean, allowed_domains text[], invitation jsonb)
language sql stable security definer set search_path = '' as $$
  -- The first account of an empty server is always let in, whatever the settings say.
  select case when held.any_account then s.sign_up else 'open' end, not held.any_account, s.allowed_domains,
         (select jsonb_build_object('email', i.email) from public.invitations i
           where i.token = given and i.used_at is null and i.expires_at > now())
    from private.settings s, (select exists (select from public.users)) held (any_account)
$$;
revoke execute on function app.sign_up_offer(text) from public;
grant execute on function app.sign_up_offer(text) to anon, authenticated;
