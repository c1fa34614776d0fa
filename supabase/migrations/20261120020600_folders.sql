-- Folders: a place of a recording in its owner's library, and of nobody else's. A recording lies in one, or on top.

create table public.folders (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references public.users on delete cascade,
  name text not null check (char_length(name) between 1 and 100 and name !~ '[\r\n]'),
  parent_id uuid,
  created_at timestamptz not null default now(),
  -- The order that the owner chose; what is not named follows.
  ordered uuid[] not null default '{}' check (cardinality(ordered) <= 1000),
  unique (id, owner_id),
  -- Of the same owner, whoever writes it.
  foreign key (parent_id, owner_id) references public.folders (id, owner_id) on delete cascade
);
create index folders_of_owner on public.folders (owner_id, parent_id);
create index folders_within on public.folders (parent_id, owner_id);
alter table public.folders enable row level security;
grant select on public.folders to authenticated;
grant insert (name, parent_id) on public.folders to authenticated;
grant update (name, parent_id, ordered) on public.folders to authenticated;

create policy "owners see their folders" on public.folders
  for select to authenticated using (owner_id = (select auth.uid()));
create policy "people make folders of their own" on public.folders
  for insert to authenticated with check (owner_id = (select auth.uid()));
create policy "owners rename and move their folders" on public.folders
  for update to authenticated using (owner_id = (select auth.uid()))
  with check (owner_id = (select auth.uid()));

create function private.folder_depth() returns int
language sql immutable set search_path = '' as $$ select 8 $$;

-- One after the other: two moves that are right alone may close a circle together.
create function private.place_folder() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  above int;
  below int;
begin
  if new.parent_id is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('folders of ' || new.owner_id, 0));
  if not exists (select from public.folders f where f.id = new.parent_id and f.owner_id = new.owner_id) then
    raise exception 'This folder does not exist.' using errcode = 'KN404', detail = 'folder_not_found';
  end if;
  if new.parent_id in (select private.folders_below(new.id)) then
    raise exception 'A folder cannot lie in itself.' using errcode = 'KN409', detail = 'folder_cycle';
  end if;
  with recursive up as (
    select f.parent_id, 1 as steps from public.folders f where f.id = new.parent_id
    union all select f.parent_id, steps + 1 from public.folders f join up on f.id = up.parent_id
  ) select max(steps) into above from up;
  with recursive down as (
    select new.id as id, 1 as steps
    union all select f.id, steps + 1 from public.folders f join down on f.parent_id = down.id
  ) select max(steps) into below from down;
  if above + below > private.folder_depth() then
    raise exception 'Folders lie in one another at most % deep.', private.folder_depth()
      using errcode = 'KN409', detail = 'folder_too_deep';
  end if;
  return new;
end $$;

-- Itself and all that lie in it, however deep.
create function private.folders_below(folder uuid) returns setof uuid
language sql stable set search_path = '' as $$
  with recursive below as (
    select folder as id union all select f.id from public.folders f join below on f.parent_id = below.id
  ) select id from below
$$;
create trigger place_folder before insert or update of parent_id on public.folders
  for each row execute function private.place_folder();

create function private.announce_folder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'folders', 'user:' || coalesce(new.owner_id, old.owner_id), true);
  return null;
end $$;
create trigger announce_folder after insert or update or delete on public.folders
  for each row execute function private.announce_folder();

-- Acts ------------------------------------------------------------------------------------

create function app.assert_folder(folder uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if folder is not null and not exists (
    select from public.folders f where f.id = folder and f.owner_id = auth.uid()) then
    raise exception 'This folder does not exist.' using errcode = 'KN404', detail = 'folder_not_found';
  end if;
end $$;

create function app.move_to_folder(targets uuid[], folder uuid) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.folders f where f.id = folder for key share;
  perform app.assert_folder(folder);
  return query
    update public.recordings r set folder_id = folder
     where r.id in (select t.id from public.recordings t
                     where t.id = any (targets) and t.owner_id = auth.uid() and t.deleted_at is null
                     order by t.id for no key update)
    returning r.id;
  perform realtime.send('{}'::jsonb, 'folders', 'user:' || auth.uid(), true);
end $$;

-- Its content goes one level up, or all videos below into the trash. A video that has not arrived whole could not
-- be restored: it goes up in any case.
create function app.delete_folder(folder uuid, videos text) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  gone public.folders;
  below uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('folders of ' || auth.uid(), 0));
  perform app.assert_folder(folder);
  select * into gone from public.folders f where f.id = folder for update;
  if videos = 'trash' then
    below := array(select private.folders_below(folder));
    return query select app.throw_away(array(
      select r.id from public.recordings r
       where r.owner_id = auth.uid() and r.folder_id = any (below)
         and r.status not in ('recording', 'uploading')));
  else
    below := array[folder];
    update public.folders f set parent_id = gone.parent_id where f.parent_id = folder;
  end if;
  update public.recordings r set folder_id = gone.parent_id
   where r.owner_id = auth.uid() and r.folder_id = any (below) and r.deleted_at is null;
  delete from public.folders f where f.id = folder;
end $$;

-- All folders of an account are one answer, and are read at each change of one of them.
create function private.bound_folders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.folders f where f.owner_id = new.owner_id) > 2000 then
    raise exception 'You have 2,000 folders. Delete one before you make another.'
      using errcode = 'KN409', detail = 'too_many_folders';
  end if;
  return null;
end $$;
create trigger bound_folders after insert on public.folders
  for each row when (current_setting('role') <> 'none') execute function private.bound_folders();

grant execute on function app.assert_folder(uuid), app.move_to_folder(uuid[], uuid), app.delete_folder(uuid, text)
  to authenticated;
