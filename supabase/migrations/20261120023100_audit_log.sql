-- The audit log: what was done to other people's accounts and recordings, and what concerns somebody's safety. A
-- line is written in the transaction of its act, so that neither is there without the other, and no line is ever
-- changed again.

create table public.audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- 'admin': done to somebody or to the server. 'security': about how people get in.
  kind text not null check (kind in ('admin', 'security')),
  act text not null,
  -- In words as well as by id: who is deleted later stays named. Without an id nobody was signed in.
  actor_id uuid,
  actor text,
  target_id uuid,
  target text,
  before jsonb,
  after jsonb,
  -- The network address it came from, as far as it is known.
  address text
);
create index audit_log_newest on public.audit_log (created_at desc, id desc);
create index audit_log_by_actor on public.audit_log (actor_id, id desc);
create index audit_log_by_target on public.audit_log (target_id, id desc);
create index audit_log_by_act on public.audit_log (act, id desc);
alter table public.audit_log enable row level security;
revoke all on public.audit_log from public, anon, authenticated, service_role;
grant select on public.audit_log to authenticated;

create policy "admins read the audit log" on public.audit_log
  for select to authenticated using ((select app.is_admin()));

-- Also against our own mistakes: no role changes a line, not even the one that writes them.
create function private.keep_audit_log() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log is only ever added to' using errcode = '42501';
end $$;
create trigger keep_audit_log before update or delete or truncate on public.audit_log
  for each statement execute function private.keep_audit_log();

-- Writing ------------------------------------------------------------------------------

-- Past the policies nobody is signed in: this says for whom, and from where, the transaction acts.
create function private.acting(account uuid, address text) returns void
language sql volatile set search_path = '' as $$
  select set_config('kinora.actor', coalesce(account::text, ''), true),
         set_config('kinora.address', coalesce(address, ''), true)
$$;

-- The actor is the caller, or the account that `private.acting` names, or else nobody in particular.
-- Acts that concern somebody's safety are told apart from acts of admins.
create function private.note(
  act text, target_id uuid, target text, before jsonb default null, after jsonb default null
) returns void
language plpgsql set search_path = '' as $$
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
end $$;

-- For what only reads and yet belongs here: somebody took data out.
create function app.note_export(report text, period text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.assert_admin();
  perform private.note('report_exported', null, report, null, jsonb_build_object('period', period));
end $$;

create function private.note_failed_sign_in(address text, tried text, reason text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.acting(null, address);
  perform private.note('sign_in_failed',
    (select id from public.users where lower(email) = lower(tried)), left(tried, 254), null,
    jsonb_build_object('reason', reason));
end $$;

-- Noted in any case, whatever writes the row -------------------------------------------

create function private.note_account() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger note_account after update of role, suspended, email on public.users
  for each row execute function private.note_account();

create function private.note_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note('password_changed', new.user_id,
    (select email from public.users where id = new.user_id));
  return null;
end $$;
create trigger note_password after update of password_hash on private.credentials
  for each row when (new.password_hash is distinct from old.password_hash)
  execute function private.note_password();

create function private.note_edit_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note('edit_link_made', new.recording_id,
    (select filename from public.recordings where id = new.recording_id), null,
    jsonb_build_object('label', new.label, 'is_public', new.is_public,
      'allowed_email', new.allowed_email, 'expires_at', new.expires_at));
  return null;
end $$;
create trigger note_edit_link after insert on public.shares
  for each row when (new.permission_type = 'edit') execute function private.note_edit_link();
create trigger note_link_made_edit after update of permission_type on public.shares
  for each row when (new.permission_type = 'edit' and old.permission_type <> 'edit')
  execute function private.note_edit_link();

-- Authors and owners tidy up among themselves. Where an account or a recording goes, its comments go with it.
create function private.note_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note('comment_deleted', r.id, r.filename,
      jsonb_build_object('author', (select email from public.users where id = old.author_id),
                         'content', left(old.content, 500)))
     from public.recordings r
    where r.id = old.recording_id and auth.uid() not in (r.owner_id, old.author_id);
  return null;
end $$;
create trigger note_moderation after delete on public.comments
  for each row when (pg_trigger_depth() = 0) execute function private.note_moderation();

grant execute on function app.note_export(text, text) to authenticated;
