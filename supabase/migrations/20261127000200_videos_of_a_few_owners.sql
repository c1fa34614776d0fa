-- A search that finds a few thousand people looks for their videos in a table of them.
create or replace function private.videos_about(pattern text, storage text, of_owner uuid, most int, skipped int)
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
