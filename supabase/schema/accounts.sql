-- Written by `bun run schema` from the migrations: read it, and change those.

create domain app.storage_type as text CHECK ((VALUE = ANY (ARRAY['google_drive'::text, 's3'::text, 'local'::text])));

create table public.users (
  id uuid default gen_random_uuid() not null,
  username text not null,
  email text not null,
  role text default 'user'::text not null,
  profile_picture text,
  oauth_provider text,
  suspended boolean default false not null,
  password_set boolean default true not null,
  created_at timestamp with time zone default now() not null,
  last_active_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_check CHECK ((char_length(email) <= 254)),
  constraint users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text, 'super_admin'::text]))),
  constraint users_username_check CHECK (((char_length(btrim(username)) >= 1) AND (char_length(btrim(username)) <= 60)))
);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE INDEX users_last_active ON public.users USING btree (last_active_at DESC) WHERE (last_active_at IS NOT NULL);
CREATE INDEX users_newest ON public.users USING btree (created_at DESC, id);
alter table public.users enable row level security;
grant select on public.users to authenticated;
grant update (last_active_at, profile_picture, username) on public.users to authenticated;
create policy "admins see every account" on public.users for select to authenticated
  using (( SELECT app.is_admin() AS is_admin));
create policy "people change their own account" on public.users for update to authenticated
  using ((id = ( SELECT auth.uid() AS uid)))
  with check ((id = ( SELECT auth.uid() AS uid)));
create policy "people see their own account" on public.users for select to authenticated
  using ((id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER announce_account AFTER UPDATE OF role, suspended ON public.users FOR EACH ROW WHEN (((old.role <> new.role) OR (old.suspended <> new.suspended))) EXECUTE FUNCTION private.announce_account();
CREATE TRIGGER announce_change_of_account AFTER UPDATE OF role, suspended ON public.users FOR EACH ROW WHEN (((old.role <> new.role) OR (old.suspended <> new.suspended))) EXECUTE FUNCTION private.announce_activity('presence');
CREATE TRIGGER announce_gone_account AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION private.announce_activity('activity');
CREATE TRIGGER announce_new_account AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION private.announce_activity('activity');
CREATE TRIGGER announce_presence AFTER UPDATE OF last_active_at ON public.users FOR EACH ROW WHEN (((old.last_active_at IS NULL) OR (old.last_active_at < (new.last_active_at - '00:05:30'::interval)))) EXECUTE FUNCTION private.announce_activity('presence');
CREATE TRIGGER new_address_is_unproven AFTER UPDATE OF email ON public.users FOR EACH ROW WHEN ((lower(new.email) <> lower(old.email))) EXECUTE FUNCTION private.forget_proof();
CREATE TRIGGER note_account AFTER UPDATE OF role, suspended, email ON public.users FOR EACH ROW EXECUTE FUNCTION private.note_account();
CREATE TRIGGER note_visit AFTER UPDATE OF last_active_at ON public.users FOR EACH ROW WHEN (((new.last_active_at IS NOT NULL) AND (new.last_active_at IS DISTINCT FROM old.last_active_at))) EXECUTE FUNCTION private.note_visit();
CREATE TRIGGER open_subscription AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION private.open_subscription();
CREATE TRIGGER suspension_ends_sessions AFTER UPDATE OF suspended ON public.users FOR EACH ROW WHEN ((new.suspended AND (NOT old.suspended))) EXECUTE FUNCTION private.end_sessions('id');

create table private.credentials (
  user_id uuid not null,
  password_hash text,
  google_subject text,
  email_verified boolean default false not null,
  email_since timestamp with time zone default now() not null,
  constraint credentials_pkey PRIMARY KEY (user_id),
  constraint credentials_google_subject_key UNIQUE (google_subject),
  constraint credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
alter table private.credentials enable row level security;
CREATE TRIGGER new_password_ends_sessions AFTER UPDATE OF password_hash ON private.credentials FOR EACH ROW WHEN ((new.password_hash IS DISTINCT FROM old.password_hash)) EXECUTE FUNCTION private.end_sessions('user_id');
CREATE TRIGGER note_password AFTER UPDATE OF password_hash ON private.credentials FOR EACH ROW WHEN ((new.password_hash IS DISTINCT FROM old.password_hash)) EXECUTE FUNCTION private.note_password();

CREATE OR REPLACE FUNCTION app.is_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.users
     where id = (select auth.uid()) and role in ('admin', 'super_admin') and not suspended
  )
$function$;
grant execute on function app.is_admin() to anon;
grant execute on function app.is_admin() to authenticated;

CREATE OR REPLACE FUNCTION app.is_super_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.users
     where id = (select auth.uid()) and role = 'super_admin' and not suspended
  )
$function$;
grant execute on function app.is_super_admin() to authenticated;

CREATE OR REPLACE FUNCTION app.is_live_account(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from public.users where id = account and not suspended)
$function$;
grant execute on function app.is_live_account(uuid) to anon;
grant execute on function app.is_live_account(uuid) to authenticated;

create table public.preferences (
  user_id uuid not null,
  recording_quality text default 'high'::text not null,
  include_audio boolean default true not null,
  auto_save_to_cloud boolean default false not null,
  default_filename_prefix text default 'Recording'::text not null,
  preferred_storage app.storage_type,
  email_notices boolean default true not null,
  named_as_viewer boolean default true not null,
  constraint preferences_pkey PRIMARY KEY (user_id),
  constraint preferences_default_filename_prefix_check CHECK ((char_length(default_filename_prefix) <= 100)),
  constraint preferences_recording_quality_check CHECK ((recording_quality = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'ultra'::text]))),
  constraint preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
alter table public.preferences enable row level security;
grant insert, select, update on public.preferences to authenticated;
grant insert (named_as_viewer) on public.preferences to authenticated;
grant update (named_as_viewer) on public.preferences to authenticated;
create policy "people change their own preferences" on public.preferences for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people save their own preferences" on public.preferences for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people see their own preferences" on public.preferences for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));

CREATE OR REPLACE FUNCTION private.forget_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.credentials set email_verified = false, email_since = now() where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.take_turn()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtext('kinora.accounts'))
$function$;

CREATE OR REPLACE FUNCTION private.set_role(target uuid, wanted text)
 RETURNS SETOF public.users
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.delete_account(target uuid, typed text)
 RETURNS public.users
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.delete_my_account(typed text)
 RETURNS SETOF public.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return next private.delete_account((select auth.uid()), typed);
end $function$;
grant execute on function app.delete_my_account(text) to authenticated;

create table private.takeouts (
  user_id uuid not null,
  held_by uuid not null,
  held_until timestamp with time zone not null,
  held_process uuid,
  constraint takeouts_pkey PRIMARY KEY (user_id),
  constraint takeouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
alter table private.takeouts enable row level security;

CREATE OR REPLACE FUNCTION private.announce_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'account', 'user:' || new.id, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, tg_argv[0], 'admin', true);
  return null;
end $function$;
