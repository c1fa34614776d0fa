-- Discussion: comments in threads of one level, and reactions on the recording or on a comment.
-- Everybody who sees the recording reads along; with an account they take part.

-- The recording's own policies answer: who sees its row sees what is said about it. `offset 0` keeps
-- Postgres from reading all recordings into a hash first, which it takes for cheaper than one look-up.
create table public.comments (
  id uuid primary key default gen_random_uuid(),
  recording_id uuid not null references public.recordings on delete cascade,
  parent_comment_id uuid,
  author_id uuid default auth.uid() references public.users on delete cascade,
  -- The link its author takes part through: an answer reaches them on that link, while it lasts.
  share_id uuid default (auth.jwt() ->> 'share')::uuid references public.shares on delete set null,
  content text not null check (content ~ '\S' and char_length(content) <= 10000),
  at_seconds double precision check (at_seconds >= 0),
  reaction_counts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  done boolean not null default false,
  mentions uuid[] not null default '{}' check (cardinality(mentions) <= 20),
  guest_id uuid default (auth.jwt() ->> 'guest')::uuid,
  -- Everything that hangs on time stands in that of the film that people see. `original_at` is its place in the original,
  -- written at a swap; where it is null, the place follows from what is shown. `removed`: it lies in a removed part.
  original_at double precision,
  removed boolean not null default false,
  constraint comments_done check (parent_comment_id is null or not done),
  constraint comments_one_author check (num_nonnulls(author_id, guest_id) = 1),
  unique (id, recording_id),
  -- A reply cannot leave its recording.
  foreign key (parent_comment_id, recording_id)
    references public.comments (id, recording_id) on delete cascade
);
create index comments_newest on public.comments (recording_id, created_at desc, id desc);
create index comments_by_time on public.comments (recording_id, at_seconds, created_at, id)
  where parent_comment_id is null;
create index comments_marks on public.comments (recording_id, at_seconds) where at_seconds is not null;
create index comments_replies on public.comments (parent_comment_id, recording_id, created_at);
create index comments_author on public.comments (author_id);
create index comments_share on public.comments (share_id);
create index comments_open on public.comments (recording_id, created_at desc, id desc)
  where parent_comment_id is null and not done;
create index comments_removed on public.comments (recording_id) where removed;
alter table public.comments enable row level security;
grant select on public.comments to anon, authenticated;
grant insert (recording_id, parent_comment_id, content, at_seconds, mentions) on public.comments to authenticated;
grant update (content) on public.comments to authenticated;
grant delete on public.comments to authenticated;

create policy "whoever sees a recording reads its discussion" on public.comments
  for select to anon, authenticated using (
    exists (select 1 from public.recordings r where r.id = recording_id offset 0)
    and (not removed or app.can_edit_recording(recording_id)));
create policy "people with an account comment on what they see" on public.comments
  for insert to authenticated with check (
    author_id = (select auth.uid()) and (select app.is_live_account((select auth.uid())))
    and exists (select 1 from public.recordings r where r.id = recording_id offset 0));
create policy "authors edit their comments" on public.comments
  for update to authenticated using (author_id = (select auth.uid()))
  with check (author_id = (select auth.uid()));
create policy "authors delete their comments" on public.comments
  for delete to authenticated using (author_id = (select auth.uid()));
create policy "owners delete comments on their recordings" on public.comments
  for delete to authenticated using (
    exists (select 1 from public.recordings r
             where r.id = recording_id and r.owner_id = (select auth.uid())));
create policy "admins delete any comment" on public.comments
  for delete to authenticated using ((select app.is_admin()));

create table public.reactions (
  id uuid primary key default gen_random_uuid(),
  recording_id uuid not null references public.recordings on delete cascade,
  -- Null: the reaction is on the recording itself.
  comment_id uuid,
  user_id uuid default auth.uid() references public.users on delete cascade,
  emoji text not null check (emoji in ('👍', '❤️', '😂', '😮', '😢', '🔥', '👏', '🎉')),
  at_seconds double precision check (at_seconds >= 0),
  created_at timestamptz not null default now(),
  guest_id uuid default (auth.jwt() ->> 'guest')::uuid,
  original_at double precision,
  removed boolean not null default false,
  foreign key (comment_id, recording_id)
    references public.comments (id, recording_id) on delete cascade,
  constraint reactions_once unique nulls not distinct (user_id, guest_id, recording_id, comment_id, emoji),
  constraint reactions_one_giver check (num_nonnulls(user_id, guest_id) = 1),
  check (comment_id is null or at_seconds is null)
);
create index reactions_marks on public.reactions (recording_id, at_seconds);
create index reactions_comment on public.reactions (comment_id, recording_id);
create index reactions_removed on public.reactions (recording_id) where removed;
alter table public.reactions enable row level security;
grant select on public.reactions to anon, authenticated;
grant insert (recording_id, comment_id, emoji, at_seconds) on public.reactions to authenticated;
grant delete on public.reactions to authenticated;

