-- The searches of the admin area, among a million recordings. Under policies the planner must not ask an index about
-- text, so these functions look past them: each asserts the admin itself, and gives nothing but ids. They take as
-- long for two letters, or for letters of any script, as for a whole word.

-- Trigrams know no text shorter than three letters, and where the database has no locale, only plain letters.
create extension if not exists pg_trgm with schema extensions;

-- A text with its letters in one case, in any language. Plain letters take the short way, which is many times
-- faster. Without a search path of its own, so that the planner sees through the function to the indexes below.
create function app.folded(said text) returns text
language sql immutable parallel safe as $$
  select case when pg_catalog.octet_length(said) = pg_catalog.char_length(said)
    then pg_catalog.lower(said collate "C")
    else pg_catalog.lower(said collate "und-x-icu") collate "C" end
$$;

-- The pairs by which a text is found: each letter with the one after it, folded.
create function app.pairs(said text) returns tsvector
language sql immutable parallel safe as $$
  select pg_catalog.array_to_tsvector(array(
    select distinct pg_catalog.substr(f, n, 2)
      from (select app.folded(said) as f) folded, pg_catalog.generate_series(1, pg_catalog.char_length(f)) n))
$$;

-- All pairs of the sought text; a single letter begins a pair wherever it stands.
create function private.pairs_of(sought text) returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg(
           '''' || replace(replace(substr(sought, n, 2), '\', '\\'), '''', '''''') || ''''
                || case when char_length(sought) = 1 then ':*' else '' end, ' & ')::tsquery
    from generate_series(1, greatest(1, char_length(sought) - 1)) n where sought <> ''
$$;

-- Two columns as one text; nobody types the line break between them.
create function app.both(one text, other text) returns text
language sql immutable parallel safe as $$ select coalesce(one, '') || pg_catalog.chr(10) || coalesce(other, '') $$;

-- Each role that renames rows writes into these indexes, so it may call their functions.
create index recordings_by_pairs on public.recordings using gin (app.pairs(filename));
create index audit_log_by_pairs on public.audit_log using gin (app.pairs(app.both(actor, target)));

-- Statistics by which the planner knows how many rows match, and when to walk.
create statistics public.recordings_titles on (app.folded(filename)) from public.recordings;
create statistics public.audit_log_actors on (app.folded(actor)) from public.audit_log;
create statistics public.audit_log_targets on (app.folded(target)) from public.audit_log;

-- The text that a pattern was made of (`api/platform/contains.ts`).
create function private.typed(pattern text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(substr(pattern, 2, char_length(pattern) - 2), '\\(.)', '\1', 'g')
$$;

-- A text that every twentieth new row has is found soonest by a walk from the newest; all others by the index.
create function private.rare_in_titles(pattern text) returns tsquery
language sql stable set search_path = '' as $$
  select case when count(*) filter (where app.folded(r.filename) like pattern) < 50
           then private.pairs_of(private.typed(pattern)) end
    from (select filename from public.recordings order by created_at desc, id desc limit 1000) r
$$;

create function private.rare_in_log(pattern text) returns tsquery
language sql stable set search_path = '' as $$
  select case when count(*) filter (where app.folded(app.both(a.actor, a.target)) like pattern) < 50
           then private.pairs_of(private.typed(pattern)) end
    from (select actor, target from public.audit_log order by created_at desc, id desc limit 1000) a
$$;

-- People ---------------------------------------------------------------------------------

-- The columns by which the list of people is searched, narrowed and sorted, kept by triggers in rows so short that
-- reading all of a hundred thousand takes milliseconds. A sign of life changes nothing here, and no index of text.
create table private.people (
  user_id uuid primary key references public.users on delete cascade,
  name text collate "C" not null,
  email text collate "C" not null,
  role text collate "C" not null,
  suspended boolean not null,
  oauth_provider text collate "C",
  plan_id uuid references public.plans,
  created_at timestamptz not null
);
create index people_on_plan on private.people (plan_id);
-- 'Éva' beside 'Eva' and 'Tom 9' before 'Tom 10', as titles are.
create index people_by_name on private.people (name collate app.by_title, created_at desc, user_id);
alter table private.people enable row level security;

-- Lists all people, or one.
create function private.list_people(account uuid default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.people
  select u.id, app.folded(u.username), app.folded(u.email), u.role, u.suspended, u.oauth_provider, s.plan_id, u.created_at
    from public.users u left join public.subscriptions s on s.user_id = u.id
   where account is null or u.id = account
  on conflict (user_id) do update set
    name = excluded.name, email = excluded.email, role = excluded.role, suspended = excluded.suspended,
    oauth_provider = excluded.oauth_provider, plan_id = excluded.plan_id, created_at = excluded.created_at
$$;

create function private.list_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.list_people(new.id);
  return null;
end $$;
create trigger list_person
  after insert or update of username, email, role, suspended, oauth_provider, created_at on public.users
  for each row execute function private.list_person();

create function private.list_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.people set plan_id = new.plan_id where user_id = new.user_id;
  return null;
end $$;
create trigger list_plan after insert or update of plan_id on public.subscriptions
  for each row execute function private.list_plan();

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
end $$;

-- Videos ---------------------------------------------------------------------------------
-- A page of videos, newest first, and how many there are. Results of a search are counted no further than to `enough`.

-- A search that finds a few thousand people looks for their videos in a table of them.
create function private.videos_about(pattern text, storage text, of_owner uuid, most int, skipped int)
returns setof uuid
language plpgsql stable set search_path = '' as $$
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
end $$;

create function private.count_videos_about(pattern text, storage text, of_owner uuid, enough int)
returns bigint
language plpgsql stable set search_path = '' as $$
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
end $$;

-- A page beyond the middle is read from the other end.
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
end $$;

revoke execute on all functions in schema private, app from public;
grant execute on function app.folded(text), app.pairs(text), app.both(text, text)
  to anon, authenticated, service_role;
grant execute on function app.find_users(text, text, boolean, boolean, text, text, boolean, int, int),
  app.find_videos(text, text, uuid, int, int, int),
  app.find_audit(text, text, text, uuid, timestamptz, timestamptz, int, int, int) to authenticated;
