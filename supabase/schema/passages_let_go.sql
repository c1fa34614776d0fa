-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.let_go_of_passages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or new.browser -> 'file' is distinct from old.browser -> 'file' then
    update private.loose_objects set due_at = now()
     where store = old.browser #>> '{file,store}' and storage_key = old.browser #>> '{file,key}';
  end if;
  return null;
end $function$;
grant execute on function private.let_go_of_passages() to public;
