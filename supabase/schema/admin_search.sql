-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION app.folded(said text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when pg_catalog.octet_length(said) = pg_catalog.char_length(said) then pg_catalog.lower(said collate "C")
    when said collate "C" !~ U&'[\00c0-\03ff\0401\0451\05b0-\0652\1e00-\1fff]' then pg_catalog.lower(said collate "und-x-icu") collate "C"
    else normalize(pg_catalog.regexp_replace(
      pg_catalog.translate(normalize(pg_catalog.lower(said collate "und-x-icu") collate "C", NFD), 'ıđłø', 'idlo'),
      U&'(?<=[a-z\0370-\03ff\0435])[\0300-\036f]+|[\05b0-\05bd\05bf\05c1\05c2\064b-\0652]', '', 'g'), NFC) end
$function$;
grant execute on function app.folded(text) to anon;
grant execute on function app.folded(text) to authenticated;
grant execute on function app.folded(text) to service_role;

CREATE OR REPLACE FUNCTION app.find_users(pattern text, of_role text, is_suspended boolean, by_provider boolean, on_plan text, sort text, descending boolean, most integer, skipped integer)
 RETURNS TABLE(ids uuid[], total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '16MB'
AS $function$
declare
  sought text := app.folded(pattern);
begin
  perform app.assert_admin();
  return query
    with hit as materialized (
      select u.id, u.created_at, case when sort = 'username' then u.username end as name,
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
end $function$;
grant execute on function app.find_users(text,text,boolean,boolean,text,text,boolean,integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.find_videos(pattern text, storage text, of_owner uuid, most integer, skipped integer, enough integer)
 RETURNS TABLE(ids uuid[], total bigint, at_least boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
end $function$;
grant execute on function app.find_videos(text,text,uuid,integer,integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.find_audit(pattern text, of_kind text, of_act text, of_person uuid, since timestamp with time zone, until timestamp with time zone, most integer, skipped integer, enough integer)
 RETURNS TABLE(ids bigint[], total bigint, at_least boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
end $function$;
grant execute on function app.find_audit(text,text,text,uuid,timestamp with time zone,timestamp with time zone,integer,integer,integer) to authenticated;
