-- Who asked for a letter that could not be sent, and for which link: it is sent when there is mail again.
create table private.unsent_proofs (
  account uuid primary key references public.users on delete cascade,
  share_id uuid not null references public.shares on delete cascade,
  asked_at timestamptz not null default now()
);
create index unsent_proofs_share on private.unsent_proofs (share_id);
alter table private.unsent_proofs enable row level security;

-- Whether nothing but the proof is missing that the account's address is theirs.
create function private.awaits_proof(share public.shares, account uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.users u where u.id = account and lower(u.email) = lower(share.allowed_email))
    and not private.is_for(share, account)
    and (share.expires_at is null or share.expires_at > now())
    and app.is_live_account(account) and app.is_live_account(share.owner_id);
end $$;

create or replace function app.share_awaits_proof() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.shares s
     where s.id = (auth.jwt() ->> 'share')::uuid and private.awaits_proof(s, auth.uid())
  )
$$;

revoke execute on function private.awaits_proof(public.shares, uuid) from public;
