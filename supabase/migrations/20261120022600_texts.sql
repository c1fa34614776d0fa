-- People's texts take room as videos do: the text of subtitles (transcripts among them), chapters and comments
-- counts for as long as it is there. A comment is its author's, the rest is whose the recording is.

-- One row for each subtitle and comment, and for all chapters of a recording: whose it was is known here when
-- what it was about is deleted. It is made anew when the text changes.
create table private.texts (
  id uuid primary key,
  owner_id uuid not null references public.users on delete cascade,
  bytes bigint not null check (bytes >= 0)
);
create index texts_of_owner on private.texts (owner_id);
alter table private.texts enable row level security;

create function private.count_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.storage_usage
     set used_bytes = greatest(0, used_bytes + coalesce(new.bytes, 0) - coalesce(old.bytes, 0))
   where user_id = coalesce(new.owner_id, old.owner_id);
  return null;
end $$;

-- At the very end: whoever locks the counter waits for nobody any more.
create constraint trigger count_text after insert or delete on private.texts
  deferrable initially deferred for each row execute function private.count_text();

-- A person's text may be refused: it counts in pieces of 16 kB, of which an account has 40 MB in ten minutes.
create function private.assert_text_room(owner uuid, size bigint, before bigint) returns void
language plpgsql set search_path = '' as $$
declare
  wait double precision := (
    select max(private.take_token('text:account:' || auth.uid(), 2560, interval '10 minutes'))
      from generate_series(0, size, 16384));
begin
  if wait > 0 then
    raise exception 'You have written very much in a short time. Please wait a moment and try again.'
      using errcode = 'KN429', detail = ceil(wait)::text;
  end if;
  -- People who have nowhere to record to any more can still mend what they have.
  if size <= before or not private.has_storage(owner) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('room of ' || owner, 0));
  perform app.assert_room(owner, size - before);
end $$;

-- A guest has no quota: their text counts for the owner, who lets them write and can delete it.
create function private.keep_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  text private.texts;
  before bigint;
begin
  delete from private.texts where id = coalesce(new.id, old.id) returning bytes into before;
  if tg_op = 'DELETE' then return null; end if;
  text.id := new.id;
  select r.owner_id into text.owner_id from public.recordings r where r.id = new.recording_id;
  if tg_table_name = 'comments' then
    text.owner_id := coalesce(new.author_id, text.owner_id);
    text.bytes := octet_length(new.content);
  else
    text.bytes := octet_length(new.cues::text) + coalesce((
      select sum(octet_length(p.result::text)) from private.subtitle_parts p where p.subtitle_id = new.id), 0);
    -- The text that a job has heard is theirs already.
    if current_setting('role') = 'authenticated' then
      perform private.assert_text_room(text.owner_id, text.bytes, coalesce(before, 0));
    end if;
  end if;
  insert into private.texts select text.*;
  return null;
end $$;
create trigger keep_text after insert or delete or update of cues on public.subtitles
  for each row execute function private.keep_text();
create trigger keep_text after insert or delete or update of content on public.comments
  for each row execute function private.keep_text();

create function private.keep_chapter_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.texts t using changed c where t.id = c.recording_id;
  insert into private.texts
  select r.id, r.owner_id, sum(octet_length(h.title))
    from public.chapters h join public.recordings r on r.id = h.recording_id
   where r.id in (select recording_id from changed) group by r.id;
  return null;
end $$;
create trigger keep_new_text after insert on public.chapters
  referencing new table as changed for each statement execute function private.keep_chapter_text();
create trigger keep_gone_text after delete on public.chapters
  referencing old table as changed for each statement execute function private.keep_chapter_text();
