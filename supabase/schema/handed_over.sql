-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.revocations (
  id bigint generated always as identity not null,
  owner_id uuid not null,
  google_account text not null,
  refresh_token text not null,
  noted_at timestamp with time zone default now() not null,
  constraint revocations_pkey PRIMARY KEY (id)
);
alter table private.revocations enable row level security;

CREATE OR REPLACE FUNCTION private.note_drive()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.hand_over(account uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
