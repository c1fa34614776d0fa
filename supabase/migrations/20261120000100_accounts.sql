-- Accounts: who there is, how they prove it, and what they prefer.
-- `private` holds secrets and is closed to every API role; `app` holds the predicates policies speak in.

create schema private;
create schema app;
grant usage on schema app to anon, authenticated;

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

create table private.credentials (
  user_id uuid primary key references public.users on delete cascade,
  password_hash text,
  google_subject text unique,
  email_verified boolean not null default false,
  -- Every token carries this number; raising it ends every session at once.
  session_version int not null default 1
);

create table public.preferences (
  user_id uuid primary key references public.users on delete cascade,
  recording_quality text not null default 'high'
    check (recording_quality in ('low', 'medium', 'high', 'ultra')),
  include_audio boolean not null default true,
  auto_save_to_cloud boolean not null default false,
  default_filename_prefix text not null default 'Recording'
    check (char_length(default_filename_prefix) <= 100),
  preferred_storage text check (preferred_storage in ('s3', 'local', 'google_drive')),
  email_notices boolean not null default true
);

create unique index users_email on public.users (lower(email));
create index users_last_active on public.users (last_active_at desc) where last_active_at is not null;

-- Predicates ------------------------------------------------------------------

-- Runs before the role changes, in the same round trip as the claims: an ended session does nothing.
create function private.assert_session(caller uuid, version int) returns void
language plpgsql stable set search_path = '' as $$
declare
  account record;
begin
  if caller is null then return; end if;
  select u.suspended, c.session_version into account
    from public.users u join private.credentials c on c.user_id = u.id
   where u.id = caller;
  if not found or account.session_version is distinct from version then
    raise exception 'Session expired. Please log in again.'
      using errcode = 'KN401', detail = 'session_expired';
  end if;
  if account.suspended then
    raise exception 'This account is suspended.' using errcode = 'KN401', detail = 'suspended';
  end if;
end $$;

create function app.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.users
     where id = (select auth.uid()) and role in ('admin', 'super_admin') and not suspended
  )
$$;

-- A realtime token outlives the request that made it, so its channel asks again whether the account stands.
create function app.is_live_account(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.users where id = account and not suspended)
$$;

revoke execute on function app.is_admin(), app.is_live_account(uuid) from public;
grant execute on function app.is_admin(), app.is_live_account(uuid) to anon, authenticated;

-- Policies ---------------------------------------------------------------------

alter table public.users enable row level security;
grant select on public.users to authenticated;
grant update (username, profile_picture, last_active_at) on public.users to authenticated;

create policy "people see their own account" on public.users
  for select to authenticated using (id = (select auth.uid()));
create policy "admins see every account" on public.users
  for select to authenticated using ((select app.is_admin()));
create policy "people change their own account" on public.users
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

alter table public.preferences enable row level security;
grant select, insert, update on public.preferences to authenticated;

create policy "people see their own preferences" on public.preferences
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people save their own preferences" on public.preferences
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own preferences" on public.preferences
  for update to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

alter table private.credentials enable row level security;

-- Registration -------------------------------------------------------------------

-- The first account of an empty server runs it. The lock keeps two first accounts from both doing so.
create function private.register(
  new_username text, new_email text, new_password_hash text,
  new_google_subject text, new_email_verified boolean, new_picture text
) returns public.users
language plpgsql set search_path = '' as $$
declare
  account public.users;
begin
  perform pg_advisory_xact_lock(hashtext('kinora.register'));
  insert into public.users (username, email, role, profile_picture, oauth_provider, password_set)
  values (
    new_username, new_email,
    case when exists (select 1 from public.users) then 'user' else 'super_admin' end,
    new_picture,
    case when new_google_subject is null then null else 'google' end,
    new_password_hash is not null
  )
  returning * into account;
  insert into private.credentials (user_id, password_hash, google_subject, email_verified)
  values (account.id, new_password_hash, new_google_subject, new_email_verified);
  return account;
end $$;

-- Limits ----------------------------------------------------------------------------

-- A bucket holds `capacity` tokens and refills evenly over `period`; shared by every API process.
create unlogged table private.buckets (
  name text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null default clock_timestamp()
);
create index buckets_refilled_at on private.buckets (refilled_at);
alter table private.buckets enable row level security;

-- Takes one token; returns 0, or the seconds until there is one again.
create function private.take_token(bucket text, capacity double precision, period interval)
returns double precision
language plpgsql set search_path = '' as $$
declare
  per_second double precision := capacity / extract(epoch from period);
  left_over double precision;
begin
  insert into private.buckets as b (name, tokens) values (bucket, capacity - 1)
  on conflict (name) do update set
    tokens = least(capacity, b.tokens + per_second
      * extract(epoch from clock_timestamp() - b.refilled_at)) - 1,
    refilled_at = clock_timestamp()
    where least(capacity, b.tokens + per_second
      * extract(epoch from clock_timestamp() - b.refilled_at)) >= 1
  returning tokens into left_over;
  if found then return 0; end if;
  select greatest(0.001, (1 - least(capacity, tokens + per_second
      * extract(epoch from clock_timestamp() - refilled_at))) / per_second)
    into left_over from private.buckets where name = bucket;
  return coalesce(left_over, 0.001);
end $$;

revoke execute on all functions in schema private from public;
