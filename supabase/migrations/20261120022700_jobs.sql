-- Jobs: work that must happen although nobody waits for it. A row is a job; one that is done is deleted.

create table private.jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  data jsonb not null,
  -- Accounts take turns, and a job that somebody waits for goes first.
  account text,
  urgent boolean not null default false,
  sent_at timestamptz not null default clock_timestamp(),
  -- When somebody may begin it; null where nothing is left to do.
  due_at timestamptz,
  -- The attempt that is under way, and when its process last said that it lives. Each attempt has an id of its own:
  -- a process that was taken for dead can neither end nor keep alive what another has begun since.
  attempt uuid,
  alive_at timestamptz,
  -- Attempts that failed, and deaths of the server in the middle of one, which are no failures.
  tries int not null default 0,
  deaths int not null default 0,
  -- The last try failed. While it is still due, the consequences of that are what is left to do.
  failed_at timestamptz,
  reason text,
  check ((attempt is null) = (alive_at is null))
);
create index jobs_due on private.jobs (kind, urgent desc, sent_at) where due_at is not null;
create index jobs_attempt on private.jobs (attempt) where attempt is not null;
create index jobs_failed_at on private.jobs (failed_at desc) where failed_at is not null;
alter table private.jobs enable row level security;

-- Jobs of the clock, once for all processes together: which span of time each was last sent for.
create table private.job_clock (
  kind text primary key,
  span timestamptz not null
);
alter table private.job_clock enable row level security;
