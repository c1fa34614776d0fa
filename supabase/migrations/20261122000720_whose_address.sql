-- Where no letter can be sent, whoever registered an address was taken for its owner, and a private link
-- opened for whoever registered its address after it was made.

-- Since when the account has its address. No one changes it today; whoever does one day has proven nothing yet.
alter table private.credentials add column email_since timestamptz not null default now();
update private.credentials c set email_since = u.created_at from public.users u where u.id = c.user_id;

create function private.forget_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.credentials set email_verified = false, email_since = now() where user_id = new.id;
  return null;
end $$;
create trigger new_address_is_unproven after update of email on public.users
  for each row when (lower(new.email) <> lower(old.email)) execute function private.forget_proof();

-- Whether a link for one address is for this account. Google vouched for the address, a letter proved it or
-- an admin confirmed it; where no letter can be sent it is enough that the account had it when the link was made.
create function private.is_for(share public.shares, account uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.users u join private.credentials c on c.user_id = u.id
     where u.id = account and lower(u.email) = lower(share.allowed_email)
       and (c.email_verified
         or (c.email_since <= share.created_at
             and not (select verify_emails from private.settings))));
end $$;

create or replace function private.share_opens(share public.shares, account uuid, unlocked bigint)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if share.id is null or share.expires_at <= now() then
    return false;
  end if;
  if share.password_version is not null and share.password_version is distinct from unlocked then
    return false;
  end if;
  if not share.is_public and not private.is_for(share, account) then
    return false;
  end if;
  -- A suspended account opens nothing, and what it shared opens for nobody.
  return not exists (
    select 1 from public.users where id in (account, share.owner_id) and suspended
  );
end $$;

-- True when nothing but the proof is missing that the caller's address is theirs.
create or replace function app.share_awaits_proof() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.shares s join public.users u on u.id = auth.uid()
     where s.id = (auth.jwt() ->> 'share')::uuid
       and lower(s.allowed_email) = lower(u.email)
       and not private.is_for(s, u.id)
       and (s.expires_at is null or s.expires_at > now())
       and app.is_live_account(s.owner_id)
  )
$$;

drop function private.proven_email(uuid);

-- Acts -------------------------------------------------------------------------------

create function app.confirm_email(target uuid) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_may_change(target);
  update private.credentials set email_verified = true where user_id = target;
  return query select * from public.users where id = target;
end $$;

-- For the table of users: nobody else's business.
create function app.is_email_confirmed(account uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.is_admin() and (select email_verified from private.credentials where user_id = account);
end $$;

revoke execute on all functions in schema private from public;
revoke execute on function app.confirm_email(uuid), app.is_email_confirmed(uuid) from public;
grant execute on function app.confirm_email(uuid), app.is_email_confirmed(uuid) to authenticated;
