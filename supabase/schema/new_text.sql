-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION private.take_new_text(writer text, bytes bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  left_over double precision;
begin
  insert into private.buckets as b (name, tokens) values ('new-text:' || writer, 1e8 - bytes)
  on conflict (name) do update set refilled_at = clock_timestamp(),
    tokens = least(1e8, b.tokens + 1e8 / 86400 * extract(epoch from clock_timestamp() - b.refilled_at)) - bytes
  returning tokens into left_over;
  if left_over < 0 then
    raise exception 'Very much has been written within a day. Please wait a while and try again.'
      using errcode = 'KN429', detail = ceil(-left_over * 86400 / 1e8)::text;
  end if;
end $function$;
