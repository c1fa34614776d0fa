-- Written by `bun run schema` from the migrations: read it, and change those.

create table public.folders (
  id uuid default gen_random_uuid() not null,
  owner_id uuid default auth.uid() not null,
  name text not null,
  parent_id uuid,
  created_at timestamp with time zone default now() not null,
  ordered uuid[] default '{}'::uuid[] not null,
  constraint folders_pkey PRIMARY KEY (id),
  constraint folders_id_owner_id_key UNIQUE (id, owner_id),
  constraint folders_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 100)) AND (name !~ '[\r\n]'::text))),
  constraint folders_ordered_check CHECK ((cardinality(ordered) <= 1000)),
  constraint folders_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE,
  constraint folders_parent_id_owner_id_fkey FOREIGN KEY (parent_id, owner_id) REFERENCES public.folders(id, owner_id) ON DELETE CASCADE
);
CREATE INDEX folders_of_owner ON public.folders USING btree (owner_id, parent_id);
CREATE INDEX folders_within ON public.folders USING btree (parent_id, owner_id);
alter table public.folders enable row level security;
grant select on public.folders to authenticated;
grant insert (name, parent_id) on public.folders to authenticated;
grant update (name, ordered, parent_id) on public.folders to authenticated;
create policy "owners rename and move their folders" on public.folders for update to authenticated
  using ((owner_id = ( SELECT auth.uid() AS uid)))
  with check ((owner_id = ( SELECT auth.uid() AS uid)));
create policy "owners see their folders" on public.folders for select to authenticated
  using ((owner_id = ( SELECT auth.uid() AS uid)));
create policy "people make folders of their own" on public.folders for insert to authenticated
  with check ((owner_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER announce_folder AFTER INSERT OR DELETE OR UPDATE ON public.folders FOR EACH ROW EXECUTE FUNCTION private.announce_folder();
CREATE TRIGGER bound_folders AFTER INSERT ON public.folders FOR EACH ROW WHEN ((current_setting('role'::text) <> 'none'::text)) EXECUTE FUNCTION private.bound_folders();
CREATE TRIGGER place_folder BEFORE INSERT OR UPDATE OF parent_id ON public.folders FOR EACH ROW EXECUTE FUNCTION private.place_folder();

CREATE OR REPLACE FUNCTION private.folder_depth()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 8 $function$;

CREATE OR REPLACE FUNCTION private.place_folder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.folders_below(folder uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive below as (
    select folder as id union all select f.id from public.folders f join below on f.parent_id = below.id
  ) select id from below
$function$;

CREATE OR REPLACE FUNCTION private.announce_folder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'folders', 'user:' || coalesce(new.owner_id, old.owner_id), true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.assert_folder(folder uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if folder is not null and not exists (
    select from public.folders f where f.id = folder and f.owner_id = auth.uid()) then
    raise exception 'This folder does not exist.' using errcode = 'KN404', detail = 'folder_not_found';
  end if;
end $function$;
grant execute on function app.assert_folder(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.move_to_folder(targets uuid[], folder uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.move_to_folder(uuid[],uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.delete_folder(folder uuid, videos text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.delete_folder(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.bound_folders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.folders f where f.owner_id = new.owner_id) > 2000 then
    raise exception 'You have 2,000 folders. Delete one before you make another.'
      using errcode = 'KN409', detail = 'too_many_folders';
  end if;
  return null;
end $function$;
