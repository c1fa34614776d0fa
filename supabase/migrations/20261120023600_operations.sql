-- Operations: the inside of a server, and what may be done about it, by super admins alone.

-- The last checks of what the stores really hold against what the rows say.
create table private.storage_checks (
  id uuid primary key default gen_random_uuid(),
  asked_at timestamptz not null default now(),
  finished_at timestamptz,
  failure text,
  -- By store: [{store, objects, missing, missing_examples, unknown, unknown_examples}]
  stores jsonb not null default '[]'
);
create index storage_checks_asked_at on private.storage_checks (asked_at desc);
alter table private.storage_checks enable row level security;

create function app.server_facts()
returns table (database_bytes bigint, database_version text, stores jsonb, storage_check jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_super_admin();
  return query
    select pg_database_size(current_database()), current_setting('server_version'),
           (select coalesce(jsonb_agg(s order by s.store), '[]') from (
              select r.store, count(*) as recordings, sum(r.size) as bytes
                from public.recordings r where r.store is not null group by r.store) s),
           (select to_jsonb(c) from private.storage_checks c order by c.asked_at desc limit 1);
end $$;

create function app.ask_storage_check() returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asked uuid;
begin
  perform app.assert_super_admin();
  if exists (select from private.storage_checks
              where finished_at is null and asked_at > now() - interval '6 hours') then
    raise exception 'The storage is being checked already.'
      using errcode = 'KN409', detail = 'check_under_way';
  end if;
  delete from private.storage_checks where asked_at < now() - interval '1 year';
  insert into private.storage_checks default values returning id into asked;
  perform private.note('storage_check_asked', null, null);
  return asked;
end $$;

-- Every object that rows refer to, in the order of its name, so many after a given one.
create function private.objects_named(after_store text, after_key text, most int)
returns table (store text, key text)
language sql stable set search_path = '' as $$
  (select r.store, r.storage_key as key from public.recordings r
    where (r.store, r.storage_key) > (after_store, after_key) order by 1, 2 limit most)
  union
  (select r.thumbnail_store, r.thumbnail_key from public.recordings r
    where (r.thumbnail_store, r.thumbnail_key) > (after_store, after_key) order by 1, 2 limit most)
  union
  (select r.contact_sheet_store, r.contact_sheet_key from public.recordings r
    where (r.contact_sheet_store, r.contact_sheet_key) > (after_store, after_key)
    order by 1, 2 limit most)
  union
  (select p.store, p.storage_key from private.upload_parts p
    where (p.store, p.storage_key) > (after_store, after_key) order by 1, 2 limit most)
  union
  (select o.store, o.key from private.edits e, private.objects_of(e.original) o
    where (o.store, o.key) > (after_store, after_key) order by 1, 2 limit most)
  order by 1, 2 limit most
$$;

-- The objects of these that nothing refers to. A loose object is on its way: written just now, or to be removed soon.
create function private.objects_nobody_names(of_store text, keys text[]) returns setof text
language sql stable set search_path = '' as $$
  select k from unnest(keys) k
   where not exists (select from public.recordings r where r.store = of_store and r.storage_key = k)
     and not exists (select from public.recordings r where r.thumbnail_store = of_store and r.thumbnail_key = k)
     and not exists (select from public.recordings r
                      where r.contact_sheet_store = of_store and r.contact_sheet_key = k)
     and not exists (select from private.upload_parts p where p.store = of_store and p.storage_key = k)
     and not exists (select from private.former_files f where f.store = of_store and f.storage_key = k)
     and not exists (select from private.loose_objects l where l.store = of_store and l.storage_key = k)
     and not exists (select from private.edits e, private.objects_of(e.original) o
                      where o.store = of_store and o.key = k)
$$;

-- Jobs --------------------------------------------------------------------------------

create function app.job_queues()
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

create function app.failed_jobs(most int)
returns table (id uuid, kind text, data jsonb, reason text, failed_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_super_admin();
  return query
    select j.id, j.kind, j.data, coalesce(j.reason, ''), j.failed_at
      from private.jobs j where j.failed_at is not null order by j.failed_at desc limit most;
end $$;

-- Once more, with all its tries.
create function app.retry_job(job uuid) returns setof text
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

create function app.discard_job(job uuid) returns setof text
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

grant execute on function app.server_facts(), app.ask_storage_check(), app.job_queues(), app.failed_jobs(int),
  app.retry_job(uuid), app.discard_job(uuid) to authenticated;
