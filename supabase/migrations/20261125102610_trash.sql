-- The trash: a deleted recording keeps its row, and with it all that hangs on it, until its time is over. Nobody
-- sees it meanwhile but its owner, through the functions below.

alter table public.recordings
  add column deleted_at timestamptz,
  add column purge_at timestamptz,
  add constraint recordings_trash check ((deleted_at is null) = (purge_at is null));
create index recordings_trashed on public.recordings (owner_id, deleted_at desc, id desc)
  where deleted_at is not null;
create index recordings_purged on public.recordings (purge_at) where purge_at is not null;

create policy "nobody sees what lies in the trash" on public.recordings
  as restrictive for all to anon, authenticated using (deleted_at is null);
create policy "links to what lies in the trash are not shown" on public.shares
  as restrictive for all to authenticated using (
    exists (select 1 from public.recordings r where r.id = recording_id offset 0));

-- Deleting is an act: what is whole goes to the trash.
drop policy "owners delete their recordings" on public.recordings;
revoke delete on public.recordings from authenticated;

alter table private.settings
  add column trash_days int not null default 30 check (trash_days between 1 and 365);

-- How many of an account's recordings lie there; `recording_count` has these, too.
alter table public.storage_usage add column trash_count int not null default 0;

create function private.count_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.storage_usage
     set trash_count = trash_count + case when tg_op = 'UPDATE' and new.deleted_at is not null then 1 else -1 end
   where user_id = old.owner_id;
  return null;
end $$;
create trigger count_trash after update of deleted_at on public.recordings
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function private.count_trash();
create trigger count_purged after delete on public.recordings
  for each row when (old.deleted_at is not null) execute function private.count_trash();

-- For open pages it is gone, and there again, as with its row.
create function private.announce_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change jsonb := jsonb_build_object('recording_id', new.id, 'status', new.status, 'progress', new.progress);
begin
  perform realtime.send(change, case when new.deleted_at is null then 'recording' else 'recording_deleted' end,
    'recording:' || new.id, true);
  perform realtime.send(change, 'library', 'user:' || new.owner_id, true);
  return null;
end $$;
create trigger announce_trash after update of deleted_at on public.recordings
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function private.announce_trash();

-- Who may see it ------------------------------------------------------------------------

create or replace function app.can_view_recording(recording uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.recordings r join public.users u on u.id = r.owner_id
       where r.id = recording and r.owner_id = auth.uid() and not u.suspended and r.deleted_at is null)
    or coalesce(recording = app.shared_recording(), false)
    or (app.is_admin() and exists (
      select 1 from public.recordings r where r.id = recording and r.deleted_at is null));
end $$;

create or replace function app.can_edit_recording(recording uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.recordings r
       where r.id = recording and r.owner_id = auth.uid() and r.deleted_at is null)
    or coalesce(recording = app.editable_recording(), false);
end $$;

create or replace function app.can_download_recording(recording uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.recordings r
       where r.id = recording and (r.owner_id = auth.uid() or app.is_admin()) and r.deleted_at is null)
    or exists (
      select 1 from app.opened_share() s where s.recording_id = recording and s.can_download);
end $$;

create function private.is_trashed(recording uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.recordings r where r.id = recording and r.deleted_at is not null)
$$;

-- As before; to what lies in the trash a link is an ended one, for its owner, too.
create or replace function private.share_opens(share public.shares, account uuid, unlocked bigint)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if share.id is null or private.is_trashed(share.recording_id) then
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

create or replace function private.awaits_proof(share public.shares, account uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.users u where u.id = account and lower(u.email) = lower(share.allowed_email))
    and not private.is_for(share, account)
    and (share.expires_at is null or share.expires_at > now())
    and not private.is_trashed(share.recording_id)
    and app.is_live_account(account) and app.is_live_account(share.owner_id);
end $$;

-- What lies in the trash stays where its bytes are.
create or replace function private.is_movable(recording public.recordings, place text) returns boolean
language sql stable set search_path = '' as $$
  select recording.status in ('ready', 'failed') and recording.deleted_at is null
     and not private.is_under_way(recording.moving) and not private.lies_in(recording, place)
$$;

-- Acts ------------------------------------------------------------------------------------

