-- An account passes to the person who proves its address. Everything that led out of it, or into it, ends then.

-- Tokens of drives that are disconnected here and not yet at Google. No key to accounts: the account may be gone.
create table private.revocations (
  id bigint generated always as identity primary key,
  owner_id uuid not null,
  google_account text not null,
  refresh_token text not null,
  noted_at timestamptz not null default now()
);
create index revocations_of_owner on private.revocations (owner_id);
alter table private.revocations enable row level security;

-- Letters about somebody's safety. The address is the one of that moment.
create table private.owed_letters (
  id bigint generated always as identity primary key,
  email text not null,
  about text not null check (about in ('password', 'drive')),
  detail text,
  noted_at timestamptz not null default now()
);
alter table private.owed_letters enable row level security;

-- A server without mail owes none.
create function private.owe_letter(account uuid, about text, detail text default null) returns void
language sql set search_path = '' as $$
  insert into private.owed_letters (email, about, detail)
  select u.email, about, detail from public.users u, private.settings s
   where u.id = account and s.verify_emails
$$;

create function private.tell_of_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.owe_letter(new.user_id, 'password');
  return null;
end $$;
create trigger tell_of_password after update of password_hash on private.credentials
  for each row when (new.password_hash is distinct from old.password_hash and new.password_hash is not null)
  execute function private.tell_of_password();

create function private.note_drive() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    insert into private.revocations (owner_id, google_account, refresh_token)
    values (old.user_id, old.google_account, old.refresh_token);
    return null;
  end if;
  insert into public.audit_log (kind, act, actor_id, actor, target_id, target, after, address)
  select 'security', 'drive_connected', u.id, u.email, u.id, u.email,
         jsonb_build_object('google_account', new.email),
         nullif(current_setting('kinora.address', true), '')
    from public.users u where u.id = new.user_id;
  perform private.owe_letter(new.user_id, 'drive', new.email);
  return null;
end $$;
create trigger note_drive after insert or update of connected_at on private.drive_connections
  for each row execute function private.note_drive();
create trigger revoke_drive after delete on private.drive_connections
  for each row when (old.refresh_token is not null) execute function private.note_drive();

-- A visit to Google that was used is remembered until its drive is connected, so that it can be ended on its way.
alter table private.drive_consents add column used_at timestamptz;

-- Nothing happens to an account whose address was proven before. True: there is a token to revoke.
-- Recordings and what was said stay; tests/api/auth/handed-over.test.ts lists what else does, and why.
create function private.hand_over(account uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  had_drive boolean;
begin
  update private.credentials set email_verified = true where user_id = account and not email_verified;
  if not found then return false; end if;
  delete from public.sessions where user_id = account;
  delete from private.drive_consents where user_id = account;
  delete from private.drive_connections where user_id = account;
  had_drive := found;
  delete from private.deliveries where owner_id = account;
  perform private.end_moves(account);
  delete from private.move_runs where owner_id = account;
  delete from private.takeouts where user_id = account;
  delete from public.shares where owner_id = account;
  delete from public.preferences where user_id = account;
  delete from public.invitations where invited_by = account and used_at is null;
  return had_drive;
end $$;

revoke execute on all functions in schema private from public;
