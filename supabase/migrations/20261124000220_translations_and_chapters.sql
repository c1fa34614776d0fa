-- Translations of subtitles that are ready, and the chapters of a recording.

-- Gives the translation, and whether it is a new one: its job is sent in the same transaction. No row where the
-- recording or the subtitle is not theirs.
create function private.begin_translation(
  account uuid, recording uuid, source uuid, wanted_language text, needs_addon boolean
) returns table (subtitle_id uuid, is_new boolean)
language plpgsql set search_path = '' as $$
declare
  known public.subtitles;
  run uuid;
begin
  perform 1 from public.recordings where id = recording and owner_id = account for no key update;
  if not found then return; end if;
  select * into known from public.subtitles s where s.id = source and s.recording_id = recording;
  if not found then return; end if;
  perform private.assert_may_transcribe(account, needs_addon);
  select s.id into run from public.subtitles s
   where s.recording_id = recording and s.language = wanted_language
     and s.translated_from = source and s.status in ('queued', 'running');
  if found then return query select run, false; return; end if;
  if known.status <> 'ready' or known.cues = '[]' then
    raise exception 'These subtitles are not ready, so there is nothing to translate yet.'
      using errcode = 'KN409', detail = 'not_ready';
  end if;
  if known.language = wanted_language then
    raise exception 'These subtitles are in this language already.'
      using errcode = 'KN409', detail = 'same_language';
  end if;
  insert into public.subtitles
    (recording_id, language, format, status, progress, is_auto_generated, translated_from)
  values (recording, wanted_language, known.format, 'queued', 0, true, source)
  returning id into run;
  return query select run, true;
end $$;
revoke execute on function private.begin_translation(uuid, uuid, uuid, text, boolean) from public;

-- Chapters ---------------------------------------------------------------------------

create table public.chapters (
  recording_id uuid not null references public.recordings on delete cascade,
  at_seconds double precision not null check (at_seconds >= 0),
  title text not null check (title ~ '\S' and char_length(title) <= 100),
  primary key (recording_id, at_seconds)
);

alter table public.chapters enable row level security;
grant select on public.chapters to anon, authenticated;
grant insert, delete on public.chapters to authenticated;

create policy "whoever sees a recording sees its chapters" on public.chapters
  for select to anon, authenticated using (
    exists (select 1 from public.recordings r where r.id = recording_id offset 0));
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
-- What goes with its recording is announced by that alone.
create trigger announce_gone_chapters after delete on public.chapters
  referencing old table as changed for each statement
  when (pg_trigger_depth() = 0) execute function private.announce_chapters();
revoke execute on function private.announce_chapters() from public;
