-- The trash: a deleted recording keeps its row, and with it all that hangs on it, until its time is over. Nobody
-- sees it meanwhile but its owner, through the functions below.

create index recordings_trashed on public.recordings (owner_id, deleted_at desc, id desc)
  where deleted_at is not null;
create index recordings_purged on public.recordings (purge_at) where purge_at is not null;

create policy "nobody sees what lies in the trash" on public.recordings
  as restrictive for all to anon, authenticated using (deleted_at is null);

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

create function private.is_trashed(recording uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.recordings r where r.id = recording and r.deleted_at is not null)
$$;

-- Acts ------------------------------------------------------------------------------------

-- A move ends; what is being prepared, transcribed, or carried to a drive goes on, so that it is there when somebody
-- restores it. A recording that runs can be brought back for so long as somebody may notice a slip of the hand. Of an import that
-- has not arrived whole nothing could be restored: it goes at once.
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
    if known.status = 'uploading' then
      delete from public.recordings r where r.id = known.id;
    else
      perform private.end_moves(known.owner_id, known.id);
      update public.recordings r
         set deleted_at = now(), purge_at = now() + case when known.status = 'recording'
               then interval '10 minutes' else make_interval(days => s.trash_days) end
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
-- The original of a recording in the trash lies there beside its cut.
create function app.trash_held() returns table (bytes bigint, drive_bytes bigint)
language sql stable security definer set search_path = '' as $$
  with trashed as materialized (
    select r.id, f.size, private.counted_bytes(f.size, f.storage_type) as counted
      from public.recordings r
      left join private.edits e on e.recording_id = r.id
      cross join lateral (
        select r.size, r.storage_type::text
        union all
        select (e.original ->> 'size')::bigint, e.original ->> 'storage_type' where e.original is not null
      ) f (size, storage_type)
     where r.owner_id = auth.uid() and r.deleted_at is not null
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

grant execute on function app.throw_away(uuid[]), app.my_trash(int, int), app.restore(uuid[]),
  app.delete_for_good(uuid[], int), app.trash_held() to authenticated;
