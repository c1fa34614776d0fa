create or replace function app.sign_up_offer(given text)
  returns table (sign_up text, allowed_domains text[], invitation jsonb)
  language sql stable security definer set search_path = ''
as $$
  -- The first account of an empty server is always let in, whatever the settings say.
  select case when exists (select from public.users) then s.sign_up else 'first' end, s.allowed_domains,
         (select jsonb_build_object('email', i.email) from public.invitations i
           where i.token = given and i.used_at is null and i.expires_at > now())
    from private.settings s
$$;
