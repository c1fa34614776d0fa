-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.answer_measures (
  begins_at timestamp with time zone not null,
  over_ms double precision,
  up_to_ms double precision,
  requests bigint not null,
  failures bigint not null
);
CREATE UNIQUE INDEX answer_measures_of_day ON private.answer_measures USING btree (begins_at, up_to_ms) NULLS NOT DISTINCT;
alter table private.answer_measures enable row level security;

create table private.visits (
  user_id uuid not null,
  began_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint visits_pkey PRIMARY KEY (user_id),
  constraint visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
alter table private.visits enable row level security;

create table private.visit_measures (
  begins_at timestamp with time zone not null,
  visits bigint not null,
  seconds double precision not null,
  folded boolean default false not null
);
CREATE INDEX visit_measures_begins_at ON private.visit_measures USING btree (begins_at);
alter table private.visit_measures enable row level security;

create table private.upload_measures (
  begins_at timestamp with time zone not null,
  whole bigint default 0 not null,
  cut bigint default 0 not null,
  lost bigint default 0 not null,
  bytes bigint default 0 not null,
  under_1_minute bigint default 0 not null,
  under_5_minutes bigint default 0 not null,
  under_15_minutes bigint default 0 not null,
  under_30_minutes bigint default 0 not null,
  under_60_minutes bigint default 0 not null,
  longer bigint default 0 not null,
  folded boolean default false not null
);
CREATE INDEX upload_measures_begins_at ON private.upload_measures USING btree (begins_at);
CREATE INDEX upload_measures_fresh ON private.upload_measures USING btree (begins_at) WHERE (NOT folded);
alter table private.upload_measures enable row level security;

CREATE OR REPLACE FUNCTION private.note_visit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.measure_visit(visit private.visits)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.visit_measures (begins_at, visits, seconds)
  values (date_bin('1 hour', visit.began_at, '2000-01-01 00:00Z'), 1,
          extract(epoch from visit.last_seen_at - visit.began_at))
$function$;

CREATE OR REPLACE FUNCTION private.has_arrived(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select status not in ('recording', 'uploading') $function$;

CREATE OR REPLACE FUNCTION private.measure_recording()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.measure_duration(made_at timestamp with time zone, duration double precision, amount integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.fold_measures()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
