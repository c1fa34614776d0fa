-- Written by `bun run schema` from the migrations: read it, and change those.

create table public.comments (
  id uuid default gen_random_uuid() not null,
  recording_id uuid not null,
  parent_comment_id uuid,
  author_id uuid default auth.uid(),
  share_id uuid default ((auth.jwt() ->> 'share'::text))::uuid,
  content text not null,
  at_seconds double precision,
  reaction_counts jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  done boolean default false not null,
  mentions uuid[] default '{}'::uuid[] not null,
  guest_id uuid default ((auth.jwt() ->> 'guest'::text))::uuid,
  original_at double precision,
  removed boolean default false not null,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_at_seconds_check CHECK ((at_seconds >= (0)::double precision)),
  constraint comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE CASCADE,
  constraint comments_content_check CHECK (((content ~ '\S'::text) AND (char_length(content) <= 10000))),
  constraint comments_done CHECK (((parent_comment_id IS NULL) OR (NOT done))),
  constraint comments_guest_id_fkey FOREIGN KEY (guest_id) REFERENCES private.guests(id) ON DELETE CASCADE,
  constraint comments_id_recording_id_key UNIQUE (id, recording_id),
  constraint comments_mentions_check CHECK ((cardinality(mentions) <= 20)),
  constraint comments_one_author CHECK ((num_nonnulls(author_id, guest_id) = 1)),
  constraint comments_parent_comment_id_recording_id_fkey FOREIGN KEY (parent_comment_id, recording_id) REFERENCES public.comments(id, recording_id) ON DELETE CASCADE,
  constraint comments_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint comments_share_id_fkey FOREIGN KEY (share_id) REFERENCES public.shares(id) ON DELETE SET NULL
);
CREATE INDEX comments_author ON public.comments USING btree (author_id);
CREATE INDEX comments_by_time ON public.comments USING btree (recording_id, at_seconds, created_at, id) WHERE (parent_comment_id IS NULL);
CREATE INDEX comments_guest ON public.comments USING btree (guest_id) WHERE (guest_id IS NOT NULL);
CREATE INDEX comments_marks ON public.comments USING btree (recording_id, at_seconds) WHERE (at_seconds IS NOT NULL);
CREATE INDEX comments_newest ON public.comments USING btree (recording_id, created_at DESC, id DESC);
CREATE INDEX comments_open ON public.comments USING btree (recording_id, created_at DESC, id DESC) WHERE ((parent_comment_id IS NULL) AND (NOT done));
CREATE INDEX comments_removed ON public.comments USING btree (recording_id) WHERE removed;
CREATE INDEX comments_replies ON public.comments USING btree (parent_comment_id, recording_id, created_at);
CREATE INDEX comments_share ON public.comments USING btree (share_id);
alter table public.comments enable row level security;
grant delete, select on public.comments to anon;
grant delete, select on public.comments to authenticated;
grant insert (at_seconds, content, mentions, parent_comment_id, recording_id) on public.comments to anon;
grant update (content) on public.comments to anon;
grant insert (at_seconds, content, mentions, parent_comment_id, recording_id) on public.comments to authenticated;
grant update (content) on public.comments to authenticated;
create policy "admins delete any comment" on public.comments for delete to authenticated
  using (( SELECT app.is_admin() AS is_admin));
create policy "authors delete their comments" on public.comments for delete to authenticated
  using ((author_id = ( SELECT auth.uid() AS uid)));
create policy "authors edit their comments" on public.comments for update to authenticated
  using ((author_id = ( SELECT auth.uid() AS uid)))
  with check ((author_id = ( SELECT auth.uid() AS uid)));
create policy "guests comment where their link lets them" on public.comments for insert to anon
  with check (((author_id IS NULL) AND (guest_id = ( SELECT app.speaking_guest() AS speaking_guest)) AND (EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE (r.id = comments.recording_id)
 OFFSET 0))));
create policy "guests delete their comments" on public.comments for delete to anon
  using ((guest_id = ( SELECT app.speaking_guest() AS speaking_guest)));
create policy "guests edit their comments" on public.comments for update to anon
  using ((guest_id = ( SELECT app.speaking_guest() AS speaking_guest)))
  with check ((guest_id = ( SELECT app.speaking_guest() AS speaking_guest)));
create policy "owners delete comments on their recordings" on public.comments for delete to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE ((r.id = comments.recording_id) AND (r.owner_id = ( SELECT auth.uid() AS uid))))));
create policy "people with an account comment on what they see" on public.comments for insert to authenticated
  with check (((author_id = ( SELECT auth.uid() AS uid)) AND ( SELECT app.is_live_account(( SELECT auth.uid() AS uid)) AS is_live_account) AND (EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE (r.id = comments.recording_id)
 OFFSET 0))));
create policy "whoever sees a recording reads its discussion" on public.comments for select to anon, authenticated
  using (((EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE (r.id = comments.recording_id)
 OFFSET 0)) AND ((NOT removed) OR app.can_edit_recording(recording_id))));
