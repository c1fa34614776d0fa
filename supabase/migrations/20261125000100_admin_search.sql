-- What admins look for among a million recordings. Under policies the planner must not ask an index about text, so
-- these functions look past them: each asserts the admin itself, and gives nothing but ids.

create extension if not exists pg_trgm with schema extensions;

-- Letters of either case, in any language. Plain letters take the short way, which is many times shorter. Without
-- a search path of its own, so that the planner sees through it to the indexes below.
create function app.folded(said text) returns text
language sql immutable parallel safe as $$
  select case when pg_catalog.octet_length(said) = pg_catalog.char_length(said)
    then pg_catalog.lower(said collate "C")
    else pg_catalog.lower(said collate "und-x-icu") collate "C" end
$$;
-- Whoever renames writes into the indexes below.
revoke execute on function app.folded(text) from public;
grant execute on function app.folded(text) to anon, authenticated, service_role;

-- A project may have the extension in another schema already.
do $$
declare
  trigrams text := (select format('%I.gin_trgm_ops', n.nspname) from pg_catalog.pg_extension e
                      join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm');
begin
  execute format('create index recordings_titled on public.recordings using gin (app.folded(filename) %s)',
                 trigrams);
  execute format('create index users_called on public.users
    using gin (app.folded(username) %1$s, app.folded(email) %1$s)', trigrams);
  execute format('create index audit_log_about on public.audit_log
    using gin (app.folded(actor) %1$s, app.folded(target) %1$s)', trigrams);
end $$;

-- `recordings_made` is read from either end: one index less to write for one that is new.
drop index public.recordings_latest;
create index recordings_by_storage on public.recordings (storage_type, created_at, id);


-- People ---------------------------------------------------------------------------------

create function app.find_people(pattern text) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  perform app.assert_admin();
  return query select u.id from public.users u
   where app.folded(u.username) like app.folded(pattern)
      or app.folded(u.email) like app.folded(pattern);
end $$;

-- Videos ---------------------------------------------------------------------------------
-- A page of them, newest first, and how many there are. What was searched for is counted no further than to `enough`.

create function private.videos_about(pattern text, storage text, of_owner uuid, most int, skipped int)
returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query
    select hit.id from (
      (select r.id, r.created_at from public.recordings r
        where app.folded(r.filename) like pattern
          and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
        order by r.created_at desc, r.id desc limit most + skipped)
      union
      (select r.id, r.created_at from public.recordings r
        where r.owner_id in (select u.id from public.users u
                              where app.folded(u.username) like pattern or app.folded(u.email) like pattern)
          and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
        order by r.created_at desc, r.id desc limit most + skipped)) hit
     order by hit.created_at desc, hit.id desc limit most offset skipped;
end $$;

create function private.count_videos_about(pattern text, storage text, of_owner uuid, enough int) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(*) from (
      (select r.id from public.recordings r
        where app.folded(r.filename) like pattern
          and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
        limit enough + 1)
      union
      (select r.id from public.recordings r
        where r.owner_id in (select u.id from public.users u
                              where app.folded(u.username) like pattern or app.folded(u.email) like pattern)
          and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
        limit enough + 1)) hit);
end $$;

-- A page beyond the middle is looked for from the other end.
create function private.videos_listed(storage text, of_owner uuid, most int, skipped int, total bigint)
returns setof uuid
language plpgsql stable set search_path = '' as $$
declare
  behind bigint := total - skipped - most;
begin
  if skipped < behind then
    return query
      select r.id from public.recordings r
       where (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
       order by r.created_at desc, r.id desc limit most offset skipped;
    return;
  end if;
  return query
    select page.id from (
      select r.id, r.created_at from public.recordings r
       where (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
       order by r.created_at, r.id
       limit greatest(0, most + least(behind, 0)) offset greatest(behind, 0)) page
     order by page.created_at desc, page.id desc;
end $$;

create function app.find_videos(pattern text, storage text, of_owner uuid, most int, skipped int, enough int)
returns table (ids uuid[], total bigint, at_least boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  sought text := app.folded(pattern);
begin
  perform app.assert_admin();
  if sought is not null then
    total := private.count_videos_about(sought, storage, of_owner, enough);
    ids := array(select private.videos_about(sought, storage, of_owner, most, skipped) where skipped < least(total, enough));
  else
    total := case
      when storage is null and of_owner is null
        then (select coalesce(sum(u.recording_count), 0) from public.storage_usage u)
      else (select count(*) from public.recordings r
             where (storage is null or r.storage_type = storage)
               and (of_owner is null or r.owner_id = of_owner)) end;
    ids := array(select private.videos_listed(storage, of_owner, most, skipped, total));
  end if;
  at_least := sought is not null and total > enough;
  total := case when at_least then enough else total end;
  return next;
end $$;

-- The audit log --------------------------------------------------------------------------
-- The lines that are about somebody or something, newest first, and how many, counted as above.

create function app.find_audit(
  pattern text, of_kind text, of_act text, of_person uuid, since timestamptz, until timestamptz,
  most int, skipped int, enough int
)
returns table (ids bigint[], total bigint, at_least boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  sought text := app.folded(pattern);
begin
  perform app.assert_admin();
  total := (
    select count(*) from (
      select from public.audit_log a
       where (app.folded(a.actor) like sought or app.folded(a.target) like sought)
         and (of_kind is null or a.kind = of_kind) and (of_act is null or a.act = of_act)
         and (of_person is null or a.actor_id = of_person or a.target_id = of_person)
         and (since is null or a.created_at >= since) and (until is null or a.created_at < until)
       limit enough + 1) hit);
  ids := array(
    select a.id from public.audit_log a
     where (app.folded(a.actor) like sought or app.folded(a.target) like sought)
       and (of_kind is null or a.kind = of_kind) and (of_act is null or a.act = of_act)
       and (of_person is null or a.actor_id = of_person or a.target_id = of_person)
       and (since is null or a.created_at >= since) and (until is null or a.created_at < until)
       and skipped < least(total, enough)
     order by a.created_at desc, a.id desc limit most offset skipped);
  at_least := total > enough;
  total := case when at_least then enough else total end;
  return next;
end $$;

revoke execute on all functions in schema private from public;
revoke execute on function app.find_people(text), app.find_videos(text, text, uuid, int, int, int),
  app.find_audit(text, text, text, uuid, timestamptz, timestamptz, int, int, int) from public;
grant execute on function app.find_people(text), app.find_videos(text, text, uuid, int, int, int),
  app.find_audit(text, text, text, uuid, timestamptz, timestamptz, int, int, int) to authenticated;
