-- The processes of this server, each of which says that it lives. What one holds is free when it does no longer.
create table private.processes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);
alter table private.processes enable row level security;

-- Each transaction of ours says whose it is.
create function private.this_process() returns uuid
language sql stable set search_path = '' as $$
  select nullif(current_setting('kinora.process', true), '')::uuid
$$;

-- The one rule of every lease. A process that nobody has heard of, as of an older version, has it until its end.
create function private.is_held(process uuid, until timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(until > now(), false) and (
    process is not distinct from private.this_process() or not exists (
      select from private.processes p where p.id = process and p.seen_at < now() - interval '10 seconds'))
$$;

-- A process that starts alone says of all others that they are over; one that stops says so of itself.
create function private.end_processes(process uuid default null) returns void
language sql set search_path = '' as $$
  delete from private.processes where seen_at < now() - interval '1 day';
  update private.processes set seen_at = least(seen_at, now() - interval '1 minute')
   where id = coalesce(process, id);
$$;

alter table private.drive_connections add column lease_process uuid;
alter table private.deliveries add column claimed_process uuid;
alter table private.billing add column busy_process uuid;
alter table private.takeouts add column held_process uuid;

create or replace function private.claim_delivery(recording uuid, seconds int)
returns table (owner_id uuid, filename text, mime_type text, size bigint, store text, key text)
language plpgsql set search_path = '' as $$
begin
  delete from private.deliveries d using public.recordings r
   where d.recording_id = recording and r.id = recording and r.storage_type = 'google_drive';
  update private.deliveries d
     set claimed_until = now() + make_interval(secs => seconds), claimed_process = private.this_process()
   where d.recording_id = recording and not private.is_held(d.claimed_process, d.claimed_until);
  if not found then return; end if;
  return query
    select r.owner_id, r.filename, r.mime_type, r.size, r.store, r.storage_key
      from public.recordings r
     where r.id = recording and r.status = 'ready' and r.store is not null;
end $$;

revoke execute on all functions in schema private from public;
