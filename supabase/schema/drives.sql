-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.drive_connections (
  user_id uuid not null,
  google_account text not null,
  email text not null,
  refresh_token text,
  access_token text,
  access_expires_at timestamp with time zone,
  lease_holder uuid,
  lease_until timestamp with time zone,
  folder_id text,
  changes_token text,
  walked_at timestamp with time zone,
  connected_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  asks_anew boolean default false not null,
  lease_process uuid,
  constraint drive_connections_pkey PRIMARY KEY (user_id),
  constraint drive_connections_check CHECK (((refresh_token IS NULL) = (ended_at IS NOT NULL))),
  constraint drive_connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
alter table private.drive_connections enable row level security;
CREATE TRIGGER announce_drive AFTER INSERT OR DELETE ON private.drive_connections FOR EACH ROW EXECUTE FUNCTION private.announce_drive();
CREATE TRIGGER announce_drive_change AFTER UPDATE ON private.drive_connections FOR EACH ROW WHEN ((((old.refresh_token IS NULL) <> (new.refresh_token IS NULL)) OR (old.google_account <> new.google_account))) EXECUTE FUNCTION private.announce_drive();
CREATE TRIGGER note_drive AFTER INSERT OR UPDATE OF connected_at ON private.drive_connections FOR EACH ROW EXECUTE FUNCTION private.note_drive();
CREATE TRIGGER reach_drive AFTER INSERT OR DELETE ON private.drive_connections FOR EACH ROW EXECUTE FUNCTION private.reach_drive();
CREATE TRIGGER reach_drive_change AFTER UPDATE ON private.drive_connections FOR EACH ROW WHEN ((((old.refresh_token IS NULL) <> (new.refresh_token IS NULL)) OR (old.google_account <> new.google_account))) EXECUTE FUNCTION private.reach_drive();
CREATE TRIGGER revoke_drive AFTER DELETE ON private.drive_connections FOR EACH ROW WHEN ((old.refresh_token IS NOT NULL)) EXECUTE FUNCTION private.note_drive();

create table private.drive_consents (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  verifier text not null,
  expires_at timestamp with time zone default (now() + '00:10:00'::interval) not null,
  used_at timestamp with time zone,
  constraint drive_consents_pkey PRIMARY KEY (id),
  constraint drive_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX drive_consents_of_user ON private.drive_consents USING btree (user_id);
CREATE INDEX drive_consents_over ON private.drive_consents USING btree (expires_at);
alter table private.drive_consents enable row level security;

create table private.drive_files (
  storage_key text not null,
  owner_id uuid not null,
  google_account text not null,
  file_id text not null,
  size bigint,
  md5 text,
  checked_at timestamp with time zone default now() not null,
  unwanted_at timestamp with time zone,
  constraint drive_files_pkey PRIMARY KEY (storage_key),
  constraint drive_files_check CHECK (((size IS NULL) = (md5 IS NULL))),
  constraint drive_files_file_id_key UNIQUE (file_id),
  constraint drive_files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE,
  constraint drive_files_size_check CHECK ((size >= 0))
);
CREATE INDEX drive_files_of_owner ON private.drive_files USING btree (owner_id, checked_at);
CREATE INDEX drive_files_unwanted ON private.drive_files USING btree (owner_id) WHERE (unwanted_at IS NOT NULL);
alter table private.drive_files enable row level security;

create table private.deliveries (
  recording_id uuid not null,
  owner_id uuid not null,
  tries integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  claimed_until timestamp with time zone,
  problem text,
  claimed_process uuid,
  constraint deliveries_pkey PRIMARY KEY (recording_id),
  constraint deliveries_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE,
  constraint deliveries_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE
);
CREATE INDEX deliveries_due ON private.deliveries USING btree (due_at);
CREATE INDEX deliveries_of_owner ON private.deliveries USING btree (owner_id);
alter table private.deliveries enable row level security;
CREATE TRIGGER announce_delivery AFTER INSERT OR DELETE ON private.deliveries FOR EACH ROW EXECUTE FUNCTION private.announce_delivery();
CREATE TRIGGER announce_delivery_problem AFTER UPDATE ON private.deliveries FOR EACH ROW WHEN ((old.problem IS DISTINCT FROM new.problem)) EXECUTE FUNCTION private.announce_delivery();

CREATE OR REPLACE FUNCTION app.has_drive(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from private.drive_connections
                  where user_id = account and refresh_token is not null)
$function$;

CREATE OR REPLACE FUNCTION app.is_drive_connected()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select app.has_drive((select auth.uid()))
$function$;
grant execute on function app.is_drive_connected() to authenticated;

CREATE OR REPLACE FUNCTION private.destination(account uuid)
 RETURNS app.storage_type
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when not app.has_drive(account) then 's3'
    when p.preferred_storage in ('google_drive', 's3') then p.preferred_storage
    else s.storage_type
  end
    from public.subscriptions s left join public.preferences p using (user_id)
   where s.user_id = account
$function$;

CREATE OR REPLACE FUNCTION private.end_drive(account uuid, refused text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.drive_connections set
    refresh_token = null, access_token = null, access_expires_at = null,
    lease_holder = null, lease_until = null, ended_at = now()
   where user_id = account and refresh_token = refused;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.reach_drive()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reached text := case when tg_op <> 'DELETE' and new.refresh_token is not null then new.google_account end;
begin
  update public.recordings r
     set missing = case when f.google_account is distinct from reached then 'disconnected' end
    from private.drive_files f
   where r.owner_id = coalesce(new.user_id, old.user_id) and r.storage_type = 'google_drive'
     and f.storage_key = r.storage_key and f.owner_id = r.owner_id
     and (r.missing is null or r.missing = 'disconnected')
     and (r.missing is null) = (f.google_account is distinct from reached);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.send_to_drive()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.storage_type <> 'google_drive' and private.destination(new.owner_id) = 'google_drive' then
    insert into private.deliveries (recording_id, owner_id) values (new.id, new.owner_id)
    on conflict (recording_id) do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.claim_delivery(recording uuid, seconds integer)
 RETURNS TABLE(owner_id uuid, filename text, mime_type text, size bigint, store text, key text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from private.deliveries d using public.recordings r
   where d.recording_id = recording and r.id = recording and r.storage_type = 'google_drive';
  update private.deliveries d
     set claimed_until = now() + make_interval(secs => seconds), claimed_process = private.this_process()
   where d.recording_id = recording and not private.is_held(d.claimed_process, d.claimed_until);
  if not found then return; end if;
  return query
    select r.owner_id, r.filename, r.mime_type, r.size, r.store, r.storage_key
      from public.recordings r
     where r.id = recording and r.status = 'ready' and r.store is not null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_drive()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'drive', 'user:' || coalesce(new.user_id, old.user_id), true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'drive', 'user:' || coalesce(new.owner_id, old.owner_id), true);
  return null;
end $function$;
