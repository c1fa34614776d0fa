-- Whatever changes the cues makes another version of them: a retry that fills a gap, too. Whoever holds an older
-- one is told, and a player reads the new one.
create or replace function private.touch_subtitle() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  if new.cues is distinct from old.cues then
    new.version := old.version + 1;
    new.is_edited := new.is_edited or (old.status = 'ready' and current_user = 'authenticated');
  end if;
  return new;
end $$;

-- What was heard counts whole, also of a recording whose length nobody knew yet when it was asked for.
create or replace function private.settle_minutes(subtitle uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  heard double precision := coalesce((
    select sum(p.end_seconds - p.start_seconds) from private.subtitle_parts p
     where p.subtitle_id = subtitle and p.status = 'done'), 0);
  counted double precision := coalesce((
    select sum(m.settled_seconds) from private.subtitle_minutes m where m.subtitle_id = subtitle), 0);
begin
  update private.subtitle_minutes m set settled_seconds = greatest(0, heard - counted)
   where m.subtitle_id = subtitle and m.settled_seconds is null;
end $$;
