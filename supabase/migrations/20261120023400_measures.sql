-- Measures: how requests are answered, for how long people stay, what is uploaded. Rows are only added, and what is
-- over is added up: readers add up, so any number of processes may write at once.

-- How fast the API answered, by the day of the server: each process adds what it counted once a minute. So nothing
-- reads the figures of one call but /metrics, which has its own.
create table private.answer_measures (
  begins_at timestamptz not null,
  over_ms double precision,
  up_to_ms double precision,
  requests bigint not null,
  failures bigint not null
);
create unique index answer_measures_of_day on private.answer_measures (begins_at, up_to_ms) nulls not distinct;
alter table private.answer_measures enable row level security;

-- The people who are here, and since when: one span of pings. After a silence longer than presence they have left.
create table private.visits (
  user_id uuid primary key references public.users on delete cascade,
  began_at timestamptz not null,
  last_seen_at timestamptz not null
);
alter table private.visits enable row level security;

-- Visits that are over, without whose they were.
create table private.visit_measures (
  begins_at timestamptz not null,
  visits bigint not null,
  seconds double precision not null,
  folded boolean not null default false
);
create index visit_measures_begins_at on private.visit_measures (begins_at);
alter table private.visit_measures enable row level security;

-- By the quarter of an hour, which every time zone can be made of. `bytes` is what came less what went, so
-- that their sum up to a moment is what lay here then. A recording that was deleted later was uploaded all the same.
create table private.upload_measures (
  begins_at timestamptz not null,
  whole bigint not null default 0,
  -- Interrupted, and kept as far as it came.
  cut bigint not null default 0,
  -- Interrupted, and nothing of it was worth keeping.
  lost bigint not null default 0,
  bytes bigint not null default 0,
  under_1_minute bigint not null default 0,
  under_5_minutes bigint not null default 0,
  under_15_minutes bigint not null default 0,
  under_30_minutes bigint not null default 0,
  under_60_minutes bigint not null default 0,
  longer bigint not null default 0,
  folded boolean not null default false
);
create index upload_measures_begins_at on private.upload_measures (begins_at);
create index upload_measures_fresh on private.upload_measures (begins_at) where not folded;
alter table private.upload_measures enable row level security;

-- Visits --------------------------------------------------------------------------------

create function private.note_visit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  visit private.visits;
begin
  select * into visit from private.visits where user_id = new.id;
  if visit.last_seen_at > new.last_active_at - interval '15 minutes' then
    update private.visits set last_seen_at = greatest(last_seen_at, new.last_active_at)
     where user_id = new.id;
    return null;
  end if;
  perform private.measure_visit(visit) where visit.user_id is not null;
  insert into private.visits (user_id, began_at, last_seen_at)
  values (new.id, new.last_active_at, new.last_active_at)
  on conflict (user_id) do update
    set began_at = excluded.began_at, last_seen_at = excluded.last_seen_at;
  return null;
end $$;
create trigger note_visit after update of last_active_at on public.users
  for each row
  when (new.last_active_at is not null and new.last_active_at is distinct from old.last_active_at)
  execute function private.note_visit();

create function private.measure_visit(visit private.visits) returns void
language sql set search_path = '' as $$
  insert into private.visit_measures (begins_at, visits, seconds)
  values (date_bin('1 hour', visit.began_at, '2000-01-01 00:00Z'), 1,
          extract(epoch from visit.last_seen_at - visit.began_at))
$$;

-- Uploads -------------------------------------------------------------------------------

-- Before that, a recording is an upload that may yet come to nothing.
create function private.has_arrived(status text) returns boolean
language sql immutable set search_path = '' as $$ select status not in ('recording', 'uploading') $$;

create function private.measure_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_here boolean := tg_op <> 'INSERT' and private.has_arrived(old.status);
  is_here boolean := tg_op <> 'DELETE' and private.has_arrived(new.status);
  arrives boolean := is_here and not was_here;
begin
  if was_here or is_here then
    insert into private.upload_measures (begins_at, whole, cut, bytes)
    values (date_bin('15 minutes', case when arrives then new.created_at else now() end,
                     '2000-01-01 00:00Z'),
            (arrives and not new.interrupted)::int, (arrives and new.interrupted)::int,
            case when is_here then new.size else 0 end - case when was_here then old.size else 0 end);
  end if;
  if tg_op = 'DELETE' then return null; end if;
  -- A length may be corrected once the file was read.
  if tg_op = 'UPDATE' then
    perform private.measure_duration(old.created_at, old.duration, -1);
  end if;
  perform private.measure_duration(new.created_at, new.duration, 1);
  return null;
end $$;
create trigger measure_new_recording after insert or delete on public.recordings
  for each row execute function private.measure_recording();

-- Not the parts that come in every second.
create trigger measure_recording after update of status, size, duration on public.recordings
  for each row
  when (old.status is distinct from new.status or old.duration is distinct from new.duration
     or (old.size is distinct from new.size and private.has_arrived(old.status)))
  execute function private.measure_recording();

create function private.measure_duration(made_at timestamptz, duration double precision, amount int)
returns void language sql set search_path = '' as $$
  insert into private.upload_measures
    (begins_at, under_1_minute, under_5_minutes, under_15_minutes, under_30_minutes,
     under_60_minutes, longer)
  select date_bin('15 minutes', made_at, '2000-01-01 00:00Z'),
         amount * (duration < 60)::int,
         amount * (duration >= 60 and duration < 300)::int,
         amount * (duration >= 300 and duration < 900)::int,
         amount * (duration >= 900 and duration < 1800)::int,
         amount * (duration >= 1800 and duration < 3600)::int,
         amount * (duration >= 3600)::int
   where duration is not null
$$;

-- Folding: by a job, again and again --------------------------------------------------------

-- Rows that are taken away are added in the same statement, so no moment counts them twice or not at all.
create function private.fold_measures() returns void
language plpgsql set search_path = '' as $$
begin
  with ended as (
    delete from private.visits where last_seen_at < now() - interval '1 hour' returning *)
  insert into private.visit_measures (begins_at, visits, seconds)
  select date_bin('1 hour', began_at, '2000-01-01 00:00Z'), count(*),
         sum(extract(epoch from last_seen_at - began_at))
    from ended group by 1;

  with ended as (
    delete from private.visit_measures
     where not folded and begins_at < now() - interval '2 hours' returning *)
  insert into private.visit_measures (begins_at, visits, seconds, folded)
  select begins_at, sum(visits), sum(seconds), true from ended group by 1;

  with ended as (
    delete from private.upload_measures
     where not folded and begins_at < now() - interval '20 minutes' returning *)
  insert into private.upload_measures
    (begins_at, whole, cut, lost, bytes, under_1_minute, under_5_minutes, under_15_minutes,
     under_30_minutes, under_60_minutes, longer, folded)
  select begins_at, sum(whole), sum(cut), sum(lost), sum(bytes), sum(under_1_minute),
         sum(under_5_minutes), sum(under_15_minutes), sum(under_30_minutes), sum(under_60_minutes),
         sum(longer), true
    from ended group by 1;

  delete from private.answer_measures where begins_at < now() - interval '13 months';
  delete from private.visit_measures where begins_at < now() - interval '13 months';
end $$;
