-- Sessions: each sign-in is a row. A token only names its row and is worth nothing without it, so to end a
-- session is to delete it, for good.

create table public.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users on delete cascade,
  -- In words, from what the browser calls itself: 'Chrome on Windows'.
  device text not null check (char_length(device) between 1 and 100),
  created_at timestamptz not null default now(),
  -- Written at most once in five minutes.
  last_seen_at timestamptz not null default now()
);
create index sessions_of_user on public.sessions (user_id);
alter table public.sessions enable row level security;
grant select, delete on public.sessions to authenticated;

create policy "people see their own sessions" on public.sessions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people end their own sessions" on public.sessions
  for delete to authenticated using (user_id = (select auth.uid()));

-- However often it is renewed. Written so that Postgres puts it into the query that asks.
create function private.is_over(session public.sessions) returns boolean
language sql stable as $$
  select session.created_at <= now() - interval '90 days'
      or session.last_seen_at <= now() - interval '30 days'
$$;

-- Runs before the role changes, in the same round trip as the claims: an ended session does nothing.
create function private.assert_session(caller uuid, session uuid) returns void
language plpgsql set search_path = '' as $$
declare
  seen timestamptz;
begin
  if caller is null then return; end if;
  select s.last_seen_at into seen from public.sessions s
   where s.id = session and s.user_id = caller and not private.is_over(s);
  if found then
    if seen < now() - interval '5 minutes' then
      -- Whoever else is about to write it writes the same.
      update public.sessions set last_seen_at = now() where id = (
        select s.id from public.sessions s where s.id = session for no key update skip locked);
    end if;
    return;
  end if;
  if exists (select 1 from public.users where id = caller and suspended) then
    raise exception 'This account is suspended.' using errcode = 'KN401', detail = 'suspended';
  end if;
  raise exception 'Session expired. Please log in again.'
    using errcode = 'KN401', detail = 'session_expired';
end $$;

-- No row where the account is suspended, or where `proof`, the hash that was just checked, is the account's
-- no longer. Both stay locked, so that what changes them at the same moment finds this session and ends it.
create function private.begin_session(account uuid, on_device text, proof text default null)
returns setof public.sessions
language plpgsql set search_path = '' as $$
begin
  perform 1 from private.credentials c
    where c.user_id = account and (proof is null or c.password_hash = proof) for share;
  if not found then return; end if;
  perform 1 from public.users where id = account and not suspended for share;
  if not found then return; end if;
  return query insert into public.sessions (user_id, device) values (account, on_device) returning *;
end $$;

-- The column that holds the account's id is the trigger's argument.
create function private.end_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.sessions where user_id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  return null;
end $$;
create trigger suspension_ends_sessions after update of suspended on public.users
  for each row when (new.suspended and not old.suspended)
  execute function private.end_sessions('id');
create trigger new_password_ends_sessions after update of password_hash on private.credentials
  for each row when (new.password_hash is distinct from old.password_hash)
  execute function private.end_sessions('user_id');

-- Whether the session that a realtime token was made in has ended since; one that names none is of no session.
create function app.is_ended_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (
    select 1 from public.sessions s
     where s.id = (auth.jwt() ->> 'sid')::uuid and s.user_id = auth.uid()
       and not private.is_over(s));
end $$;

create policy "an ended session hears and shows nothing" on realtime.messages
  as restrictive for all to authenticated
  using (not (select app.is_ended_session())) with check (not (select app.is_ended_session()));

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

-- A token that was taken for nothing: the act that it was taken for has been refused.
create function private.give_token(bucket text, capacity double precision) returns void
language sql set search_path = '' as $$
  update private.buckets set tokens = least(capacity, tokens + 1) where name = bucket
$$;

-- The Data API -------------------------------------------------------------------------

-- Browsers get a token for Realtime, and a hosted project's Data API would take it, too, for as long as it
-- lives: with policies, but without asking whether the session still stands. So every call of it asks here
-- first and is refused, but for those with the project's secret key. Where there is no Data API this changes
-- nothing.
create function app.refuse_data_api() returns void
language plpgsql set search_path = '' as $$
begin
  if current_setting('role', true) = 'service_role' then return; end if;
  raise sqlstate 'PGRST' using
    message = '{"code": "closed", "message": "The Data API of this project is closed: use Kinora''s own."}',
    detail = '{"status": 403, "headers": {}}';
end $$;

do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'app.refuse_data_api';
  notify pgrst, 'reload config';
exception when undefined_object or insufficient_privilege then
  raise notice 'The Data API could not be closed here: close it in the settings of the project.';
end $$;

grant execute on function app.refuse_data_api() to anon, authenticated, service_role;
grant execute on function app.is_ended_session() to authenticated;
