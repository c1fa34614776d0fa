-- Whoever goes through a link of their own sees the recording as their own: a password, an address or an end
-- that they set for others are no obstacle to them, and their rights do not depend on the link.

create or replace function private.share_opens(share public.shares, account uuid, unlocked bigint)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if share.id is null then
    return false;
  end if;
  if account is distinct from share.owner_id then
    if share.expires_at <= now() then
      return false;
    end if;
    if share.password_version is not null and share.password_version is distinct from unlocked then
      return false;
    end if;
    if not share.is_public and not private.is_for(share, account) then
      return false;
    end if;
  end if;
  -- A suspended account opens nothing, and what it shared opens for nobody.
  return not exists (
    select 1 from public.users where id in (account, share.owner_id) and suspended
  );
end $$;

create or replace function app.opened_share() returns table (
  share_id uuid, recording_id uuid, permission_type text, expires_at timestamptz,
  can_edit boolean, can_download boolean, owner_username text, owner_picture text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  claims jsonb := auth.jwt();
  account uuid := auth.uid();
  is_editor boolean;
  share public.shares;
begin
  select * into share from public.shares s where s.id = (claims ->> 'share')::uuid;
  if not private.share_opens(share, account, (claims ->> 'unlock')::bigint) then
    return;
  end if;
  is_editor := account is not null and (share.permission_type = 'edit' or account = share.owner_id);
  return query
    select share.id, share.recording_id, share.permission_type, share.expires_at,
           is_editor, is_editor or share.allow_download, o.username, o.profile_picture
      from public.users o where o.id = share.owner_id;
end $$;
