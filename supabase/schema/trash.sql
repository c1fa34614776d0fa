-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.count_trash()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.storage_usage
     set trash_count = trash_count + case when tg_op = 'UPDATE' and new.deleted_at is not null then 1 else -1 end
   where user_id = old.owner_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_trash()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  change jsonb := jsonb_build_object('recording_id', new.id, 'status', new.status, 'progress', new.progress);
begin
  perform realtime.send(change, case when new.deleted_at is null then 'recording' else 'recording_deleted' end,
    'recording:' || new.id, true);
  perform realtime.send(change, 'library', 'user:' || new.owner_id, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.is_trashed(recording uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from public.recordings r where r.id = recording and r.deleted_at is not null)
$function$;

CREATE OR REPLACE FUNCTION app.throw_away(targets uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.throw_away(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION app.my_trash(most integer, skipped integer)
 RETURNS SETOF public.recordings
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from public.recordings
   where owner_id = auth.uid() and deleted_at is not null
   order by deleted_at desc, id desc limit most offset skipped
$function$;
grant execute on function app.my_trash(integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.restore(targets uuid[])
 RETURNS SETOF public.recordings
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.recordings set deleted_at = null, purge_at = null
   where id in (select id from public.recordings
                 where id = any (targets) and owner_id = auth.uid() and deleted_at is not null
                 order by id for update)
  returning *
$function$;
grant execute on function app.restore(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION app.delete_for_good(targets uuid[], most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.recordings
   where id in (select id from public.recordings
                 where owner_id = auth.uid() and deleted_at is not null and id = any (coalesce(targets, array[id]))
                 order by id limit most for update)
  returning id
$function$;
grant execute on function app.delete_for_good(uuid[],integer) to authenticated;

CREATE OR REPLACE FUNCTION private.purge(until timestamp with time zone, most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.recordings
   where id in (select id from public.recordings where purge_at <= until
                 order by id limit most for update skip locked)
  returning id
$function$;

CREATE OR REPLACE FUNCTION app.trash_held()
 RETURNS TABLE(bytes bigint, drive_bytes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function app.trash_held() to authenticated;