CREATE TRIGGER announce_comment AFTER INSERT OR DELETE OR UPDATE OF content, done ON public.comments FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.announce_comment();
CREATE TRIGGER bound_discussion AFTER INSERT OR UPDATE OF content ON public.comments FOR EACH ROW EXECUTE FUNCTION private.bound_discussion();
CREATE TRIGGER check_mentions BEFORE INSERT ON public.comments FOR EACH ROW WHEN ((new.mentions <> '{}'::uuid[])) EXECUTE FUNCTION private.check_mentions();
CREATE TRIGGER count_gone_comments AFTER DELETE ON public.comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.count_comments();
CREATE TRIGGER count_new_comments AFTER INSERT ON public.comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.count_comments();
CREATE TRIGGER keep_text AFTER INSERT OR DELETE OR UPDATE OF content ON public.comments FOR EACH ROW EXECUTE FUNCTION private.keep_text();
CREATE TRIGGER mark_edited BEFORE UPDATE OF content ON public.comments FOR EACH ROW WHEN ((old.content IS DISTINCT FROM new.content)) EXECUTE FUNCTION private.mark_edited();
CREATE TRIGGER note_moderation AFTER DELETE ON public.comments FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.note_moderation();
CREATE TRIGGER notice_comment AFTER INSERT ON public.comments FOR EACH ROW EXECUTE FUNCTION private.notice_comment();
CREATE TRIGGER place_comment BEFORE INSERT ON public.comments FOR EACH ROW EXECUTE FUNCTION private.place_comment();

create table public.reactions (
  id uuid default gen_random_uuid() not null,
  recording_id uuid not null,
  comment_id uuid,
  user_id uuid default auth.uid(),
  emoji text not null,
  at_seconds double precision,
  created_at timestamp with time zone default now() not null,
  guest_id uuid default ((auth.jwt() ->> 'guest'::text))::uuid,
  original_at double precision,
  removed boolean default false not null,
  constraint reactions_pkey PRIMARY KEY (id),
  constraint reactions_at_seconds_check CHECK ((at_seconds >= (0)::double precision)),
  constraint reactions_check CHECK (((comment_id IS NULL) OR (at_seconds IS NULL))),
  constraint reactions_comment_id_recording_id_fkey FOREIGN KEY (comment_id, recording_id) REFERENCES public.comments(id, recording_id) ON DELETE CASCADE,
  constraint reactions_emoji_check CHECK ((emoji = ANY (ARRAY['👍'::text, '❤️'::text, '😂'::text, '😮'::text, '😢'::text, '🔥'::text, '👏'::text, '🎉'::text]))),
  constraint reactions_guest_id_fkey FOREIGN KEY (guest_id) REFERENCES private.guests(id) ON DELETE CASCADE,
  constraint reactions_once UNIQUE NULLS NOT DISTINCT (user_id, guest_id, recording_id, comment_id, emoji),
  constraint reactions_one_giver CHECK ((num_nonnulls(user_id, guest_id) = 1)),
  constraint reactions_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX reactions_comment ON public.reactions USING btree (comment_id, recording_id);
CREATE INDEX reactions_guest ON public.reactions USING btree (guest_id, recording_id) WHERE (guest_id IS NOT NULL);
CREATE INDEX reactions_marks ON public.reactions USING btree (recording_id, at_seconds);
CREATE INDEX reactions_removed ON public.reactions USING btree (recording_id) WHERE removed;
alter table public.reactions enable row level security;
grant delete, select on public.reactions to anon;
grant delete, select on public.reactions to authenticated;
grant insert (at_seconds, comment_id, emoji, recording_id) on public.reactions to anon;
grant insert (at_seconds, comment_id, emoji, recording_id) on public.reactions to authenticated;
create policy "guests react where their link lets them" on public.reactions for insert to anon
  with check (((user_id IS NULL) AND (guest_id = ( SELECT app.speaking_guest() AS speaking_guest)) AND (EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE (r.id = reactions.recording_id)
 OFFSET 0))));
create policy "guests take back their reactions" on public.reactions for delete to anon
  using ((guest_id = ( SELECT app.speaking_guest() AS speaking_guest)));
create policy "people take back their reactions" on public.reactions for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people with an account react to what they see" on public.reactions for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT app.is_live_account(( SELECT auth.uid() AS uid)) AS is_live_account) AND (EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE (r.id = reactions.recording_id)
 OFFSET 0))));
create policy "whoever sees a recording sees its reactions" on public.reactions for select to anon, authenticated
  using (((EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE (r.id = reactions.recording_id)
 OFFSET 0)) AND ((NOT removed) OR app.can_edit_recording(recording_id))));
