-- Moves: a recording goes on playing from where it lies, while a job copies its bytes to another store.
-- People see a move on the recording itself, which changes its place in one transaction.

-- Where a file lay before. Whoever was sent there goes on asking there, so it stays for some hours.
create table private.former_files (
  recording_id uuid not null references public.recordings on delete cascade,
  store text not null,
  storage_key text not null,
  left_at timestamptz not null default now(),
  primary key (store, storage_key)
);
create index former_files_of_recording on private.former_files (recording_id);
create index former_files_left on private.former_files (left_at);
alter table private.former_files enable row level security;
create trigger let_go_of_former_file after delete on private.former_files
  for each row execute function private.let_go_of_part();

-- How much somebody's moves were, from the first that began while there was none: the whole of one progress.
create table private.move_runs (
  owner_id uuid primary key references public.users on delete cascade,
  recordings int not null,
  bytes bigint not null
);
alter table private.move_runs enable row level security;

-- Whether all its bytes lie there, those of its original, too. A recording that could not be prepared may still be in parts.
create function private.lies_in(recording public.recordings, place text) returns boolean
language sql stable set search_path = '' as $$
  select case when recording.storage_key is not null then recording.store = place
         else not exists (
           select from public.uploads u join private.upload_parts p on p.upload_id = u.id
            where u.recording_id = recording.id and p.store <> place) end
     and not exists (select from private.edits e
                      where e.recording_id = recording.id and e.original ->> 'store' <> place)
$$;

-- Only what will not change by itself is moved: finished, or kept as it came because it cannot be.
-- A recording in the trash stays where its bytes are.
create function private.is_movable(recording public.recordings, place text) returns boolean
language sql stable set search_path = '' as $$
  select recording.status in ('ready', 'failed') and recording.deleted_at is null
     and not private.is_under_way(recording.moving) and not private.lies_in(recording, place)
$$;

-- The pieces that are one file, in order.
create function private.bytes_of(recording public.recordings) returns jsonb
language sql stable set search_path = '' as $$
  select case when recording.storage_key is not null then
           jsonb_build_array(private.reference(recording.store, recording.storage_key)
             || jsonb_build_object('size', recording.size))
         else private.parts_of(recording.id) end
$$;

-- Beginning -----------------------------------------------------------------------------

-- Refuses by name a move for which there is no room; `room` is what the place itself has left, null where nobody
-- knows. The plan's room counts in the cloud, also for people whose new recordings go to their drive.
create function private.take_room_for_move(
  account uuid, target app.storage_type, bytes bigint, counted bigint, room bigint
) returns void
language plpgsql set search_path = '' as $$
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
end $$;

-- The whole begins anew where nothing was under way. The lock keeps two that begin from both beginning it.
create function private.add_to_run(account uuid, added int, added_bytes bigint) returns void
language plpgsql set search_path = '' as $$
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
end $$;

create function private.take_from_run(account uuid, taken_bytes bigint) returns void
language sql set search_path = '' as $$
  update private.move_runs set recordings = recordings - 1, bytes = bytes - taken_bytes
   where owner_id = account
$$;

-- No row where it is not the account's own. Nothing happens to one that is there, or on its way there, already.
create function private.begin_move(
  account uuid, recording uuid, target app.storage_type, place text, room bigint, move uuid
) returns setof public.recordings
language plpgsql set search_path = '' as $$
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
end $$;

-- All or none: half a library in each place is nobody's wish.
create function private.begin_moves(account uuid, target app.storage_type, place text, room bigint)
returns setof public.recordings
language plpgsql set search_path = '' as $$
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
end $$;

-- Cancelling, and putting away one that failed, is the same: the recording is where it was.
create function private.end_moves(account uuid, one uuid default null) returns setof public.recordings
language plpgsql set search_path = '' as $$
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
end $$;

-- A delivery and a move shall not both carry one recording.
create function private.leave_to_move() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deliveries where recording_id = new.id;
  return null;
end $$;
create trigger leave_to_move after update of move_id on public.recordings
  for each row when (old.move_id is distinct from new.move_id and new.move_id is not null)
  execute function private.leave_to_move();

-- Carrying ------------------------------------------------------------------------------

-- False: cancelled, asked for anew, or gone. Whoever hears it stops.
create function private.report_move(recording uuid, move uuid, percent int) returns boolean
language plpgsql set search_path = '' as $$
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
end $$;

-- It is where it was, and says why; it counts in no progress until it is tried again.
create function private.fail_move(recording uuid, move uuid, words text) returns void
language plpgsql set search_path = '' as $$
declare
  failed public.recordings;
begin
  update public.recordings r set moving = r.moving || jsonb_build_object('failed', words)
   where r.id = recording and r.move_id = move and private.is_under_way(r.moving)
  returning r.* into failed;
  if found then perform private.take_from_run(failed.owner_id, failed.size); end if;
end $$;

-- From here on it plays from the new place. False: nobody wants it there any more, or it has changed since.
create function private.finish_move(
  recording uuid, move uuid, source jsonb, store text, key text, storage app.storage_type
) returns boolean
language plpgsql set search_path = '' as $$
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
end $$;

-- Reading -------------------------------------------------------------------------------

-- One progress for all of somebody's moves. What failed is told apart: it waits for them.
create function app.my_moves()
returns table (storage_type app.storage_type, total int, moved int, failed int, percent int)
language sql stable security definer set search_path = '' as $$
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
$$;

-- How much the caller could move to a place now; no row where they cannot move anything there.
create function app.my_movable(target app.storage_type, place text)
returns table (storage_type app.storage_type, recordings int, bytes bigint)
language sql stable security definer set search_path = '' as $$
  select target, count(*)::int, coalesce(sum(r.size), 0)::bigint
    from public.recordings r
   where r.owner_id = (select auth.uid()) and private.is_movable(r, place)
  having target <> 'google_drive' or app.has_drive((select auth.uid()))
$$;

-- Home again: the recordings of an account that leaves a plan with a cloud move to its drive ------

-- Once, as soon as there is a drive. A move that somebody cancels, or makes elsewhere, is not begun again.
create function private.turn_homeward() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.homeward := new.storage_type = 'google_drive';
  return new;
end $$;
create trigger turn_homeward before update of storage_type on public.subscriptions
  for each row when (old.storage_type is distinct from new.storage_type)
  execute function private.turn_homeward();

-- Together with the moves that it begins.
create function private.turned_home(account uuid) returns void
language sql set search_path = '' as $$
  update public.subscriptions set homeward = false where user_id = account
$$;

grant execute on function app.my_moves(), app.my_movable(app.storage_type, text) to authenticated;
