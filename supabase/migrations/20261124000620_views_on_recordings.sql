-- How often a recording was seen through all of its links, also those that are gone: a card shows it, and asks no link.

alter table public.recordings add column view_count int not null default 0;

alter table public.recordings disable trigger user; -- nobody changed them just now
update public.recordings r set view_count = s.views
  from (select recording_id, sum(view_count)::int as views from public.shares group by 1) s
 where s.recording_id = r.id and s.views > 0;
alter table public.recordings enable trigger user;

create function private.count_views() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recordings set view_count = view_count + new.view_count - old.view_count
   where id = new.recording_id;
  return null;
end $$;
revoke execute on function private.count_views() from public;

create trigger count_views after update of view_count on public.shares
  for each row when (new.view_count is distinct from old.view_count)
  execute function private.count_views();

-- To be seen is no change of the recording, either.
create or replace trigger touch_recording before update on public.recordings
  for each row when (
    (new.comment_count, new.reaction_counts, new.view_count)
      is not distinct from (old.comment_count, old.reaction_counts, old.view_count))
  execute function private.touch();
