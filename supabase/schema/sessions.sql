-- Written by `bun run schema` from the migrations: read it, and change those.

create table public.sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  device text not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_device_check CHECK (((char_length(device) >= 1) AND (char_length(device) <= 100))),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id);
alter table public.sessions enable row level security;
grant delete, select on public.sessions to authenticated;
create policy "people end their own sessions" on public.sessions for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people see their own sessions" on public.sessions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));

CREATE OR REPLACE FUNCTION private.is_over(session public.sessions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select session.created_at <= now() - interval '90 days'
      or session.last_seen_at <= now() - interval '30 days'
$function$;

CREATE OR REPLACE FUNCTION private.assert_session(caller uuid, session uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.begin_session(account uuid, on_device text, proof text DEFAULT NULL::text)
 RETURNS SETOF public.sessions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform 1 from private.credentials c
    where c.user_id = account and (proof is null or c.password_hash = proof) for share;
  if not found then return; end if;
  perform 1 from public.users where id = account and not suspended for share;
  if not found then return; end if;
  return query insert into public.sessions (user_id, device) values (account, on_device) returning *;
end $function$;

CREATE OR REPLACE FUNCTION private.end_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.sessions where user_id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.is_ended_session()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select 1 from public.sessions s
     where s.id = (auth.jwt() ->> 'sid')::uuid and s.user_id = auth.uid()
       and not private.is_over(s));
end $function$;
grant execute on function app.is_ended_session() to authenticated;

create unlogged table private.buckets (
  name text not null,
  tokens double precision not null,
  refilled_at timestamp with time zone default clock_timestamp() not null,
  constraint buckets_pkey PRIMARY KEY (name)
);
CREATE INDEX buckets_refilled_at ON private.buckets USING btree (refilled_at);
alter table private.buckets enable row level security;

CREATE OR REPLACE FUNCTION private.take_token(bucket text, capacity double precision, period interval)
 RETURNS double precision
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.give_token(bucket text, capacity double precision)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.buckets set tokens = least(capacity, tokens + 1) where name = bucket
$function$;

CREATE OR REPLACE FUNCTION app.refuse_data_api()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_setting('role', true) = 'service_role' then return; end if;
  raise sqlstate 'PGRST' using
    message = '{"code": "closed", "message": "The Data API of this project is closed: use Kinora''s own."}',
    detail = '{"status": 403, "headers": {}}';
end $function$;
grant execute on function app.refuse_data_api() to anon;
grant execute on function app.refuse_data_api() to authenticated;
grant execute on function app.refuse_data_api() to service_role;
