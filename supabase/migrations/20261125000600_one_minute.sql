-- 'This needs 1 minutes' is no sentence.
create or replace function private.reserve_minutes(
  account uuid, subtitle uuid, total double precision, most_seconds double precision
) returns void
language plpgsql set search_path = '' as $$
declare
  had double precision;
  missing double precision;
  left_over double precision;
  renewed date := (private.this_month() + interval '1 month')::date;
begin
  perform pg_advisory_xact_lock(hashtextextended('minutes of ' || account, 0));
  select coalesce(sum(coalesce(m.settled_seconds, m.reserved_seconds)), 0) into had
    from private.subtitle_minutes m where m.subtitle_id = subtitle;
  missing := greatest(0, total - had);
  left_over := greatest(0, most_seconds - private.subtitle_seconds(account));
  if most_seconds is not null and missing > left_over then
    raise exception 'This needs %, and % of your % are left this month. They are new on %.',
      case when missing <= 60 then '1 minute' else ceil(missing / 60)::int || ' minutes' end,
      floor(left_over / 60)::int, floor(most_seconds / 60)::int,
      to_char(renewed, 'FMDD FMMonth YYYY')
      using errcode = 'KN402', detail = 'subtitle_minutes';
  end if;
  insert into private.subtitle_minutes as m (user_id, month, subtitle_id, reserved_seconds)
  values (account, private.this_month(), subtitle, missing)
  on conflict (user_id, month, subtitle_id) do update
    set reserved_seconds = coalesce(m.settled_seconds, m.reserved_seconds) + excluded.reserved_seconds,
        settled_seconds = null;
end $$;
