-- New text of subtitles and comments is 100 MB a day at most, for an account, and for all guests of an owner: the room of
-- a plan is meant for bytes in a store, and people whose recordings live in a drive have no such room at all.
create function private.take_new_text(writer text, bytes bigint) returns void
language plpgsql set search_path = '' as $$
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
end $$;
do $$ begin
  execute replace(pg_get_functiondef('private.keep_text()'::regprocedure), '  insert into', $new$
  if current_setting('role') <> 'none' and text.bytes > coalesce(before, 0) then
    perform private.take_new_text(coalesce('account:' || auth.uid(), 'guests:' || text.owner_id), text.bytes - coalesce(before, 0));
  end if;
  insert into$new$);
end $$;
revoke execute on all functions in schema private, app from public;
