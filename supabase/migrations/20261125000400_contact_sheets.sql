-- Contact sheets: small pictures of a recording's moments in one JPEG, for whoever looks for a place in it.
-- They lie, are seen and go as its thumbnail does; like it they count towards nobody's storage.

alter table public.recordings
  add column contact_sheet jsonb,
  add column contact_sheet_store text,
  add column contact_sheet_key text,
  add constraint recordings_contact_sheet check (
    (contact_sheet_store is null) = (contact_sheet_key is null)
    and (contact_sheet is null) = (contact_sheet_key is null));
create index recordings_contact_sheet on public.recordings (contact_sheet_store, contact_sheet_key)
  where contact_sheet_store is not null;

create function private.place_contact_sheet(
  recording uuid, store text, key text,
  tiles int, seconds_each double precision, tile_width int, tile_height int
) returns setof public.recordings
language plpgsql set search_path = '' as $$
declare
  before public.recordings;
begin
  select * into before from public.recordings r where r.id = recording for update;
  if not found then return; end if;
  perform private.let_go(before.contact_sheet_store, before.contact_sheet_key);
  perform private.strike_off(place_contact_sheet.store, key);
  return query
    update public.recordings r set
      contact_sheet_store = place_contact_sheet.store,
      contact_sheet_key = key,
      contact_sheet = jsonb_build_object(
        'path', format('/api/recordings/%s/contact-sheet?v=%s', recording, left(md5(key), 8)),
        'tiles', tiles, 'seconds_each', seconds_each,
        'tile_width', tile_width, 'tile_height', tile_height)
     where r.id = recording returning r.*;
end $$;

create function app.set_contact_sheet(
  recording uuid, store text, key text,
  tiles int, seconds_each double precision, tile_width int, tile_height int
) returns setof public.recordings
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.recordings r where r.id = recording and r.owner_id = auth.uid())
  then return; end if;
  return query
    select * from private.place_contact_sheet(
      recording, store, key, tiles, seconds_each, tile_width, tile_height);
end $$;

create or replace function private.let_go_of_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.let_go(old.store, old.storage_key),
          private.let_go(old.thumbnail_store, old.thumbnail_key),
          private.let_go(old.contact_sheet_store, old.contact_sheet_key);
  return null;
end $$;

create or replace trigger announce_recording_change after update on public.recordings
  for each row
  when (old.filename is distinct from new.filename or old.status is distinct from new.status
     or old.progress is distinct from new.progress or old.thumbnail_path is distinct from new.thumbnail_path
     or old.contact_sheet is distinct from new.contact_sheet
     or old.duration is distinct from new.duration or old.playable is distinct from new.playable
     or old.moving is distinct from new.moving or old.storage_type is distinct from new.storage_type)
  execute function private.announce_recording();

drop function app.open_media(uuid, timestamptz);
create function app.open_media(recording uuid, watching_since timestamptz default null)
returns table (
  filename text, mime_type text, status text, size bigint, file jsonb, parts jsonb,
  changed_at timestamptz, thumbnail jsonb, contact_sheet jsonb, can_download boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.can_view_recording(recording) then return; end if;
  return query
    select r.filename,
           case when w.parts is null then r.mime_type else u.mime_type end,
           r.status,
           case when w.parts is null then r.size else u.received end,
           case when w.parts is null then
             private.reference(r.store, r.storage_key)
             || jsonb_build_object('tag', coalesce(r.file_tag, r.storage_key)) end,
           w.parts,
           coalesce(case when w.parts is null then u.replaced_at end, u.touched_at, r.created_at),
           private.reference(r.thumbnail_store, r.thumbnail_key),
           private.reference(r.contact_sheet_store, r.contact_sheet_key),
           app.can_download_recording(r.id)
      from public.recordings r
      left join public.uploads u on u.recording_id = r.id
      cross join lateral (
        select case when r.storage_key is null or watching_since < u.replaced_at
               then private.parts_of(r.id) end as parts
      ) w
     where r.id = recording;
end $$;

-- What the storage check takes for known ------------------------------------------------

create or replace function private.objects_named(after_store text, after_key text, most int)
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
  order by 1, 2 limit most
$$;

create or replace function private.objects_nobody_names(of_store text, keys text[]) returns setof text
language sql stable set search_path = '' as $$
  select k from unnest(keys) k
   where not exists (select from public.recordings r where r.store = of_store and r.storage_key = k)
     and not exists (select from public.recordings r where r.thumbnail_store = of_store and r.thumbnail_key = k)
     and not exists (select from public.recordings r
                      where r.contact_sheet_store = of_store and r.contact_sheet_key = k)
     and not exists (select from private.upload_parts p where p.store = of_store and p.storage_key = k)
     and not exists (select from private.former_files f where f.store = of_store and f.storage_key = k)
     and not exists (select from private.loose_objects l where l.store = of_store and l.storage_key = k)
$$;

revoke execute on all functions in schema private from public;
revoke execute on function
  app.open_media(uuid, timestamptz),
  app.set_contact_sheet(uuid, text, text, int, double precision, int, int) from public;
grant execute on function app.open_media(uuid, timestamptz) to anon, authenticated;
grant execute on function
  app.set_contact_sheet(uuid, text, text, int, double precision, int, int) to authenticated;
