-- What a sign-up page says before anybody fills it in. Whoever holds an invitation may know for whom it is.

create function app.sign_up_offer(given text)
returns table (sign_up text, allowed_domains text[], invitation jsonb)
language sql stable security definer set search_path = '' as $$
  -- The first account of an empty server is always let in.
  select case when exists (select from public.users) then s.sign_up else 'open' end, s.allowed_domains,
         (select jsonb_build_object('email', i.email) from public.invitations i
           where i.token = given and i.used_at is null and i.expires_at > now())
    from private.settings s
$$;
revoke execute on function app.sign_up_offer(text) from public;
grant execute on function app.sign_up_offer(text) to anon, authenticated;
