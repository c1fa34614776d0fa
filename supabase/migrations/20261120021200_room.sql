-- Room: how much an account may keep. An upload that declares its length is promised room for all of it, whatever
-- else arrives meanwhile; one of unknown length asks with each part. Only a recording that runs is never cut.

-- A file that comes whole, in one request, is no upload before it is here: its room is held meanwhile.
create table private.held_room (
  id uuid primary key,
  owner_id uuid not null references public.users on delete cascade,
  bytes bigint not null check (bytes >= 0),
  -- Said again every minute: what a process that died was holding counts no more.
  seen_at timestamptz not null default now()
);
create index held_room_of_owner on private.held_room (owner_id);
alter table private.held_room enable row level security;

-- Counting -----------------------------------------------------------------------------

-- The room of an account's plan in the cloud.
create function app.storage_limit_bytes(account uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select p.storage_gb::bigint * 1073741824
    from public.subscriptions s join public.plans p on p.id = s.plan_id
   where s.user_id = account and s.status <> 'cancelled'
$$;

-- The bytes that are promised and still to come; `used_bytes` has those that came. A recording on its way from a
-- drive into the cloud is promised its room like an upload.
create function private.reserved_bytes(account uuid) returns bigint
language sql stable set search_path = '' as $$
  select (
    coalesce((select sum(u.length - u.received) from public.uploads u
               where u.owner_id = account and u.finished_at is null and u.length is not null), 0)
    + coalesce((select sum(h.bytes) from private.held_room h
                 where h.owner_id = account and h.seen_at > now() - interval '10 minutes'), 0)
    + coalesce((select sum(r.size - private.counted_bytes(r.size, r.storage_type))
                  from public.recordings r
                 where r.owner_id = account and private.is_under_way(r.moving)
                   and r.moving ->> 'to' = 's3'), 0)
  )::bigint
$$;

-- So much of one account may be on its way to a drive. A long recording in 4K, or a day of short ones.
create function private.transit_bytes() returns bigint
language sql immutable set search_path = '' as $$ select 8 * 1073741824::bigint $$;

create function private.in_transit(account uuid) returns bigint
language sql stable set search_path = '' as $$
  select (
    coalesce((select sum(r.size) from public.recordings r
               where r.owner_id = account and r.status in ('recording', 'uploading', 'processing')), 0)
    + coalesce((select sum(r.size) from private.deliveries d join public.recordings r on r.id = d.recording_id
                 where d.owner_id = account and r.status = 'ready'), 0)
  )::bigint
$$;

-- A plan is one's own also while a payment for it is due.
create function private.has_storage(account uuid) returns boolean
language sql stable set search_path = '' as $$
  select app.has_drive(account)
    or exists (select 1 from public.preferences
                where user_id = account and preferred_storage = 's3')
    or exists (select 1 from public.subscriptions s join public.plans p on p.id = s.plan_id
                where s.user_id = account and s.status <> 'cancelled'
                  and (p.price_usd > 0 or p.storage_gb > 0))
$$;

-- Whether the caller has chosen where recordings go; whether they fit is `assert_room`'s question.
create function app.is_storage_configured() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_storage((select auth.uid()))
$$;

-- Asking -------------------------------------------------------------------------------

-- People who keep recordings on a drive of their own need no plan for it.
create function private.assert_paid(account uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select 1 from public.subscriptions
              where user_id = account and past_due_since + app.days_of_grace() < now())
     and not (app.has_drive(account) and exists (
       select 1 from public.preferences
        where user_id = account and preferred_storage = 'google_drive'))
  then
    raise exception 'Your last payment has failed. Pay it under ''Manage billing'' on the subscription page to record into the cloud again; nothing that you have recorded is deleted.'
      using errcode = 'KN402', detail = 'payment_due';
  end if;
end $$;

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

-- Refuses by name what an account has no room for; `disk_free` is what the machine itself has left.
create function app.assert_room(account uuid, wanted bigint, disk_free bigint default null)
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

-- Asked before the first byte, and never again: a recording under way is not cut.
create function app.require_room(wanted bigint, disk_free bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.assert_paid(auth.uid());
  perform app.assert_room(auth.uid(), wanted, disk_free);
end $$;

-- Taking -------------------------------------------------------------------------------

-- One after the other: two that fit alone may not fit together. Granted room must be written down in the same
-- transaction. The lock comes after those of recording and upload, and before that of the counter.
create function private.take_room(account uuid, wanted bigint) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.assert_paid(account);
  perform pg_advisory_xact_lock(hashtextextended('room of ' || account, 0));
  perform app.assert_room(account, wanted);
end $$;

-- So much in all. Room that was granted before is not asked again.
create function private.hold_room(account uuid, held uuid, total bigint) returns void
language plpgsql set search_path = '' as $$
declare
  granted bigint := coalesce((select h.bytes from private.held_room h where h.id = held), 0);
begin
  if total > granted then perform private.take_room(account, total - granted); end if;
  insert into private.held_room (id, owner_id, bytes) values (held, account, total)
  on conflict (id) do update set bytes = excluded.bytes, seen_at = now();
end $$;

grant execute on function app.is_storage_configured(), app.require_room(bigint, bigint) to authenticated;
