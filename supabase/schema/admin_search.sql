-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION app.folded(said text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when pg_catalog.octet_length(said) = pg_catalog.char_length(said)
    then pg_catalog.lower(said collate "C")
    else pg_catalog.lower(said collate "und-x-icu") collate "C" end
$function$;
grant execute on function app.folded(text) to anon;
grant execute on function app.folded(text) to authenticated;
grant execute on function app.folded(text) to service_role;

CREATE OR REPLACE FUNCTION app.pairs(said text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select pg_catalog.array_to_tsvector(array(
    select distinct pg_catalog.substr(f, n, 2)
      from (select app.folded(said) as f) folded, pg_catalog.generate_series(1, pg_catalog.char_length(f)) n))
$function$;
grant execute on function app.pairs(text) to anon;
grant execute on function app.pairs(text) to authenticated;
grant execute on function app.pairs(text) to service_role;

CREATE OR REPLACE FUNCTION private.pairs_of(sought text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select string_agg(
           '''' || replace(replace(substr(sought, n, 2), '\', '\\'), '''', '''''') || ''''
                || case when char_length(sought) = 1 then ':*' else '' end, ' & ')::tsquery
    from generate_series(1, greatest(1, char_length(sought) - 1)) n where sought <> ''
$function$;

CREATE OR REPLACE FUNCTION app."both"(one text, other text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select coalesce(one, '') || pg_catalog.chr(10) || coalesce(other, '') $function$;
grant execute on function app."both"(text,text) to anon;
grant execute on function app."both"(text,text) to authenticated;
grant execute on function app."both"(text,text) to service_role;

CREATE OR REPLACE FUNCTION private.typed(pattern text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(substr(pattern, 2, char_length(pattern) - 2), '\\(.)', '\1', 'g')
$function$;

CREATE OR REPLACE FUNCTION private.rare_in_titles(pattern text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when count(*) filter (where app.folded(r.filename) like pattern) < 50
           then private.pairs_of(private.typed(pattern)) end
    from (select filename from public.recordings order by created_at desc, id desc limit 1000) r
$function$;

CREATE OR REPLACE FUNCTION private.rare_in_log(pattern text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when count(*) filter (where app.folded(app.both(a.actor, a.target)) like pattern) < 50
           then private.pairs_of(private.typed(pattern)) end
    from (select actor, target from public.audit_log order by created_at desc, id desc limit 1000) a
$function$;

create table private.people (
  user_id uuid not null,
  name text collate "C" not null,
  email text collate "C" not null,
  role text collate "C" not null,
  suspended boolean not null,
  oauth_provider text collate "C",
  plan_id uuid,
  created_at timestamp with time zone not null,
  constraint people_pkey PRIMARY KEY (user_id),
  constraint people_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.plans(id),
  constraint people_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX people_by_name ON private.people USING btree (name COLLATE app.by_title, created_at DESC, user_id);
CREATE INDEX people_on_plan ON private.people USING btree (plan_id);
alter table private.people enable row level security;

CREATE OR REPLACE FUNCTION private.list_people(account uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.people
  select u.id, app.folded(u.username), app.folded(u.email), u.role, u.suspended, u.oauth_provider, s.plan_id, u.created_at
    from public.users u left join public.subscriptions s on s.user_id = u.id
   where account is null or u.id = account
  on conflict (user_id) do update set
    name = excluded.name, email = excluded.email, role = excluded.role, suspended = excluded.suspended,
    oauth_provider = excluded.oauth_provider, plan_id = excluded.plan_id, created_at = excluded.created_at
$function$;

CREATE OR REPLACE FUNCTION private.list_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.list_people(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.list_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.people set plan_id = new.plan_id where user_id = new.user_id;
  return null;
end $function$;

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
  total := (
    select count(*) from private.people p
     where (sought is null or p.name like sought or p.email like sought)
       and (of_role is null or p.role = of_role)
       and (is_suspended is null or p.suspended = is_suspended)
       and (by_provider is null or (p.oauth_provider is not null) = by_provider)
       and (on_plan is null or p.plan_id in (select id from public.plans where name = on_plan)));
  ids := array(
    select p.user_id
      from private.people p left join public.plans on plans.id = p.plan_id,
           lateral (select case sort when 'email' then p.email when 'role' then p.role when 'auth' then p.oauth_provider
                                     when 'status' then p.suspended::text when 'plan' then plans.name end as of_column) key
     where (sought is null or p.name like sought or p.email like sought)
       and (of_role is null or p.role = of_role)
       and (is_suspended is null or p.suspended = is_suspended)
       and (by_provider is null or (p.oauth_provider is not null) = by_provider)
       and (on_plan is null or plans.name = on_plan)
     order by case when sort = 'username' and not descending then p.name end collate app.by_title,
              case when sort = 'username' and descending then p.name end collate app.by_title desc,
              case when not descending then key.of_column end collate "C",
              case when descending then key.of_column end collate "C" desc,
              case when sort = 'joined' and not descending then p.created_at end,
              p.created_at desc, p.user_id
     limit most offset skipped);
  return next;
end $function$;
grant execute on function app.find_users(text,text,boolean,boolean,text,text,boolean,integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION private.videos_about(pattern text, storage text, of_owner uuid, most integer, skipped integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  rare tsquery := private.rare_in_titles(pattern);
  -- Of a few thousand the planner makes a table to look into, and walks; of more it joins.
  few constant int := 5000;
  owners uuid[] := array(
    select p.user_id from private.people p where p.name like pattern or p.email like pattern limit few + 1);
begin
  if cardinality(owners) > few then
    owners := null;
  end if;
  return query
    select hit.id from (
      (select r.id, r.created_at from public.recordings r
        where app.folded(r.filename) like pattern and (rare is null or app.pairs(r.filename) @@ rare)
          and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
        order by r.created_at desc, r.id desc limit most + skipped)
      union
      (select r.id, r.created_at from public.recordings r
        where (r.owner_id = any (owners) or owners is null
               and r.owner_id in (select p.user_id from private.people p where p.name like pattern or p.email like pattern))
          and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
        order by r.created_at desc, r.id desc limit most + skipped)) hit
     order by hit.created_at desc, hit.id desc limit most offset skipped;
end $function$;

CREATE OR REPLACE FUNCTION private.count_videos_about(pattern text, storage text, of_owner uuid, enough integer)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  rare tsquery := private.rare_in_titles(pattern);
begin
  return (
    select count(*) from (
      (select r.id from public.recordings r
        where app.folded(r.filename) like pattern and (rare is null or app.pairs(r.filename) @@ rare)
          and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
        limit enough + 1)
      union
      (select r.id from public.recordings r
        where r.owner_id in (select p.user_id from private.people p where p.name like pattern or p.email like pattern)
          and (storage is null or r.storage_type = storage) and (of_owner is null or r.owner_id = of_owner)
        limit enough + 1)) hit);
end $function$;

CREATE OR REPLACE FUNCTION private.videos_listed(storage text, of_owner uuid, most integer, skipped integer, total bigint)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.find_videos(pattern text, storage text, of_owner uuid, most integer, skipped integer, enough integer)
 RETURNS TABLE(ids uuid[], total bigint, at_least boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
  rare tsquery := private.rare_in_log(sought);
begin
  perform app.assert_admin();
  total := (
    select count(*) from (
      select from public.audit_log a
       where (app.folded(a.actor) like sought or app.folded(a.target) like sought)
         and (rare is null or app.pairs(app.both(a.actor, a.target)) @@ rare)
         and (of_kind is null or a.kind = of_kind) and (of_act is null or a.act = of_act)
         and (of_person is null or a.actor_id = of_person or a.target_id = of_person)
         and (since is null or a.created_at >= since) and (until is null or a.created_at < until)
       limit enough + 1) hit);
  ids := array(
    select a.id from public.audit_log a
     where (app.folded(a.actor) like sought or app.folded(a.target) like sought)
       and (rare is null or app.pairs(app.both(a.actor, a.target)) @@ rare)
       and (of_kind is null or a.kind = of_kind) and (of_act is null or a.act = of_act)
       and (of_person is null or a.actor_id = of_person or a.target_id = of_person)
       and (since is null or a.created_at >= since) and (until is null or a.created_at < until)
       and skipped < least(total, enough)
     order by a.created_at desc, a.id desc limit most offset skipped);
  at_least := total > enough;
  total := case when at_least then enough else total end;
  return next;
end $function$;
grant execute on function app.find_audit(text,text,text,uuid,timestamp with time zone,timestamp with time zone,integer,integer,integer) to authenticated;
