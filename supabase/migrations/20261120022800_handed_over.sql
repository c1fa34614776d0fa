-- An account passes to the person who proves its address. Everything that led out of it, or into it, ends then.

-- Tokens of drives that ended here and not yet at Google. No key to accounts: the account may be gone.
create table private.revocations (
  id bigint generated always as identity primary key,
  owner_id uuid not null,
  google_account text not null,
  refresh_token text not null,
  noted_at timestamptz not null default now()
);
alter table private.revocations enable row level security;

create function private.note_drive() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    insert into private.revocations (owner_id, google_account, refresh_token)
    values (old.user_id, old.google_account, old.refresh_token);
  else
    insert into public.audit_log (kind, act, actor_id, actor, target_id, target, after, address)
    select 'security', 'drive_connected', u.id, u.email, u.id, u.email, jsonb_build_object('google_account', new.email),
           nullif(current_setting('kinora.address', true), '') from public.users u where u.id = new.user_id;
  end if;
  return null;
end $$;
create trigger note_drive after insert or update of connected_at on private.drive_connections
  for each row execute function private.note_drive();
create trigger revoke_drive after delete on private.drive_connections
  for each row when (old.refresh_token is not null) execute function private.note_drive();

-- Nothing happens where the address was proven before. True: there is a token to revoke.
-- Recordings and what was said stay; tests/api/auth/handed-over.test.ts lists what else does, and why.
-- Second factors and tickets would lock the owner out.
create function private.hand_over(account uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  update private.credentials set email_verified = true where user_id = account and not email_verified;
  if not found then return false; end if;
  delete from public.sessions where user_id = account;
  delete from private.drive_consents where user_id = account;
  delete from private.deliveries where owner_id = account;
  perform private.end_moves(account);
  delete from private.move_runs where owner_id = account;
  delete from private.takeouts where user_id = account;
  delete from public.shares where owner_id = account;
  delete from public.preferences where user_id = account;
  delete from public.invitations where invited_by = account and used_at is null;
  delete from private.second_factors where user_id = account;
  delete from private.sign_in_tickets where user_id = account;
  delete from private.drive_connections where user_id = account;
  return found;
end $$;
