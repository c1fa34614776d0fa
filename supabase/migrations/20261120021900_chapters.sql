-- Chapters: where the parts of a recording begin, and what they are called.

create table public.chapters (
  recording_id uuid not null references public.recordings on delete cascade,
  at_seconds double precision not null check (at_seconds >= 0),
  title text not null check (title ~ '\S' and char_length(title) <= 100),
  original_at double precision check (original_at >= 0),
  removed boolean not null default false,
  id uuid primary key default gen_random_uuid()
);
create unique index chapters_in_order on public.chapters (recording_id, at_seconds) where not removed;
create index chapters_removed on public.chapters (recording_id) where removed;
alter table public.chapters enable row level security;
grant select on public.chapters to anon, authenticated;
grant insert (recording_id, at_seconds, title, original_at), delete on public.chapters to authenticated;

create policy "whoever sees a recording sees its chapters" on public.chapters
  for select to anon, authenticated using (
    exists (select 1 from public.recordings r where r.id = recording_id offset 0)
    and (not removed or app.can_edit_recording(recording_id)));
create policy "owners divide their recordings" on public.chapters
  for insert to authenticated with check (
    exists (select 1 from public.recordings r
             where r.id = recording_id and r.owner_id = (select auth.uid()) offset 0));
create policy "editors divide the recording their link opens" on public.chapters
  for insert to authenticated with check (recording_id = (select app.editable_recording()));
create policy "owners take chapters away" on public.chapters
  for delete to authenticated using (
    exists (select 1 from public.recordings r
             where r.id = recording_id and r.owner_id = (select auth.uid()) offset 0));
create policy "editors take away chapters of the recording their link opens" on public.chapters
  for delete to authenticated using (recording_id = (select app.editable_recording()));

create function private.announce_chapters() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'chapters', 'recording:' || c.recording_id, true)
     from (select distinct recording_id from changed) c;
  return null;
end $$;
create trigger announce_new_chapters after insert on public.chapters
  referencing new table as changed for each statement execute function private.announce_chapters();

-- Chapters that go with their recording are announced by that alone.
create trigger announce_gone_chapters after delete on public.chapters
  referencing old table as changed for each statement
  when (pg_trigger_depth() = 0) execute function private.announce_chapters();
