-- A recording that is thrown away while it runs, and the take that a restart leaves behind, are kept for ten
-- minutes, in which they can be brought back. Until then nobody sees them, and they count for nothing.

alter table public.recordings add column discarded_at timestamptz;
create index recordings_discarded on public.recordings (discarded_at) where discarded_at is not null;

create policy "what was thrown away is seen by nobody" on public.recordings as restrictive
  for select to anon, authenticated using (discarded_at is null);

-- Takes of one recording are counted, so that a request that comes late or twice begins none anew.
alter table public.uploads add column take int not null default 0 check (take >= 0);

create trigger announce_discarded after update of discarded_at on public.recordings
  for each row when (old.discarded_at is distinct from new.discarded_at)
  execute function private.announce_recording();

create or replace function private.count_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_here boolean := tg_op <> 'INSERT' and old.discarded_at is null;
  is_here boolean := tg_op <> 'DELETE' and new.discarded_at is null;
  size bigint := case when is_here then new.size else 0 end - case when was_here then old.size else 0 end;
  used bigint := case when is_here then private.counted_bytes(new.size, new.storage_type) else 0 end
               - case when was_here then private.counted_bytes(old.size, old.storage_type) else 0 end;
begin
  if is_here = was_here and size = 0 and used = 0 then return null; end if;
  update public.storage_usage set
    used_bytes = greatest(0, used_bytes + used),
    drive_bytes = greatest(0, drive_bytes + size - used),
    recording_count = recording_count + is_here::int - was_here::int
   where user_id = coalesce(new.owner_id, old.owner_id);
  return null;
end $$;
create or replace trigger count_recording
  after insert or delete or update of size, storage_type, discarded_at on public.recordings
  for each row execute function private.count_recording();

create or replace function app.can_view_recording(recording uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.recordings r join public.users u on u.id = r.owner_id
       where r.id = recording and r.owner_id = auth.uid() and not u.suspended
         and r.discarded_at is null)
    or coalesce(recording = app.shared_recording(), false)
    or (app.is_admin() and exists (
      select 1 from public.recordings r where r.id = recording and r.discarded_at is null));
end $$;

-- Links ---------------------------------------------------------------------------------

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

create or replace function private.share_opens(share public.shares, account uuid, unlocked bigint) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.share_lets_in(share, account, unlocked) and not exists (
    select 1 from public.recordings r where r.id = share.recording_id and r.discarded_at is not null);
end $$;

-- Only to people whom the link would let in, but for its password.
create function app.share_is_discarded(kept interval) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.shares s join public.recordings r on r.id = s.recording_id
     where s.id = (auth.jwt() ->> 'share')::uuid and r.discarded_at > now() - kept
       and private.share_lets_in(s, auth.uid(), s.password_version))
$$;

-- Acts ----------------------------------------------------------------------------------

create function app.discard_running(recording uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.recordings set discarded_at = now()
   where id = recording and owner_id = auth.uid() and status = 'recording' and discarded_at is null;
  return found;
end $$;

-- The recording keeps its address and its links; what it had goes aside with its upload, so that a part which is
-- still under way follows it there. No row where the recording does not run, or a later take of it has begun.
create function private.begin_again(
  account uuid, recording uuid, of_take int, upload_metadata jsonb
) returns setof public.uploads
language plpgsql set search_path = '' as $$
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
end $$;

-- Whatever was thrown away comes back for as long as it is there. No row where it is gone.
create function private.restore_upload(account uuid, upload uuid) returns setof public.recordings
language sql set search_path = '' as $$
  update public.recordings r set discarded_at = null from public.uploads u
   where u.id = upload and u.owner_id = account and r.id = u.recording_id
  returning r.*
$$;

create function private.forget_discarded(kept interval) returns void
language sql set search_path = '' as $$
  delete from public.recordings where discarded_at < now() - kept
$$;

revoke execute on all functions in schema private, app from public;
grant execute on function app.share_is_discarded(interval) to anon, authenticated;
grant execute on function app.discard_running(uuid) to authenticated;
