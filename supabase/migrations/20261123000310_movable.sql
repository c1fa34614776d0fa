-- What the caller could move to a place now; no row where they cannot move anything there.
create function app.my_movable(target app.storage_type, place text)
returns table (storage_type app.storage_type, recordings int, bytes bigint)
language sql stable security definer set search_path = '' as $$
  select target, count(*)::int, coalesce(sum(r.size), 0)::bigint
    from public.recordings r
   where r.owner_id = (select auth.uid()) and private.is_movable(r, place)
  having target <> 'google_drive' or app.has_drive((select auth.uid()))
$$;
revoke execute on function app.my_movable(app.storage_type, text) from public;
grant execute on function app.my_movable(app.storage_type, text) to authenticated;
