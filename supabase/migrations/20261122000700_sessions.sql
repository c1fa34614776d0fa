-- Sessions: each sign-in is a row. A token only names its row and is worth nothing without it, so what
-- ends a session deletes it, for good.

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

-- However often it is renewed. Written so that Postgres puts it into the query that asks.
create function private.is_over(session public.sessions) returns boolean
language sql stable as $$
  select session.created_at <= now() - interval '90 days'
      or session.last_seen_at <= now() - interval '30 days'
$$;

-- Runs before the role changes, in the same round trip as the claims: an ended session does nothing.
drop function private.assert_session(uuid, int);
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

alter table private.credentials drop column session_version;

-- Whether the session that a realtime token was made in has ended since; one that names none is of no session.
create or replace function app.is_ended_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (
    select 1 from public.sessions s
     where s.id = (auth.jwt() ->> 'sid')::uuid and s.user_id = auth.uid()
       and not private.is_over(s));
end $$;

-- Policies ---------------------------------------------------------------------

alter table public.sessions enable row level security;
grant select, delete on public.sessions to authenticated;

create policy "people see their own sessions" on public.sessions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people end their own sessions" on public.sessions
  for delete to authenticated using (user_id = (select auth.uid()));

revoke execute on all functions in schema private from public;
