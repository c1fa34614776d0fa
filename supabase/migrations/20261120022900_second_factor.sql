-- A second factor, for accounts that want one: after the password a code of an app, or a passkey.

create table private.second_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users on delete cascade,
  kind text not null check (kind in ('totp', 'passkey', 'recovery')),
  -- Of an app its secret, sealed; of a passkey its challenge, then its public key; of a recovery code its hash.
  secret text not null,
  credential_id text,
  name text,
  -- The half minute of the last code, or how often the passkey was used: nothing from before is accepted again.
  counter bigint not null default 0,
  begun_at timestamptz not null default now(),
  -- Null until the factor was tried once: only then is it asked for.
  since timestamptz
);
create unique index second_factors_begun on private.second_factors (user_id, kind) where since is null;
create index second_factors_of_user on private.second_factors (user_id, since);

-- A sign-in that has yet to pass the second factor. Its hash is also what a passkey has to sign.
create table private.sign_in_tickets (
  hash text primary key,
  user_id uuid not null references public.users on delete cascade,
  -- The hash of the password that was given; null where none was.
  proof text,
  tries int not null default 0,
  ends_at timestamptz not null default now() + interval '5 minutes'
);
create index sign_in_tickets_of_user on private.sign_in_tickets (user_id);
alter table private.second_factors enable row level security;
alter table private.sign_in_tickets enable row level security;

-- The kinds of factor that the account may pass with; no row, and no ticket, where it has no second factor.
create function private.begin_ticket(account uuid, ticket text, proof text)
returns table (ways text[], passkeys text[])
language plpgsql set search_path = '' as $$
begin
  select array_agg(distinct f.kind order by f.kind), array_remove(array_agg(f.credential_id), null)
    into ways, passkeys
    from private.second_factors f where f.user_id = account and f.since is not null;
  if not coalesce(array['totp', 'passkey'] && ways, false) then return; end if;
  delete from private.sign_in_tickets where ends_at < now();
  insert into private.sign_in_tickets (hash, user_id, proof) values (ticket, account, proof);
  return next;
end $$;

-- Notes every change, whoever makes it: code that acts past the policies names its actor by `private.acting`;
-- without a name it is the operator.
create function private.note_second_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  factor private.second_factors := coalesce(new, old);
begin
  insert into public.audit_log (kind, act, actor_id, actor, target_id, target, after, address)
  select 'security', case when tg_op = 'DELETE' then 'second_factor_off' else 'second_factor_on' end,
         actor.id, coalesce(actor.email, case when current_setting('kinora.service', true)
           like 'operator: %' then 'Operator of this machine' end), u.id, u.email,
         jsonb_build_object('with', factor.kind, 'name', factor.name),
         nullif(current_setting('kinora.address', true), '')
    from public.users u left join public.users actor
      on actor.id = nullif(current_setting('kinora.actor', true), '')::uuid
   where u.id = factor.user_id;
  return null;
end $$;
create trigger note_second_factor_on after update of since on private.second_factors
  for each row when (old.since is null and new.since is not null)
  execute function private.note_second_factor();

-- When an account is deleted as a whole, its factors are not noted one by one.
create trigger note_second_factor_off after delete on private.second_factors
  for each row when (old.since is not null and old.kind <> 'recovery' and pg_trigger_depth() = 0)
  execute function private.note_second_factor();
