-- Who keeps asking is alive, even while a full disk refuses every part: such an upload is not given up.
create or replace function private.take_up(account uuid, upload uuid) returns setof public.uploads
language sql set search_path = '' as $$
  update public.uploads
     set attempt = attempt + 1,
         touched_at = case when finished_at is null then now() else touched_at end
   where id = upload and owner_id = account
  returning *
$$;
