-- Written by `bun run schema` from the migrations: read it, and change those.

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
grant execute on function private.bound_folders() to public;
