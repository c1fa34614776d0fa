-- A recording that is thrown away while it runs lies in the trash for ten minutes, in which its links say so; and one
-- that begins anew keeps its address and its links.

-- Links ---------------------------------------------------------------------------------

-- Owners see through a link of theirs in any case: a password, an address or an end that they set for others is no
-- obstacle to them.
create function private.share_lets_in(share public.shares, account uuid, unlocked bigint)
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

-- Told only to people whom the link would let in, but for its password.
create function app.share_is_discarded() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.shares s join public.recordings r on r.id = s.recording_id
     where s.id = (auth.jwt() ->> 'share')::uuid and r.status = 'recording' and r.purge_at > now()
       and private.share_lets_in(s, auth.uid(), s.password_version))
$$;

-- Acts ----------------------------------------------------------------------------------

-- The recording keeps its address and its links, and what had arrived of it goes. No row where it does not run, or a
-- later take of it has begun.
create function private.begin_again(
  account uuid, recording uuid, of_take int, upload_metadata jsonb
) returns setof public.uploads
language plpgsql set search_path = '' as $$
declare
  former public.uploads;
begin
  perform 1 from public.recordings r
   where r.id = recording and r.owner_id = account and r.status = 'recording' and r.deleted_at is null
     for no key update;
  if not found then return; end if;
  select * into former from public.uploads u where u.recording_id = recording for update;
  if former.take >= of_take then
    return query select * from public.uploads u where u.id = former.id and u.take = of_take;
    return;
  end if;
  delete from public.uploads u where u.id = former.id;
  delete from private.subtitle_minutes m using public.subtitles s
   where s.recording_id = recording and m.subtitle_id = s.id;
  delete from public.subtitles s where s.recording_id = recording;
  update public.recordings r set size = 0, interrupted = false where r.id = recording;
  return query
    insert into public.uploads (owner_id, recording_id, kind, metadata, mime_type, take)
    values (account, recording, 'recording', upload_metadata, former.mime_type, of_take)
    returning *;
end $$;

grant execute on function app.share_is_discarded() to anon, authenticated;
