-- Written by `bun run schema` from the migrations: read it, and change those.

create table public.audit_log (
  id bigint generated always as identity not null,
  created_at timestamp with time zone default now() not null,
  kind text not null,
  act text not null,
  actor_id uuid,
  actor text,
  target_id uuid,
  target text,
  before jsonb,
  after jsonb,
  address text,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_kind_check CHECK ((kind = ANY (ARRAY['admin'::text, 'security'::text])))
);
CREATE INDEX audit_log_by_act ON public.audit_log USING btree (act, id DESC);
CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (actor_id, id DESC);
CREATE INDEX audit_log_by_target ON public.audit_log USING btree (target_id, id DESC);
CREATE INDEX audit_log_by_trigrams ON public.audit_log USING gin (app.folded(actor) extensions.gin_trgm_ops, app.folded(target) extensions.gin_trgm_ops);
CREATE INDEX audit_log_newest ON public.audit_log USING btree (created_at DESC, id DESC);
alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;
create policy "admins read the audit log" on public.audit_log for select to authenticated
  using (( SELECT app.is_admin() AS is_admin));
CREATE TRIGGER keep_audit_log BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION private.keep_audit_log();

CREATE OR REPLACE FUNCTION private.keep_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'The audit log is only ever added to' using errcode = '42501';
end $function$;

CREATE OR REPLACE FUNCTION private.acting(account uuid, address text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('kinora.actor', coalesce(account::text, ''), true),
         set_config('kinora.address', coalesce(address, ''), true)
$function$;

CREATE OR REPLACE FUNCTION private.note(act text, target_id uuid, target text, before jsonb DEFAULT NULL::jsonb, after jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  actor uuid := coalesce(auth.uid(), nullif(current_setting('kinora.actor', true), '')::uuid);
  service text := current_setting('kinora.service', true);
begin
  insert into public.audit_log (kind, act, actor_id, actor, target_id, target, before, after, address)
  values (
    case when act in ('sign_in_failed', 'password_changed', 'email_changed', 'edit_link_made',
                      'drive_connected', 'second_factor_on', 'second_factor_off')
      then 'security' else 'admin' end,
    act, actor,
    coalesce((select u.email from public.users u where u.id = actor),
             case when service like 'operator: %' then 'Operator of this machine' end),
    note.target_id, note.target, note.before, note.after,
    coalesce(auth.jwt() ->> 'address', nullif(current_setting('kinora.address', true), ''))
  );
end $function$;

CREATE OR REPLACE FUNCTION app.note_export(report text, period text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.assert_admin();
  perform private.note('report_exported', null, report, null, jsonb_build_object('period', period));
end $function$;
grant execute on function app.note_export(text,text) to authenticated;

CREATE OR REPLACE FUNCTION private.note_failed_sign_in(address text, tried text, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.acting(null, address);
  perform private.note('sign_in_failed',
    (select id from public.users where lower(email) = lower(tried)), left(tried, 254), null,
    jsonb_build_object('reason', reason));
end $function$;

CREATE OR REPLACE FUNCTION private.note_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.role <> old.role then
    perform private.note('role_changed', new.id, new.email,
      jsonb_build_object('role', old.role), jsonb_build_object('role', new.role));
  end if;
  if new.suspended <> old.suspended then
    perform private.note(case when new.suspended then 'user_suspended' else 'user_activated' end,
      new.id, new.email, jsonb_build_object('suspended', old.suspended),
      jsonb_build_object('suspended', new.suspended));
  end if;
  if new.email <> old.email then
    perform private.note('email_changed', new.id, new.email,
      jsonb_build_object('email', old.email), jsonb_build_object('email', new.email));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.note('password_changed', new.user_id,
    (select email from public.users where id = new.user_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_edit_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.note('edit_link_made', new.recording_id,
    (select filename from public.recordings where id = new.recording_id), null,
    jsonb_build_object('label', new.label, 'is_public', new.is_public,
      'allowed_email', new.allowed_email, 'expires_at', new.expires_at));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_moderation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.note('comment_deleted', r.id, r.filename,
      jsonb_build_object('author', coalesce((select u.email from public.users u where u.id = old.author_id),
                                            (select g.name from private.guests g where g.id = old.guest_id)),
                         'content', left(old.content, 500)))
     from public.recordings r
    where r.id = old.recording_id and auth.uid() <> r.owner_id and auth.uid() is distinct from old.author_id;
  return null;
end $function$;
