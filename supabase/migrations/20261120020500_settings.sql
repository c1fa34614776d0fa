-- Settings that change without a restart: who may sign up, on which plan, and the announcement that everyone reads.
-- Invitations open a server that is closed otherwise, for one account each.

create table private.settings (
  is_the_row boolean primary key default true check (is_the_row),
  -- Set at start by the API where it can send mail: an address then counts once it was proven.
  verify_emails boolean not null default false,
  -- Keeps the visitors of a link countable and unreadable.
  view_salt uuid not null default gen_random_uuid(),
  sign_up text not null default 'open' check (sign_up in ('open', 'invitation', 'closed')),
  -- Without any, every address will do.
  allowed_domains text[] not null default '{}',
  -- Null: the environment decides.
  default_plan text references public.plans (name) on update cascade on delete set null,
  announcement text not null default '' check (char_length(announcement) <= 500),
  -- The line of the audit log up to which owners have been written to.
  told_until bigint not null default 0,
  trash_days int not null default 30 check (trash_days between 1 and 365)
);
create index settings_default_plan on private.settings (default_plan);
alter table private.settings enable row level security;

insert into private.settings default values;

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  -- 192 random bits; readable, because the page copies links again.
  token text not null unique
    default translate(encode(extensions.gen_random_bytes(24), 'base64'), '+/', '-_'),
  -- Null: whoever has the link.
  email text check (char_length(email) <= 254),
  invited_by uuid references public.users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  mailed_at timestamptz,
  used_at timestamptz,
  used_by uuid references public.users on delete set null,
  -- An address proves itself before its account is made: a letter holds an invitation that nobody but its mailbox sees.
  asked_for boolean not null default false
);
create index invitations_newest on public.invitations (created_at desc, id desc);
create index invitations_invited_by on public.invitations (invited_by);
create index invitations_used_by on public.invitations (used_by);

-- However often somebody asks, it is one link, to be sent again.
create unique index invitations_asked_for on public.invitations (lower(email))
  where asked_for and used_at is null;
alter table public.invitations enable row level security;
grant select on public.invitations to authenticated;

create policy "super admins see the invitations" on public.invitations
  for select to authenticated using ((select app.is_super_admin()) and not asked_for);

-- Reading ------------------------------------------------------------------------------

create function app.server_settings()
returns table (sign_up text, allowed_domains text[], default_plan text, announcement text, trash_days int)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_super_admin();
  return query select s.sign_up, s.allowed_domains, s.default_plan, s.announcement, s.trash_days
                 from private.settings s;
end $$;

-- The part of the settings that anyone may know.
create function app.public_settings() returns table (sign_up text, announcement text)
language sql stable security definer set search_path = '' as $$
  select s.sign_up, s.announcement from private.settings s
$$;

-- The words of a sign-up page before anybody fills it in. People who hold an invitation may know for whom it is.
create function app.sign_up_offer(given text)
returns table (sign_up text, first boolean, allowed_domains text[], invitation jsonb)
language sql stable security definer set search_path = '' as $$
  -- The first account of an empty server is always let in, whatever the settings say.
  select case when held.any_account then s.sign_up else 'open' end, not held.any_account, s.allowed_domains,
         (select jsonb_build_object('email', i.email) from public.invitations i
           where i.token = given and i.used_at is null and i.expires_at > now())
    from private.settings s, (select exists (select from public.users)) held (any_account)
$$;

-- Acts -----------------------------------------------------------------------------------

-- A setting that the change does not name stays as it is.
create function app.change_server_settings(change jsonb)
returns table (sign_up text, allowed_domains text[], default_plan text, announcement text, trash_days int)
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
begin
  perform app.assert_super_admin();
  select jsonb_build_object('sign_up', s.sign_up, 'allowed_domains', s.allowed_domains,
                            'default_plan', s.default_plan, 'announcement', s.announcement,
                            'trash_days', s.trash_days)
    into was from private.settings s for update;
  if not exists (select 1 from public.plans p where p.name = change ->> 'default_plan')
     and change ->> 'default_plan' is not null then
    raise exception 'This plan does not exist.' using errcode = 'KN404', detail = 'plan_not_found';
  end if;
  update private.settings s set
    sign_up = coalesce(change ->> 'sign_up', s.sign_up),
    allowed_domains = case when change ? 'allowed_domains'
      then array(select lower(d) from jsonb_array_elements_text(change -> 'allowed_domains') d)
      else s.allowed_domains end,
    default_plan = case when change ? 'default_plan' then change ->> 'default_plan'
                        else s.default_plan end,
    announcement = coalesce(change ->> 'announcement', s.announcement),
    trash_days = coalesce((change ->> 'trash_days')::int, s.trash_days);
  perform private.note('settings_changed', null, null,
    (select jsonb_object_agg(w.key, w.value) from jsonb_each(was) w where change ? w.key), change);
  return query select * from app.server_settings();
