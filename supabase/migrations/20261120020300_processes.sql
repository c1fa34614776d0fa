-- The processes of this server, each of which says that it lives. Leases of a process that is silent are free.
create table private.processes (
  id uuid primary key,
  seen_at timestamptz not null default now(),
  -- The key that it signs with, so that a second process with another key is refused: its sessions would be nothing to the
  -- first. It is the thumbprint of the public half and tells nothing of the key.
  signs_with text
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

-- The people on the channels of Realtime, for the other processes of the database: how many, and some of them.
-- A process that nobody hears any more has nobody present, and takes its rows along.
create unlogged table private.presences (
  process uuid not null references private.processes on delete cascade,
  topic text not null,
  count int not null,
  -- JSON as text: a key may hold what jsonb does not.
  entries text not null,
  primary key (process, topic)
);
create index presences_topic on private.presences (topic);
alter table private.presences enable row level security;
