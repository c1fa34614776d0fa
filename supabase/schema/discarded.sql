-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.share_lets_in(share public.shares, account uuid, unlocked bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.share_is_discarded(kept interval)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.shares s join public.recordings r on r.id = s.recording_id
     where s.id = (auth.jwt() ->> 'share')::uuid and r.discarded_at > now() - kept
       and private.share_lets_in(s, auth.uid(), s.password_version))
$function$;
grant execute on function app.share_is_discarded(interval) to anon;
grant execute on function app.share_is_discarded(interval) to authenticated;

CREATE OR REPLACE FUNCTION app.discard_running(recording uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.recordings set discarded_at = now()
   where id = recording and owner_id = auth.uid() and status = 'recording' and discarded_at is null;
  return found;
end $function$;
grant execute on function app.discard_running(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.begin_again(account uuid, recording uuid, of_take integer, upload_metadata jsonb)
 RETURNS SETOF public.uploads
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former public.recordings;
  known public.uploads;
  aside uuid;
begin
  select * into former from public.recordings r
   where r.id = recording and r.owner_id = account and r.status = 'recording' and r.discarded_at is null
     for no key update;
  if not found then return; end if;
  select * into known from public.uploads u where u.recording_id = recording for update;
  if known.take >= of_take then
    return query select * from public.uploads u where u.id = known.id and u.take = of_take;
    return;
  end if;
  insert into public.recordings
    (owner_id, filename, original_filename, mime_type, storage_type, status, size, created_at, discarded_at)
  values (account, former.filename, former.original_filename, former.mime_type, former.storage_type,
          'recording', former.size, former.created_at, now())
  returning id into aside;
  update public.uploads u set recording_id = aside where u.id = known.id;
  update public.subtitles s set recording_id = aside
   where s.recording_id = recording and s.status in ('queued', 'running');
  update public.recordings r set size = 0, interrupted = false where r.id = recording;
  return query
    insert into public.uploads (owner_id, recording_id, kind, metadata, mime_type, take)
    values (account, recording, 'recording', upload_metadata, former.mime_type, of_take)
    returning *;
end $function$;

CREATE OR REPLACE FUNCTION private.restore_upload(account uuid, upload uuid)
 RETURNS SETOF public.recordings
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.recordings r set discarded_at = null from public.uploads u
   where u.id = upload and u.owner_id = account and r.id = u.recording_id
  returning r.*
$function$;

CREATE OR REPLACE FUNCTION private.forget_discarded(kept interval)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.recordings where discarded_at < now() - kept
$function$;
