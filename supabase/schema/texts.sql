-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.texts (
  id uuid not null,
  owner_id uuid not null,
  bytes bigint not null,
  constraint texts_pkey PRIMARY KEY (id),
  constraint count_text TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint texts_bytes_check CHECK ((bytes >= 0)),
  constraint texts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX texts_of_owner ON private.texts USING btree (owner_id);
alter table private.texts enable row level security;
CREATE CONSTRAINT TRIGGER count_text AFTER INSERT OR DELETE ON private.texts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_text();

CREATE OR REPLACE FUNCTION private.count_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.storage_usage
     set used_bytes = greatest(0, used_bytes + coalesce(new.bytes, 0) - coalesce(old.bytes, 0))
   where user_id = coalesce(new.owner_id, old.owner_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_text_room(owner uuid, size bigint, before bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.keep_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

  if current_setting('role') <> 'none' and text.bytes > coalesce(before, 0) then
    perform private.take_new_text(coalesce('account:' || auth.uid(), 'guests:' || text.owner_id), text.bytes - coalesce(before, 0));
  end if;
  insert into private.texts select text.*;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_chapter_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.texts t using changed c where t.id = c.recording_id;
  insert into private.texts
  select r.id, r.owner_id, sum(octet_length(h.title))
    from public.chapters h join public.recordings r on r.id = h.recording_id
   where r.id in (select recording_id from changed) group by r.id;
  return null;
end $function$;
