-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.former_files (
  recording_id uuid not null,
  store text not null,
  storage_key text not null,
  left_at timestamp with time zone default now() not null,
  constraint former_files_pkey PRIMARY KEY (store, storage_key),
  constraint former_files_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE
);
CREATE INDEX former_files_left ON private.former_files USING btree (left_at);
CREATE INDEX former_files_of_recording ON private.former_files USING btree (recording_id);
alter table private.former_files enable row level security;
CREATE TRIGGER let_go_of_former_file AFTER DELETE ON private.former_files FOR EACH ROW EXECUTE FUNCTION private.let_go_of_part();

create table private.move_runs (
  owner_id uuid not null,
  recordings integer not null,
  bytes bigint not null,
  constraint move_runs_pkey PRIMARY KEY (owner_id),
  constraint move_runs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE
);
alter table private.move_runs enable row level security;

CREATE OR REPLACE FUNCTION private.lies_in(recording public.recordings, place text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when recording.storage_key is not null then recording.store = place
         else not exists (
           select from public.uploads u join private.upload_parts p on p.upload_id = u.id
            where u.recording_id = recording.id and p.store <> place) end
     and not exists (select from private.edits e
                      where e.recording_id = recording.id and e.original ->> 'store' <> place)
$function$;

CREATE OR REPLACE FUNCTION private.is_movable(recording public.recordings, place text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select recording.status in ('ready', 'failed') and recording.deleted_at is null
     and not private.is_under_way(recording.moving) and not private.lies_in(recording, place)
$function$;

CREATE OR REPLACE FUNCTION private.bytes_of(recording public.recordings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when recording.storage_key is not null then
           jsonb_build_array(private.reference(recording.store, recording.storage_key)
             || jsonb_build_object('size', recording.size))
         else private.parts_of(recording.id) end
$function$;

CREATE OR REPLACE FUNCTION private.take_room_for_move(account uuid, target app.storage_type, bytes bigint, counted bigint, room bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if target = 'google_drive' and not app.has_drive(account) then
    raise exception 'Google Drive is not connected. Connect it in Settings, then try again.'
      using errcode = 'KN409', detail = 'drive_not_connected';
  end if;
  if target = 's3' and counted > 0 then
    perform private.assert_paid(account);
    perform pg_advisory_xact_lock(hashtextextended('room of ' || account, 0));
    perform private.assert_plan_room(account, counted);
  end if;
  if bytes > room then
    raise exception '%', case target
        when 'google_drive' then 'Your Google Drive has too little room left for this. Free some there, or move fewer recordings.'
        else 'This server has too little room left for this. Ask its operator to free some.' end
      using errcode = 'KN402', detail = 'no_room_there';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.add_to_run(account uuid, added integer, added_bytes bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('moves of ' || account, 0));
  if not exists (select from public.recordings r
                  where r.owner_id = account and private.is_under_way(r.moving)) then
    delete from private.move_runs where owner_id = account;
  end if;
  insert into private.move_runs as known (owner_id, recordings, bytes)
  values (account, added, added_bytes)
  on conflict (owner_id) do update set
    recordings = known.recordings + added, bytes = known.bytes + added_bytes;
end $function$;

CREATE OR REPLACE FUNCTION private.take_from_run(account uuid, taken_bytes bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.move_runs set recordings = recordings - 1, bytes = bytes - taken_bytes
   where owner_id = account
$function$;

CREATE OR REPLACE FUNCTION private.begin_move(account uuid, recording uuid, target app.storage_type, place text, room bigint, move uuid)
 RETURNS SETOF public.recordings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known public.recordings;
begin
  select * into known from public.recordings r
   where r.id = recording and r.owner_id = account for no key update;
  if not found then return; end if;
  if private.is_under_way(known.moving) then
    if known.moving ->> 'to' = target then return next known; return; end if;
    raise exception 'This recording is on its way to another place. Cancel that first.'
      using errcode = 'KN409', detail = 'moving_elsewhere';
  end if;
  if known.status not in ('ready', 'failed') then
    raise exception 'This recording is not ready yet. It can be moved as soon as it is.'
      using errcode = 'KN409', detail = 'not_ready';
  end if;
  if private.lies_in(known, place) then return next known; return; end if;
  perform private.take_room_for_move(
    account, target, known.size,
    known.size - private.counted_bytes(known.size, known.storage_type), room);
  perform private.add_to_run(account, 1, known.size);
  return query
    update public.recordings r set
      moving = jsonb_build_object('to', target, 'percent', 0, 'failed', null), move_id = move
     where r.id = recording returning r.*;
end $function$;

CREATE OR REPLACE FUNCTION private.begin_moves(account uuid, target app.storage_type, place text, room bigint)
 RETURNS SETOF public.recordings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
  many int;
  total bigint;
  counted bigint;
begin
  perform 1 from public.recordings r where r.owner_id = account order by r.id for no key update;
  select array_agg(r.id), count(*), coalesce(sum(r.size), 0),
         coalesce(sum(r.size - private.counted_bytes(r.size, r.storage_type)), 0)
    into ids, many, total, counted
    from public.recordings r where r.owner_id = account and private.is_movable(r, place);
  if many = 0 then return; end if;
  perform private.take_room_for_move(account, target, total, counted, room);
  perform private.add_to_run(account, many, total);
  return query
    update public.recordings r set
      moving = jsonb_build_object('to', target, 'percent', 0, 'failed', null),
      move_id = gen_random_uuid()
     where r.id = any (ids) returning r.*;
end $function$;

CREATE OR REPLACE FUNCTION private.end_moves(account uuid, one uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.recordings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ended public.recordings;
begin
  for ended in
    select * from public.recordings r
     where r.owner_id = account and r.moving is not null and (one is null or r.id = one)
     order by r.id for no key update
  loop
    if private.is_under_way(ended.moving) then
      perform private.take_from_run(account, ended.size);
    end if;
    return query
      update public.recordings r set moving = null, move_id = null where r.id = ended.id returning r.*;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.leave_to_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.deliveries where recording_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.report_move(recording uuid, move uuid, percent integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  shown int;
begin
  select (r.moving ->> 'percent')::int into shown from public.recordings r
   where r.id = recording and r.move_id = move and private.is_under_way(r.moving);
  if percent > shown then
    update public.recordings r set moving = jsonb_set(r.moving, '{percent}', to_jsonb(percent))
     where r.id = recording and r.move_id = move and private.is_under_way(r.moving);
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.fail_move(recording uuid, move uuid, words text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  failed public.recordings;
begin
  update public.recordings r set moving = r.moving || jsonb_build_object('failed', words)
   where r.id = recording and r.move_id = move and private.is_under_way(r.moving)
  returning r.* into failed;
  if found then perform private.take_from_run(failed.owner_id, failed.size); end if;
end $function$;

CREATE OR REPLACE FUNCTION private.finish_move(recording uuid, move uuid, source jsonb, store text, key text, storage app.storage_type)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known public.recordings;
begin
  select * into known from public.recordings r where r.id = recording for no key update;
  if not found or known.move_id is distinct from move
     or source is distinct from private.bytes_of(known) then
    return false;
  end if;
  if known.storage_key is null then
    update public.uploads set replaced_at = now() where recording_id = recording;
  else
    insert into private.former_files (recording_id, store, storage_key)
    values (recording, known.store, known.storage_key);
  end if;
  update public.recordings r set
    store = finish_move.store,
    storage_key = key,
    storage_type = storage,
    mime_type = case when known.storage_key is not null then r.mime_type
      else coalesce((select u.mime_type from public.uploads u where u.recording_id = recording), r.mime_type) end,
    file_tag = coalesce(known.file_tag, source -> 0 ->> 'key'),
    moving = null,
    move_id = null
   where r.id = recording;
  perform private.strike_off(finish_move.store, key);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION app.my_moves()
 RETURNS TABLE(storage_type app.storage_type, total integer, moved integer, failed integer, percent integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.storage_type,
         case when m.left_over > 0 then coalesce(run.recordings, m.left_over) else 0 end,
         case when m.left_over > 0 then greatest(0, coalesce(run.recordings, 0) - m.left_over) else 0 end,
         m.failed,
         case when m.left_over > 0 and run.bytes > 0
              then least(99, greatest(0, floor(100 - 100 * m.bytes_left / run.bytes))) else 0 end::int
    from (
      select min(r.moving ->> 'to')::app.storage_type as storage_type,
             count(*) filter (where private.is_under_way(r.moving))::int as left_over,
             count(*) filter (where not private.is_under_way(r.moving))::int as failed,
             coalesce(sum(r.size * (1 - (r.moving ->> 'percent')::numeric / 100))
               filter (where private.is_under_way(r.moving)), 0) as bytes_left
        from public.recordings r
       where r.owner_id = (select auth.uid()) and r.moving is not null
    ) m
    left join private.move_runs run on run.owner_id = (select auth.uid())
   where m.storage_type is not null
$function$;
grant execute on function app.my_moves() to authenticated;

CREATE OR REPLACE FUNCTION app.my_movable(target app.storage_type, place text)
 RETURNS TABLE(storage_type app.storage_type, recordings integer, bytes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select target, count(*)::int, coalesce(sum(r.size), 0)::bigint
    from public.recordings r
   where r.owner_id = (select auth.uid()) and private.is_movable(r, place)
  having target <> 'google_drive' or app.has_drive((select auth.uid()))
$function$;
grant execute on function app.my_movable(app.storage_type,text) to authenticated;

CREATE OR REPLACE FUNCTION private.turn_homeward()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.homeward := new.storage_type = 'google_drive';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.turned_home(account uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.subscriptions set homeward = false where user_id = account
$function$;
