-- What people write takes room as videos do: the text of subtitles (transcripts among them), chapters and comments
-- counts for as long as it is there. A comment is its author's, the rest is whose the recording is.

-- One row for each subtitle and comment, and for all chapters of a recording: whose it was is known here when
-- what it was about is deleted.
create table private.texts (
  id uuid primary key,
  owner_id uuid not null references public.users on delete cascade,
  bytes bigint not null check (bytes >= 0)
);
create index texts_of_owner on private.texts (owner_id);
alter table private.texts enable row level security;

create function private.count_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  more bigint := coalesce(new.bytes, 0) - coalesce(old.bytes, 0);
begin
  if more <> 0 then
    update public.storage_usage set used_bytes = greatest(0, used_bytes + more)
     where user_id = coalesce(new.owner_id, old.owner_id);
  end if;
  return null;
end $$;
-- At the very end: whoever locks the counter waits for nobody any more.
create constraint trigger count_text after insert or delete or update of bytes on private.texts
  deferrable initially deferred for each row execute function private.count_text();

create function private.keep_text(text_id uuid, owner uuid, size bigint) returns void
language sql set search_path = '' as $$
  insert into private.texts (id, owner_id, bytes) values (text_id, owner, size)
  on conflict (id) do update set bytes = excluded.bytes
$$;

-- Several tokens at once, out of the same bucket; more than it holds are as many as it holds.
create function private.take_token(
  bucket text, capacity double precision, period interval, tokens_each double precision
) returns double precision
language plpgsql set search_path = '' as $$
declare
  per_second double precision := capacity / extract(epoch from period);
  wanted double precision := least(capacity, tokens_each);
  left_over double precision;
begin
  insert into private.buckets as b (name, tokens) values (bucket, capacity - wanted)
  on conflict (name) do update set
    tokens = least(capacity, b.tokens + per_second
      * extract(epoch from clock_timestamp() - b.refilled_at)) - wanted,
    refilled_at = clock_timestamp()
    where least(capacity, b.tokens + per_second
      * extract(epoch from clock_timestamp() - b.refilled_at)) >= wanted
  returning tokens into left_over;
  if found then return 0; end if;
  select greatest(0.001, (wanted - least(capacity, tokens + per_second
      * extract(epoch from clock_timestamp() - refilled_at))) / per_second)
    into left_over from private.buckets where name = bucket;
  return coalesce(left_over, 0.001);
end $$;

create or replace function private.take_token(bucket text, capacity double precision, period interval)
returns double precision
language sql set search_path = '' as $$
  select private.take_token(bucket, capacity, period, 1)
$$;

-- What a person writes may be refused; what a job has heard is theirs already.
create function private.assert_text_room(owner uuid, size bigint, before bigint) returns void
language plpgsql set search_path = '' as $$
declare
  wait double precision := private.take_token(
    'text:account:' || auth.uid(), 40 * 1024 * 1024, interval '10 minutes', size);
begin
  if wait > 0 then
    raise exception 'You have written very much in a short time. Please wait a moment and try again.'
      using errcode = 'KN429', detail = ceil(wait)::text;
  end if;
  if size <= before then return; end if;
  -- Who has nowhere to record to any more can still mend what they have.
  if not private.has_storage(owner) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('room of ' || owner, 0));
  perform app.assert_room(owner, size - before);
end $$;

create function private.keep_subtitle_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid;
  size bigint;
begin
  if tg_op = 'DELETE' then
    delete from private.texts where id = old.id;
    return null;
  end if;
  size := octet_length(new.cues::text) + coalesce((
    select sum(octet_length(p.result::text)) from private.subtitle_parts p where p.subtitle_id = new.id), 0);
  select r.owner_id into owner from public.recordings r where r.id = new.recording_id;
  if current_setting('role') = 'authenticated' then
    perform private.assert_text_room(
      owner, size, coalesce((select t.bytes from private.texts t where t.id = new.id), 0));
  end if;
  perform private.keep_text(new.id, owner, size);
  return null;
end $$;
create trigger keep_subtitle_text after insert or delete or update of cues on public.subtitles
  for each row execute function private.keep_subtitle_text();

create function private.keep_comment_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.texts where id = old.id;
  else
    perform private.keep_text(new.id, new.author_id, octet_length(new.content));
  end if;
  return null;
end $$;
create trigger keep_comment_text after insert or delete or update of content on public.comments
  for each row execute function private.keep_comment_text();

create function private.keep_chapter_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.keep_text(c.recording_id, r.owner_id, coalesce((
            select sum(octet_length(h.title)) from public.chapters h
             where h.recording_id = c.recording_id), 0)::bigint)
     from (select distinct recording_id from changed) c join public.recordings r on r.id = c.recording_id;
  delete from private.texts t using changed c
   where t.id = c.recording_id
     and not exists (select from public.chapters h where h.recording_id = c.recording_id);
  return null;
end $$;
create trigger keep_new_chapter_text after insert on public.chapters
  referencing new table as changed for each statement execute function private.keep_chapter_text();
create trigger keep_gone_chapter_text after delete on public.chapters
  referencing old table as changed for each statement execute function private.keep_chapter_text();

-- What is there already.
insert into private.texts (id, owner_id, bytes)
select s.id, r.owner_id, octet_length(s.cues::text) + coalesce((
         select sum(octet_length(p.result::text)) from private.subtitle_parts p where p.subtitle_id = s.id), 0)
  from public.subtitles s join public.recordings r on r.id = s.recording_id
union all
select c.id, c.author_id, octet_length(c.content) from public.comments c
union all
select r.id, r.owner_id, sum(octet_length(h.title))
  from public.chapters h join public.recordings r on r.id = h.recording_id group by r.id;

revoke execute on all functions in schema private from public;