end $$;

create function app.invite(address text, days int) returns setof public.invitations
language plpgsql security definer set search_path = '' as $$
declare
  made public.invitations;
begin
  perform app.assert_super_admin();
  if exists (select 1 from public.users where lower(email) = lower(address)) then
    raise exception 'An account with this email already exists.'
      using errcode = 'KN409', detail = 'email_taken';
  end if;
  insert into public.invitations (email, invited_by, expires_at)
  values (address, auth.uid(), now() + make_interval(days => days)) returning * into made;
  perform private.note('person_invited', null, address, null,
                       jsonb_build_object('expires_at', made.expires_at));
  return next made;
end $$;

create function app.withdraw_invitation(invitation uuid) returns setof public.invitations
language plpgsql security definer set search_path = '' as $$
declare
  gone public.invitations;
begin
  perform app.assert_super_admin();
  delete from public.invitations where id = invitation returning * into gone;
  if not found then return; end if;
  perform private.note('invitation_withdrawn', null, gone.email);
  return next gone;
end $$;

-- Registration -----------------------------------------------------------------------------

-- The first account of an empty server runs it. The lock keeps two first accounts from both doing so.
create function private.register(
  new_username text, new_email text, new_password_hash text,
  new_google_subject text, new_email_verified boolean, new_picture text, invitation text default null
) returns public.users
language plpgsql set search_path = '' as $$
declare
  account public.users;
  settings private.settings;
  is_first boolean;
begin
  perform pg_advisory_xact_lock(hashtext('kinora.register'));
  select * into settings from private.settings;
  is_first := not exists (select 1 from public.users);
  if settings.default_plan is not null then
    perform set_config('kinora.default_plan', settings.default_plan, true);
  end if;
  insert into public.users (username, email, role, profile_picture, oauth_provider, password_set)
  values (
    new_username, new_email,
    case when is_first then 'super_admin' else 'user' end,
    new_picture,
    case when new_google_subject is null then null else 'google' end,
    new_password_hash is not null
  )
  returning * into account;
  insert into private.credentials (user_id, password_hash, google_subject, email_verified)
  values (account.id, new_password_hash, new_google_subject, new_email_verified);
  perform private.assert_may_join(settings, account, invitation) where not is_first;
  return account;
end $$;

-- Asked last, because an invitation is used up by an account that is there; and again where the address has one.
create function private.assert_may_join(
  settings private.settings, account public.users, invitation text
) returns void
language plpgsql set search_path = '' as $$
declare
  by_letter boolean;
begin
  if settings.sign_up = 'closed' then
    raise exception 'This server takes no new accounts at the moment.'
      using errcode = 'KN403', detail = 'sign_up_closed';
  end if;
  update public.invitations set used_at = now(), used_by = account.id
   where token = invitation and used_at is null and expires_at > now()
     and (email is null or lower(email) = lower(account.email)) returning asked_for into by_letter;
  if not by_letter then return; end if;
  if settings.sign_up = 'invitation' then
    raise exception '%', case when invitation is null
        then 'New accounts need an invitation here. Ask the person who runs this server for one.'
        else 'This invitation was used, has ended or is for another address. Ask for a new one.' end
      using errcode = 'KN403', detail = 'invitation_needed';
  end if;
  if by_letter then
    update private.credentials set email_verified = true where user_id = account.id;
  end if;
  if settings.allowed_domains = '{}' then return; end if;
  if not lower(split_part(account.email, '@', 2)) = any (settings.allowed_domains) then
    raise exception 'Accounts here need an address at %.', array_to_string(settings.allowed_domains, ', ')
      using errcode = 'KN403', detail = 'domain_not_allowed';
  end if;
  if settings.verify_emails and by_letter is null
     and not exists (select from private.credentials where user_id = account.id and email_verified) then
    raise exception 'Open the email that was sent to this address.'
      using errcode = 'KN403', detail = 'email_unproven';
  end if;
end $$;

grant execute on function app.public_settings(), app.sign_up_offer(text) to anon, authenticated;
grant execute on function app.server_settings(), app.change_server_settings(jsonb), app.invite(text, int),
  app.withdraw_invitation(uuid) to authenticated;
