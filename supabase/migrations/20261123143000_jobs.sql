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

-- The jobs of a queue that earlier versions kept in a schema of its own.
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  insert into private.jobs (kind, data, account, urgent, sent_at, due_at, failed_at, reason)
  select regexp_replace(j.name, '\.given-up$', ''), coalesce(j.data, '{}'), j.group_id, j.priority > 0, j.created_on,
         case when j.state < 'completed' then j.start_after end,
         case when j.state = 'failed' then j.completed_on when j.name like '%.given-up' then j.created_on end,
         coalesce(j.output ->> 'message', j.output -> 'value' ->> 'message')
    from pgboss.job j
   where j.state < 'completed' or (j.state = 'failed' and j.name not like '%.given-up');
  drop schema pgboss cascade;
end $$;

-- For super admins -----------------------------------------------------------------

create or replace function app.job_queues()
returns table (kind text, waiting bigint, running bigint, failed bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_super_admin();
  return query
    select j.kind, count(*) filter (where j.failed_at is null and j.attempt is null),
           count(*) filter (where j.failed_at is null and j.attempt is not null),
           count(*) filter (where j.failed_at is not null)
      from private.jobs j group by j.kind order by j.kind;
end $$;

create or replace function app.failed_jobs(most int)
returns table (id uuid, kind text, data jsonb, reason text, failed_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_super_admin();
  return query
    select j.id, j.kind, j.data, coalesce(j.reason, ''), j.failed_at
      from private.jobs j where j.failed_at is not null order by j.failed_at desc limit most;
end $$;

-- Once more, with all its tries.
create or replace function app.retry_job(job uuid) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  kind text;
begin
  perform app.assert_super_admin();
  update private.jobs j
     set failed_at = null, reason = null, attempt = null, alive_at = null, tries = 0, deaths = 0, due_at = now()
   where j.id = job and j.failed_at is not null
  returning j.kind into kind;
  if kind is null then return; end if;
  perform pg_notify('kinora_jobs', kind);
  perform private.note('job_retried', job, kind);
  return next kind;
end $$;

create or replace function app.discard_job(job uuid) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  kind text;
begin
  perform app.assert_super_admin();
  delete from private.jobs j where j.id = job and j.failed_at is not null returning j.kind into kind;
  if kind is null then return; end if;
  perform private.note('job_discarded', job, kind);
  return next kind;
end $$;
