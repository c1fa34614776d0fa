-- Discussion: comments in threads of one level, and reactions on the recording or on a comment.
-- Everybody who sees the recording reads along; with an account they take part.

-- The recording's own policies answer: who sees its row sees what is said about it. `offset 0` keeps
-- Postgres from reading all recordings into a hash first, which it takes for cheaper than one look-up.
create table public.comments (
  id uuid primary key default gen_random_uuid(),
  recording_id uuid not null references public.recordings on delete cascade,
  parent_comment_id uuid,
  author_id uuid not null default auth.uid() references public.users on delete cascade,
  -- The link its author takes part through: an answer reaches them on that link, while it lasts.
  share_id uuid default (auth.jwt() ->> 'share')::uuid references public.shares on delete set null,
  content text not null check (content ~ '\S' and char_length(content) <= 10000),
  at_seconds double precision check (at_seconds >= 0),
  reaction_counts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz,
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
alter table public.comments enable row level security;
grant select on public.comments to anon, authenticated;
grant insert (recording_id, parent_comment_id, content, at_seconds) on public.comments to authenticated;
grant update (content) on public.comments to authenticated;
grant delete on public.comments to authenticated;

create policy "whoever sees a recording reads its discussion" on public.comments
  for select to anon, authenticated using (
    exists (select 1 from public.recordings r where r.id = recording_id offset 0));
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
  user_id uuid not null default auth.uid() references public.users on delete cascade,
  emoji text not null check (emoji in ('👍', '❤️', '😂', '😮', '😢', '🔥', '👏', '🎉')),
  at_seconds double precision check (at_seconds >= 0),
  created_at timestamptz not null default now(),
  foreign key (comment_id, recording_id)
    references public.comments (id, recording_id) on delete cascade,
  unique nulls not distinct (user_id, recording_id, comment_id, emoji),
  check (comment_id is null or at_seconds is null)
);
create index reactions_marks on public.reactions (recording_id, at_seconds);
create index reactions_comment on public.reactions (comment_id, recording_id);
alter table public.reactions enable row level security;
grant select on public.reactions to anon, authenticated;
grant insert (recording_id, comment_id, emoji, at_seconds) on public.reactions to authenticated;
grant delete on public.reactions to authenticated;

create policy "whoever sees a recording sees its reactions" on public.reactions
  for select to anon, authenticated using (
    exists (select 1 from public.recordings r where r.id = recording_id offset 0));
create policy "people with an account react to what they see" on public.reactions
  for insert to authenticated with check (
    user_id = (select auth.uid()) and (select app.is_live_account((select auth.uid())))
    and exists (select 1 from public.recordings r where r.id = recording_id offset 0));
create policy "people take back their reactions" on public.reactions
  for delete to authenticated using (user_id = (select auth.uid()));

-- Names and pictures of those who speak in a discussion, for whoever can read it: nothing else of
-- an account leaves public.users.
create function app.discussion_people(recording uuid)
returns table (user_id uuid, username text, profile_picture text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.username, u.profile_picture
    from public.users u
   where app.can_view_recording(recording)
     and u.id in (select c.author_id from public.comments c where c.recording_id = recording)
$$;

-- Threads ------------------------------------------------------------------------------

-- A reply to a reply joins the thread above it; a reply to what is not here is refused.
create function private.place_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.parent_comment_id is null then return new; end if;
  select coalesce(c.parent_comment_id, c.id) into new.parent_comment_id
    from public.comments c
   where c.id = new.parent_comment_id and c.recording_id = new.recording_id;
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

-- Per statement: a thread that goes takes its replies with it, and the counter moves once.
create function private.count_comments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recordings r
     set comment_count = greatest(0, r.comment_count + case tg_op when 'INSERT' then c.n else -c.n end)
    from (select recording_id, count(*)::int as n from changed group by recording_id) c
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
  if reaction.comment_id is null then
    update public.recordings set reaction_counts = private.counted(reaction_counts, reaction.emoji, change)
     where id = reaction.recording_id;
  else
    update public.comments set reaction_counts = private.counted(reaction_counts, reaction.emoji, change)
     where id = reaction.comment_id;
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
create trigger announce_comment after insert or delete or update of content on public.comments
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

revoke execute on all functions in schema private, app from public;
grant execute on function app.discussion_people(uuid) to anon, authenticated;
