-- The searches of the admin area, as plain queries. Under policies the planner must not ask an index about text, so
-- these functions look past them: each asserts the admin itself, and gives nothing but ids.

-- An index of trigrams serves words of three plain letters and more; every other text is found by reading all rows,
-- which takes a tenth of a second among a hundred thousand.
create extension if not exists pg_trgm with schema extensions;

-- A text with its letters in one case, in any language. Plain letters take the short way, which is many times
-- faster. Without a search path of its own, so that the planner sees through the function to the indexes below.
create function app.folded(said text) returns text
language sql immutable parallel safe as $$
  select case when pg_catalog.octet_length(said) = pg_catalog.char_length(said)
    then pg_catalog.lower(said collate "C")
    else pg_catalog.lower(said collate "und-x-icu") collate "C" end
$$;

create index recordings_by_trigrams on public.recordings using gin (app.folded(filename) extensions.gin_trgm_ops);
create index audit_log_by_trigrams on public.audit_log
  using gin (app.folded(actor) extensions.gin_trgm_ops, app.folded(target) extensions.gin_trgm_ops);

-- People ---------------------------------------------------------------------------------

create function app.find_users(
  pattern text, of_role text, is_suspended boolean, by_provider boolean, on_plan text,
  sort text, descending boolean, most int, skipped int
)
returns table (ids uuid[], total bigint)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '16MB' as $$
declare
  sought text := app.folded(pattern);
begin
  perform app.assert_admin();
  return query
    with hit as materialized (
      select u.id, u.created_at, case when sort = 'username' then app.folded(u.username) end as name,
             case sort when 'email' then app.folded(u.email) when 'role' then u.role when 'auth' then u.oauth_provider
                       when 'status' then u.suspended::text when 'plan' then p.name end as of_column
        from public.users u
        left join public.subscriptions s on s.user_id = u.id
        left join public.plans p on p.id = s.plan_id
       where (sought is null or app.folded(u.username) like sought or app.folded(u.email) like sought)
         and (of_role is null or u.role = of_role)
         and (is_suspended is null or u.suspended = is_suspended)
         and (by_provider is null or (u.oauth_provider is not null) = by_provider)
         and (on_plan is null or p.name = on_plan))
    select array(
             select hit.id from hit
              order by case when not descending then hit.name end collate app.by_title,
                       case when descending then hit.name end collate app.by_title desc,
                       case when not descending then hit.of_column end collate "C",
                       case when descending then hit.of_column end collate "C" desc,
                       case when sort = 'joined' and not descending then hit.created_at end,
                       hit.created_at desc, hit.id desc
              limit most offset skipped),
           (select count(*) from hit);
end $$;

-- A page of videos, newest first, and how many there are. Results of a search are counted no further than to `enough`,
-- and a page that begins beyond it is empty.
create function app.find_videos(
  pattern text, storage text, of_owner uuid, most int, skipped int, enough int
)
returns table (ids uuid[], total bigint, at_least boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  sought text := app.folded(pattern);
  bound int := case when pattern is not null then enough end;
  owners uuid[];
begin
  perform app.assert_admin();
  owners := array(select u.id from public.users u
                   where app.folded(u.username) like sought or app.folded(u.email) like sought);
  return query
    with hit as materialized (
      select r.id, r.created_at from public.recordings r
       where r.deleted_at is null
         and (sought is null or app.folded(r.filename) like sought or r.owner_id = any (owners))
         and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
       order by r.created_at desc, r.id desc limit coalesce(bound, skipped) + most)
    select array(select id from hit where coalesce(skipped < bound, true)
                  order by created_at desc, id desc limit most offset skipped),
           case when sought is not null then least(count(*), bound) else (
             select count(*) from public.recordings r
              where r.deleted_at is null
                and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)) end,
           coalesce(count(*) > bound, false)
      from hit;
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
  return query
    with hit as materialized (
      select a.id, a.created_at from public.audit_log a
       where (app.folded(a.actor) like sought or app.folded(a.target) like sought)
         and (of_kind is null or a.kind = of_kind) and (of_act is null or a.act = of_act)
         and (of_person is null or a.actor_id = of_person or a.target_id = of_person)
         and (since is null or a.created_at >= since) and (until is null or a.created_at < until)
       order by a.created_at desc, a.id desc limit enough + most)
    select array(select id from hit where skipped < enough
                  order by created_at desc, id desc limit most offset skipped),
           least(count(*), enough), count(*) > enough
      from hit;
end $$;

grant execute on function app.folded(text) to anon, authenticated, service_role;
grant execute on function app.find_users(text, text, boolean, boolean, text, text, boolean, int, int),
  app.find_videos(text, text, uuid, int, int, int),
  app.find_audit(text, text, text, uuid, timestamptz, timestamptz, int, int, int) to authenticated;
