-- Accounts: the people of a server, how they prove that they are it, and their preferences.
-- `private` holds secrets and is closed to every API role; `app` holds the predicates that policies are made of.

create schema private;
create schema app;
grant usage on schema app to anon, authenticated, service_role;

-- The one list in SQL of the kinds of storage. The contract's is `StorageType`, and a test compares the two.
create domain app.storage_type as text check (value in ('google_drive', 's3', 'local'));

-- Names and titles in an order that knows letters and numbers: 'Éva' beside 'Eva', 'Tom 9' before 'Tom 10'.
create collation app.by_title (provider = icu, locale = 'und-u-kn-true');

create table public.users (
  id uuid primary key default gen_random_uuid(),
  username text not null check (char_length(btrim(username)) between 1 and 60),
  email text not null check (char_length(email) <= 254),
  role text not null default 'user' check (role in ('user', 'admin', 'super_admin')),
  profile_picture text,
  oauth_provider text,
  suspended boolean not null default false,
  password_set boolean not null default true,
  created_at timestamptz not null default now(),
  last_active_at timestamptz
);
create unique index users_email on public.users (lower(email));
create index users_last_active on public.users (last_active_at desc) where last_active_at is not null;
create index users_newest on public.users (created_at desc, id);

create table private.credentials (
  user_id uuid primary key references public.users on delete cascade,
  password_hash text,
  google_subject text unique,
  email_verified boolean not null default false,
  -- The moment at which the account got its address: no address that is changed is proven yet.
  email_since timestamptz not null default now()
);
alter table private.credentials enable row level security;

create function app.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.users
     where id = (select auth.uid()) and role in ('admin', 'super_admin') and not suspended
  )
$$;

create function app.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.users
     where id = (select auth.uid()) and role = 'super_admin' and not suspended
  )
$$;

-- A realtime token outlives the request that made it, so its channel asks again whether the account stands.
create function app.is_live_account(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.users where id = account and not suspended)
$$;

alter table public.users enable row level security;
grant select on public.users to authenticated;
grant update (username, profile_picture, last_active_at) on public.users to authenticated;

create policy "people see their own account" on public.users
  for select to authenticated using (id = (select auth.uid()));
create policy "admins see every account" on public.users
  for select to authenticated using ((select app.is_admin()));
create policy "people change their own account" on public.users
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

create table public.preferences (
  user_id uuid primary key references public.users on delete cascade,
  recording_quality text not null default 'high'
    check (recording_quality in ('low', 'medium', 'high', 'ultra')),
  include_audio boolean not null default true,
  auto_save_to_cloud boolean not null default false,
  default_filename_prefix text not null default 'Recording'
    check (char_length(default_filename_prefix) <= 100),
  preferred_storage app.storage_type,
  email_notices boolean not null default true,
  named_as_viewer boolean not null default true
);
alter table public.preferences enable row level security;
grant select, insert, update on public.preferences to authenticated;
grant insert (named_as_viewer), update (named_as_viewer) on public.preferences to authenticated;

create policy "people see their own preferences" on public.preferences
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people save their own preferences" on public.preferences
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own preferences" on public.preferences
  for update to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- The address ---------------------------------------------------------------------

-- Nobody changes an address today; an account that does one day has proven nothing yet.
create function private.forget_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.credentials set email_verified = false, email_since = now() where user_id = new.id;
  return null;
end $$;
create trigger new_address_is_unproven after update of email on public.users
  for each row when (lower(new.email) <> lower(old.email)) execute function private.forget_proof();

-- Acts on accounts -----------------------------------------------------------------

-- One act at a time, until its transaction ends. A person who waited may have been suspended or demoted
-- meanwhile, so every act begins with this and reads who acts after it.
create function private.take_turn() returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtext('kinora.accounts'))
$$;

-- Somebody is always left who may give roles, also where the operator of the machine does it.
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

-- An account goes with everything of it: rows by their keys, bytes by the job that their rows are listed for.
create function private.delete_account(target uuid, typed text) returns public.users
language plpgsql set search_path = '' as $$
declare
  account public.users;
begin
  perform private.take_turn();
  select * into account from public.users where id = target for update;
  if not found then
    raise exception 'User not found' using errcode = 'KN404', detail = 'user_not_found';
  end if;
  if lower(btrim(typed)) <> lower(account.email) then
    raise exception 'This is not the email address of the account.'
      using errcode = 'KN422', detail = 'email_differs';
  end if;
  if account.role = 'super_admin' and not exists (
    select 1 from public.users where id <> target and role = 'super_admin' and not suspended)
  then
    raise exception 'Nobody else is super admin. Make somebody else one first.'
      using errcode = 'KN409', detail = 'last_super_admin';
  end if;
  if exists (select 1 from public.subscriptions
              where user_id = target
                and (plan_billing_id is not null or subtitle_addon_billing_id is not null)) then
    raise exception 'Something is still being paid for. Cancel it first, so that nothing is charged any more.'
      using errcode = 'KN409', detail = 'still_paid';
  end if;
  perform private.note('account_deleted', account.id, account.email,
    (select jsonb_build_object('username', account.username, 'role', account.role,
                               'recordings', u.recording_count, 'bytes', u.used_bytes)
       from public.storage_usage u where u.user_id = target));
  delete from public.users where id = target;
  return account;
end $$;

create function app.delete_my_account(typed text) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  return next private.delete_account((select auth.uid()), typed);
end $$;

-- The archives of everything of an account that are being made, one at a time: each reads all that it has.
create table private.takeouts (
  user_id uuid primary key references public.users on delete cascade,
  held_by uuid not null,
  held_until timestamptz not null,
  held_process uuid
);
alter table private.takeouts enable row level security;

-- Realtime --------------------------------------------------------------------------
-- Events say what is stale, never what it is: the news is read through the same policies.

-- A role or a suspension counts from the next request on; this tells open pages to make one.
create function private.announce_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'account', 'user:' || new.id, true);
  return null;
end $$;
create trigger announce_account after update of role, suspended on public.users
  for each row when (old.role <> new.role or old.suspended <> new.suspended)
  execute function private.announce_account();

-- Presence and activity reach open dashboards without being asked for.
create function private.announce_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, tg_argv[0], 'admin', true);
  return null;
end $$;
create trigger announce_new_account after insert on public.users
  for each row execute function private.announce_activity('activity');

-- Only a change of what is shown is news: a ping every five minutes from somebody online is not.
create trigger announce_presence after update of last_active_at on public.users
  for each row
  when (old.last_active_at is null or old.last_active_at < new.last_active_at - interval '5 minutes 30 seconds')
  execute function private.announce_activity('presence');

-- A suspended account is present nowhere, and lists of people are read anew.
create trigger announce_change_of_account after update of role, suspended on public.users
  for each row when (old.role <> new.role or old.suspended <> new.suspended)
  execute function private.announce_activity('presence');
create trigger announce_gone_account after delete on public.users
  for each row execute function private.announce_activity('activity');

create policy "people hear their own channel" on realtime.messages
  for select to authenticated using (
    (select realtime.topic()) = 'user:' || (select auth.uid())
    and (select app.is_live_account((select auth.uid()))));
create policy "admins hear the admin channel" on realtime.messages
  for select to authenticated using (
    (select realtime.topic()) = 'admin' and (select app.is_admin()));

grant execute on function app.is_admin(), app.is_live_account(uuid) to anon, authenticated;
grant execute on function app.is_super_admin(), app.delete_my_account(text) to authenticated;
