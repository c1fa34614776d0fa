-- The part of hosted Supabase that our migrations need before the first of them.
-- Run as superuser; may be run again, and is, whenever this file changes.
-- Nobody is granted anything by default: what hosted refuses must fail here too.

-- Roles ---------------------------------------------------------------------------------------

do $$
declare
  login text;
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role', 'supabase_realtime_admin'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin noinherit', role_name);
    end if;
  end loop;
  foreach login in array array['postgres', 'authenticator'] loop
    if not exists (select from pg_roles where rolname = login) then
      execute format('create role %I login', login);
    end if;
  end loop;
end $$;

-- The application's login owns the database and is no superuser, as on hosted. In a Postgres of
-- somebody's own it may be the very superuser who runs this, whom Postgres does not demote.
do $$
begin
  if current_user <> 'postgres' then
    alter role postgres nosuperuser createdb createrole bypassrls replication inherit;
  end if;
end $$;
alter role postgres set search_path = "$user", public, extensions;
alter role authenticator noinherit;
alter role service_role bypassrls;
grant anon, authenticated, service_role to postgres, authenticator;
-- Migrations may set how the Data API behaves, as on hosted, where it logs in as this.
do $$
begin
  if current_user <> 'postgres' then
    grant authenticator to postgres with admin true, inherit false, set false;
    grant set on parameter pgrst.db_pre_request to postgres;
  end if;
end $$;

do $$
begin
  execute format('alter database %I owner to postgres', current_database());
  execute format('alter database %I set timezone to %L', current_database(), 'UTC');
end $$;

-- Schemas -------------------------------------------------------------------------------------

create schema if not exists extensions;
create schema if not exists auth;
create schema if not exists realtime;
grant usage on schema public, extensions, auth, realtime to postgres, anon, authenticated, service_role;
grant create on schema extensions to postgres;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- auth: who asks ------------------------------------------------------------------------------

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;

create or replace function auth.uid() returns uuid language sql stable as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
$$;

-- realtime: what is announced -----------------------------------------------------------------

create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  binary_payload bytea,
  private boolean default false,
  inserted_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  primary key (id, inserted_at)
);
create index if not exists messages_inserted_at_index on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- Hosted lets `postgres` write policies for this table and nothing more; plain Postgres knows only owners.
alter table realtime.messages owner to supabase_realtime_admin;
grant supabase_realtime_admin to postgres;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql as $$
declare
  message_id uuid := gen_random_uuid();
  body jsonb := case when payload ? 'id' then payload else payload || jsonb_build_object('id', message_id) end;
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, body, event, topic, private, 'broadcast');
exception when others then
  raise warning 'realtime.send: %', sqlerrm; -- an announcement never fails the write it announces
end $$;

-- The feed of the embedded Realtime; hosted reads the write-ahead log instead -------------------

create schema if not exists embedded;
grant usage on schema embedded to postgres; -- to find out that it is there

-- The id only: a notification holds 8000 bytes.
create or replace function embedded.notify_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('embedded_realtime', new.id::text);
  return null;
end $$;

-- Rows without an event are probes of a policy and are rolled back.
create or replace trigger notify_message after insert on realtime.messages
for each row when (new.event is not null) execute function embedded.notify_message();
