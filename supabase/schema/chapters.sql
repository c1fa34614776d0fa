-- Written by `bun run schema` from the migrations: read it, and change those.

create table public.chapters (
  recording_id uuid not null,
  at_seconds double precision not null,
  title text not null,
  original_at double precision,
  removed boolean default false not null,
  id uuid default gen_random_uuid() not null,
  constraint chapters_pkey PRIMARY KEY (id),
  constraint chapters_at_seconds_check CHECK ((at_seconds >= (0)::double precision)),
  constraint chapters_original_at_check CHECK ((original_at >= (0)::double precision)),
  constraint chapters_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint chapters_title_check CHECK (((title ~ '\S'::text) AND (char_length(title) <= 100)))
);
CREATE UNIQUE INDEX chapters_in_order ON public.chapters USING btree (recording_id, at_seconds) WHERE (NOT removed);
CREATE INDEX chapters_removed ON public.chapters USING btree (recording_id) WHERE removed;
alter table public.chapters enable row level security;
grant select on public.chapters to anon;
grant delete, select on public.chapters to authenticated;
grant insert (at_seconds, original_at, recording_id, title) on public.chapters to authenticated;
create policy "editors divide the recording their link opens" on public.chapters for insert to authenticated
  with check ((recording_id = ( SELECT app.editable_recording() AS editable_recording)));
create policy "editors take away chapters of the recording their link opens" on public.chapters for delete to authenticated
  using ((recording_id = ( SELECT app.editable_recording() AS editable_recording)));
create policy "owners divide their recordings" on public.chapters for insert to authenticated
  with check ((EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE ((r.id = chapters.recording_id) AND (r.owner_id = ( SELECT auth.uid() AS uid)))
 OFFSET 0)));
create policy "owners take chapters away" on public.chapters for delete to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE ((r.id = chapters.recording_id) AND (r.owner_id = ( SELECT auth.uid() AS uid)))
 OFFSET 0)));
create policy "whoever sees a recording sees its chapters" on public.chapters for select to anon, authenticated
  using (((EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE (r.id = chapters.recording_id)
 OFFSET 0)) AND ((NOT removed) OR app.can_edit_recording(recording_id))));
CREATE TRIGGER announce_gone_chapters AFTER DELETE ON public.chapters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.announce_chapters();
CREATE TRIGGER announce_new_chapters AFTER INSERT ON public.chapters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_chapters();
CREATE TRIGGER keep_gone_text AFTER DELETE ON public.chapters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_chapter_text();
CREATE TRIGGER keep_new_text AFTER INSERT ON public.chapters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_chapter_text();

CREATE OR REPLACE FUNCTION private.announce_chapters()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'chapters', 'recording:' || c.recording_id, true)
     from (select distinct recording_id from changed) c;
  return null;
end $function$;