-- Of what has not arrived whole nothing could be restored: it goes at once. A move ends; what is being prepared,
-- transcribed, or carried to a drive goes on, so that it is there when somebody restores it.
create function app.throw_away(targets uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  known public.recordings;
begin
  for known in
    select * from public.recordings r
     where r.id = any (targets) and r.owner_id = auth.uid() and r.deleted_at is null
     order by r.id for update
  loop
    if known.status in ('recording', 'uploading') then
      delete from public.recordings r where r.id = known.id;
    else
      perform private.end_moves(known.owner_id, known.id);
      update public.recordings r
         set deleted_at = now(), purge_at = now() + make_interval(days => s.trash_days)
        from private.settings s where r.id = known.id;
    end if;
    return next known.id;
  end loop;
end $$;

create function app.my_trash(most int, skipped int) returns setof public.recordings
language sql stable security definer set search_path = '' as $$
  select * from public.recordings
   where owner_id = auth.uid() and deleted_at is not null
   order by deleted_at desc, id desc limit most offset skipped
$$;

create function app.restore(targets uuid[]) returns setof public.recordings
language sql security definer set search_path = '' as $$
  update public.recordings set deleted_at = null, purge_at = null
   where id in (select id from public.recordings
                 where id = any (targets) and owner_id = auth.uid() and deleted_at is not null
                 order by id for update)
  returning *
$$;

-- Named ones, or so many of all.
create function app.delete_for_good(targets uuid[], most int) returns setof uuid
language sql security definer set search_path = '' as $$
  delete from public.recordings
   where id in (select id from public.recordings
                 where owner_id = auth.uid() and deleted_at is not null and id = any (coalesce(targets, array[id]))
                 order by id limit most for update)
  returning id
$$;

-- Some of those whose time is over; the caller asks until there are none.
create function private.purge(until timestamptz, most int) returns setof uuid
language sql set search_path = '' as $$
  delete from public.recordings
   where id in (select id from public.recordings where purge_at <= until
                 order by id limit most for update skip locked)
  returning id
$$;

-- The part of what the caller uses that lies in the trash; texts are counted as `private.texts` counts them.
create function app.trash_held() returns table (bytes bigint, drive_bytes bigint)
language sql stable security definer set search_path = '' as $$
  with trashed as materialized (
    select id, size, private.counted_bytes(size, storage_type) as counted from public.recordings
     where owner_id = auth.uid() and deleted_at is not null
  ), texts as (
    select sum(t.bytes)::bigint as bytes from private.texts t
     where t.owner_id = auth.uid() and (t.id in (select id from trashed)
       or t.id in (select s.id from public.subtitles s where s.recording_id in (select id from trashed))
       or t.id in (select c.id from public.comments c where c.recording_id in (select id from trashed)))
  )
  select coalesce(sum(counted), 0)::bigint + coalesce((select bytes from texts), 0),
         coalesce(sum(size - counted), 0)::bigint
    from trashed
$$;

-- For admins ------------------------------------------------------------------------------

create or replace function app.find_videos(
  pattern text, storage text, of_owner uuid, most int, skipped int, enough int
)
returns table (ids uuid[], total bigint, at_least boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  sought text := app.folded(pattern);
  bound int := case when pattern is not null then enough end;
  owners uuid[];
begin
  perform app.assert_admin();
  owners := array(select u.id from public.users u
                   where app.folded(u.username) like sought or app.folded(u.email) like sought);
  return query
    with hit as materialized (
      select r.id, r.created_at from public.recordings r
       where r.deleted_at is null
         and (sought is null or app.folded(r.filename) like sought or r.owner_id = any (owners))
         and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
       order by r.created_at desc, r.id desc limit coalesce(bound, skipped) + most)
    select array(select id from hit where coalesce(skipped < bound, true)
                  order by created_at desc, id desc limit most offset skipped),
           case when sought is not null then least(count(*), bound) else (
             select count(*) from public.recordings r
              where r.deleted_at is null
                and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)) end,
           coalesce(count(*) > bound, false)
      from hit;
end $$;

drop function app.server_settings(), app.change_server_settings(jsonb);

create function app.server_settings()
returns table (sign_up text, allowed_domains text[], default_plan text, announcement text, trash_days int)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_super_admin();
  return query select s.sign_up, s.allowed_domains, s.default_plan, s.announcement, s.trash_days
                 from private.settings s;
end $$;

create function app.change_server_settings(change jsonb)
returns table (sign_up text, allowed_domains text[], default_plan text, announcement text, trash_days int)
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
begin
  perform app.assert_super_admin();
  select jsonb_build_object('sign_up', s.sign_up, 'allowed_domains', s.allowed_domains,
                            'default_plan', s.default_plan, 'announcement', s.announcement,
                            'trash_days', s.trash_days)
    into was from private.settings s for update;
  if not exists (select 1 from public.plans p where p.name = change ->> 'default_plan')
     and change ->> 'default_plan' is not null then
    raise exception 'This plan does not exist.' using errcode = 'KN404', detail = 'plan_not_found';
  end if;
  update private.settings s set
    sign_up = coalesce(change ->> 'sign_up', s.sign_up),
    allowed_domains = case when change ? 'allowed_domains'
      then array(select lower(d) from jsonb_array_elements_text(change -> 'allowed_domains') d)
      else s.allowed_domains end,
    default_plan = case when change ? 'default_plan' then change ->> 'default_plan'
                        else s.default_plan end,
    announcement = coalesce(change ->> 'announcement', s.announcement),
    trash_days = coalesce((change ->> 'trash_days')::int, s.trash_days);
  perform private.note('settings_changed', null, null,
    (select jsonb_object_agg(w.key, w.value) from jsonb_each(was) w where change ? w.key), change);
  return query select * from app.server_settings();
end $$;

revoke execute on all functions in schema private, app from public;
grant execute on function app.throw_away(uuid[]), app.my_trash(int, int), app.restore(uuid[]),
  app.delete_for_good(uuid[], int), app.trash_held(), app.server_settings(), app.change_server_settings(jsonb)
  to authenticated;