CREATE TRIGGER announce_reaction AFTER INSERT OR DELETE ON public.reactions FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.announce_reaction();
CREATE TRIGGER count_reaction AFTER INSERT OR DELETE ON public.reactions FOR EACH ROW EXECUTE FUNCTION private.count_reaction();
CREATE TRIGGER place_reaction BEFORE INSERT ON public.reactions FOR EACH ROW EXECUTE FUNCTION private.place_reaction();

CREATE OR REPLACE FUNCTION app.discussion_people(recording uuid)
 RETURNS TABLE(user_id uuid, username text, profile_picture text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.id, u.username, u.profile_picture
    from public.users u
   where app.can_view_recording(recording)
     and (u.id in (select c.author_id from public.comments c
                    where c.recording_id = recording
                      and (not c.removed or (select app.can_edit_recording(recording))))
       or u.id = (select r.owner_id from public.recordings r where r.id = recording))
$function$;
grant execute on function app.discussion_people(uuid) to anon;
grant execute on function app.discussion_people(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.place_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.parent_comment_id is null then return new; end if;
  select coalesce(c.parent_comment_id, c.id), c.removed into new.parent_comment_id, new.removed
    from public.comments c
   where c.id = new.parent_comment_id and c.recording_id = new.recording_id
     and (not c.removed or app.can_edit_recording(c.recording_id));
  if not found then
    raise exception 'The comment you answer is not there any more.'
      using errcode = 'KN404', detail = 'comment_not_found';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_edited()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.edited_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.count_comments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.recordings r
     set comment_count = greatest(0, r.comment_count + case tg_op when 'INSERT' then c.n else -c.n end)
    from (select recording_id, count(*)::int as n from changed where not removed group by recording_id) c
   where r.id = c.recording_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.counted(counts jsonb, emoji text, change integer)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when coalesce((counts ->> emoji)::int, 0) + change > 0
    then counts || jsonb_build_object(emoji, coalesce((counts ->> emoji)::int, 0) + change)
    else counts - emoji end
$function$;

CREATE OR REPLACE FUNCTION private.count_reaction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reaction public.reactions := coalesce(new, old);
  change int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if reaction.comment_id is not null then
    update public.comments set reaction_counts = private.counted(reaction_counts, reaction.emoji, change)
     where id = reaction.comment_id;
  elsif not reaction.removed then
    update public.recordings set reaction_counts = private.counted(reaction_counts, reaction.emoji, change)
     where id = reaction.recording_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  comment public.comments := coalesce(new, old);
begin
  perform realtime.send(
    jsonb_build_object('comment_id', comment.id, 'act', lower(tg_op)),
    'comment', 'recording:' || comment.recording_id, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_reaction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reaction public.reactions := coalesce(new, old);
begin
  perform realtime.send(
    jsonb_build_object('comment_id', reaction.comment_id),
    'reaction', 'recording:' || reaction.recording_id, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.check_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if app.can_view_recording(new.recording_id) and exists (
    select from unnest(new.mentions) m
     where m not in (select p.user_id from app.discussion_people(new.recording_id) p)) then
    raise exception 'Only people who take part in the discussion can be mentioned.'
      using errcode = 'KN400', detail = 'not_taking_part';
  end if;
  new.mentions := array(select distinct m from unnest(new.mentions) m);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.mark_thread(recording uuid, comment uuid, is_done boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.comments;
begin
  if app.can_view_recording(recording) then
    select * into thread from public.comments c where c.id = comment and c.recording_id = recording for no key update;
  end if;
  if thread.id is null then
    raise exception 'Comment not found' using errcode = 'KN404', detail = 'comment_not_found';
  end if;
  if not coalesce(thread.guest_id = app.speaking_guest(), false) and not (app.is_live_account(auth.uid())
     and (coalesce(thread.author_id = auth.uid(), false) or app.can_edit_recording(recording))) then
    raise exception 'Only the person who began a thread, the owner and editors mark it.'
      using errcode = 'KN403', detail = 'not_yours';
  end if;
  if thread.parent_comment_id is not null then
    raise exception 'A reply is not marked; the thread is.' using errcode = 'KN400', detail = 'not_a_thread';
  end if;
  update public.comments set done = is_done where id = comment and done <> is_done;
end $function$;
grant execute on function app.mark_thread(uuid,uuid,boolean) to anon;
grant execute on function app.mark_thread(uuid,uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.bound_discussion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  everybodys bigint;
  theirs bigint;
begin
  if current_setting('role') = 'none'
     or tg_op = 'UPDATE' and octet_length(new.content) <= octet_length(old.content) then return null; end if;
  select sum(octet_length(c.content) + 1500),
         sum(octet_length(c.content) + 1500) filter (where c.author_id is not distinct from new.author_id)
    into everybodys, theirs from public.comments c where c.recording_id = new.recording_id;
  if everybodys > 12582912 or theirs > 3145728 then
    raise exception 'This discussion is full. Comments have to be deleted before more can be written.'
      using errcode = 'KN409', detail = 'discussion_full';
  end if;
  return null;
end $function$;
