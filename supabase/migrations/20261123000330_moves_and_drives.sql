-- Moves beside drives: into the cloud goes what the plan has room for, also for those whose new recordings go
-- to their drive; and what somebody moves themselves is not on its way to a drive as well.

-- The one rule of a plan's room.
create function private.assert_plan_room(account uuid, wanted bigint) returns void
language plpgsql stable set search_path = '' as $$
declare
  room bigint := coalesce(app.storage_limit_bytes(account), 0);
  used bigint := (select used_bytes from public.storage_usage where user_id = account);
begin
  if room = 0 then
    raise exception 'Your plan has no room in the cloud. Choose a plan that has some.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if used + wanted > room then
    raise exception 'Your storage is full. Delete recordings or choose a larger plan.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if used + private.reserved_bytes(account) + wanted > room then
    raise exception 'Uploads and moves that are not finished need the rest of your storage. Wait for them, or give one up.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
end $$;

create or replace function app.assert_room(account uuid, wanted bigint, disk_free bigint default null)
returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_storage(account) then
    raise exception 'Storage is not set up. Connect Google Drive or choose a plan with cloud storage.'
      using errcode = 'KN402', detail = 'storage_not_configured';
  end if;
  if private.destination(account) <> 'google_drive' then
    perform private.assert_plan_room(account, wanted);
  elsif private.in_transit(account) + private.reserved_bytes(account) + wanted > private.transit_bytes() then
    raise exception 'This server keeps at most 8 GB for you on the way to your Drive. Wait until what is here has gone there.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if disk_free is not null and wanted > disk_free then
    raise exception 'This server has no room left. Ask its operator to free some.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
end $$;

create or replace function private.take_room_for_move(
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

-- Two shall not carry one recording.
create function private.leave_to_move() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deliveries where recording_id = new.id;
  return null;
end $$;
create trigger leave_to_move after update of move_id on public.recordings
  for each row when (old.move_id is distinct from new.move_id and new.move_id is not null)
  execute function private.leave_to_move();

-- It can be had from where it lies now.
create function private.found_again() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.missing := null;
  return new;
end $$;
create trigger found_again before update of store on public.recordings
  for each row when (old.store is distinct from new.store and new.missing is not null)
  execute function private.found_again();

revoke execute on function private.assert_plan_room(uuid, bigint), private.leave_to_move(),
  private.found_again() from public;