create policy "whoever sees a recording sees its reactions" on public.reactions
  for select to anon, authenticated using (
    exists (select 1 from public.recordings r where r.id = recording_id offset 0)
    and (not removed or app.can_edit_recording(recording_id)));
create policy "people with an account react to what they see" on public.reactions
  for insert to authenticated with check (
    user_id = (select auth.uid()) and (select app.is_live_account((select auth.uid())))
    and exists (select 1 from public.recordings r where r.id = recording_id offset 0));
create policy "people take back their reactions" on public.reactions
  for delete to authenticated using (user_id = (select auth.uid()));

-- Names and pictures of the people who take part: the owner of the recording, and everybody who has written about it.
-- Nothing else of an account leaves public.users.
create function app.discussion_people(recording uuid)
returns table (user_id uuid, username text, profile_picture text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.username, u.profile_picture
    from public.users u
   where app.can_view_recording(recording)
     and (u.id in (select c.author_id from public.comments c
                    where c.recording_id = recording
                      and (not c.removed or (select app.can_edit_recording(recording))))
       or u.id = (select r.owner_id from public.recordings r where r.id = recording))
$$;

-- Threads ------------------------------------------------------------------------------

-- A reply to a reply joins the thread above it, and is hidden with it; a reply to what is not here is refused.
create function private.place_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger place_comment before insert on public.comments
  for each row execute function private.place_comment();

create function private.mark_edited() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.edited_at := now();
  return new;
end $$;
create trigger mark_edited before update of content on public.comments
  for each row when (old.content is distinct from new.content)
  execute function private.mark_edited();

-- Counters -----------------------------------------------------------------------------

-- Per statement: a thread that goes takes its replies with it, and the counter moves once. The counters of a recording
-- are those that everybody reads: without what is hidden.
create function private.count_comments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recordings r
     set comment_count = greatest(0, r.comment_count + case tg_op when 'INSERT' then c.n else -c.n end)
    from (select recording_id, count(*)::int as n from changed where not removed group by recording_id) c
   where r.id = c.recording_id;
  return null;
end $$;
create trigger count_new_comments after insert on public.comments
  referencing new table as changed for each statement execute function private.count_comments();
create trigger count_gone_comments after delete on public.comments
  referencing old table as changed for each statement execute function private.count_comments();

create function private.counted(counts jsonb, emoji text, change int) returns jsonb
language sql immutable set search_path = '' as $$
  select case when coalesce((counts ->> emoji)::int, 0) + change > 0
    then counts || jsonb_build_object(emoji, coalesce((counts ->> emoji)::int, 0) + change)
    else counts - emoji end
$$;

create function private.count_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger count_reaction after insert or delete on public.reactions
  for each row execute function private.count_reaction();

-- Realtime -----------------------------------------------------------------------------

create function private.announce_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  comment public.comments := coalesce(new, old);
begin
  perform realtime.send(
    jsonb_build_object('comment_id', comment.id, 'act', lower(tg_op)),
    'comment', 'recording:' || comment.recording_id, true);
  return null;
end $$;

-- A row that goes with something else is announced by that alone.
create trigger announce_comment after insert or delete or update of content, done on public.comments
  for each row when (pg_trigger_depth() = 0) execute function private.announce_comment();

create function private.announce_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reaction public.reactions := coalesce(new, old);
begin
  perform realtime.send(
    jsonb_build_object('comment_id', reaction.comment_id),
    'reaction', 'recording:' || reaction.recording_id, true);
  return null;
end $$;
create trigger announce_reaction after insert or delete on public.reactions
  for each row when (pg_trigger_depth() = 0) execute function private.announce_reaction();

-- Before the policies are asked: who may not see the recording learns nothing of its people.
create function private.check_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.can_view_recording(new.recording_id) and exists (
    select from unnest(new.mentions) m
     where m not in (select p.user_id from app.discussion_people(new.recording_id) p)) then
    raise exception 'Only people who take part in the discussion can be mentioned.'
      using errcode = 'KN400', detail = 'not_taking_part';
  end if;
  new.mentions := array(select distinct m from unnest(new.mentions) m);
  return new;
end $$;
create trigger check_mentions before insert on public.comments
  for each row when (new.mentions <> '{}') execute function private.check_mentions();

-- An act, because a policy cannot say it of one column: owner and editors change no words of others.
-- A guest marks the threads that they began.
create function app.mark_thread(recording uuid, comment uuid, is_done boolean) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- A page of a discussion holds whole threads, and is one answer. So the text of all of it has a bound, and that of
-- one account, or of all guests together, a smaller one: nobody fills it alone. Each comment counts for
-- 1,500 bytes more, because twenty thousand comments of one letter took 150 MB in memory.
create function private.bound_discussion() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger bound_discussion after insert or update of content on public.comments
  for each row execute function private.bound_discussion();

grant execute on function app.discussion_people(uuid), app.mark_thread(uuid, uuid, boolean) to anon, authenticated;
