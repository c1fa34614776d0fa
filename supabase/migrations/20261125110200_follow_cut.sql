-- What hangs on time follows the film. What lies in a removed part is kept, and hidden from everybody who may not
-- edit the recording, admins too.

-- What a film keeps of the original. Where that is its end, it keeps what lies behind it: a player may stop later than
-- the measured end, and a text may stand longer.
create function private.open_ended(kept jsonb, seconds double precision) returns jsonb
language sql immutable set search_path = '' as $$
  select case when (kept -> -1 ->> 'end')::float8 > seconds - 0.05
    then jsonb_set(kept, '{-1,end}', '1e9') else kept end
$$;

-- What people see of a recording; null while that is the original.
create function private.shown_of(recording uuid) returns jsonb
language sql stable set search_path = '' as $$
  select private.open_ended(e.shown, (e.original ->> 'duration')::float8)
    from private.edits e where e.recording_id = recording
$$;

create function app.film_for_editors(recording uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.shown_of(recording) where app.can_edit_recording(recording)
$$;

-- The row of a recording as it would be if the original were shown.
create function private.original_of(recording public.recordings) returns public.recordings
language sql stable set search_path = '' as $$
  select jsonb_populate_record(recording, coalesce(
    (select e.original from private.edits e where e.recording_id = recording.id), '{}'))
$$;

-- Discussion ---------------------------------------------------------------------------

create index comments_removed on public.comments (recording_id) where removed;
create index reactions_removed on public.reactions (recording_id) where removed;

drop policy "whoever sees a recording reads its discussion" on public.comments;
create policy "whoever sees a recording reads its discussion" on public.comments
  for select to anon, authenticated using (
    exists (select 1 from public.recordings r where r.id = recording_id offset 0)
    and (not removed or app.can_edit_recording(recording_id)));
drop policy "whoever sees a recording sees its reactions" on public.reactions;
create policy "whoever sees a recording sees its reactions" on public.reactions
  for select to anon, authenticated using (
    exists (select 1 from public.recordings r where r.id = recording_id offset 0)
    and (not removed or app.can_edit_recording(recording_id)));

create or replace function app.discussion_people(recording uuid)
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

create or replace function app.discussion_guests(recording uuid)
returns table (guest_id uuid, name text, banned boolean)
language sql stable security definer set search_path = '' as $$
  select g.id, g.name, g.banned from private.guests g
   where app.can_view_recording(recording)
     and g.id in (select c.guest_id from public.comments c
                   where c.recording_id = recording and c.guest_id is not null
                     and (not c.removed or (select app.can_edit_recording(recording))))
$$;

-- A reply to a reply joins the thread above it, and is hidden with it; a reply to what is not here is refused.
create or replace function private.place_comment() returns trigger
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

-- A reaction is hidden with its comment. A person has each emoji once: where the first stands in a removed part,
-- the next one takes its place.
create function private.place_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.comment_id is null then
    delete from public.reactions r
     where r.recording_id = new.recording_id and r.comment_id is null
       and (r.user_id, r.guest_id) is not distinct from (new.user_id, new.guest_id)
       and r.emoji = new.emoji and r.removed;
    return new;
  end if;
  select c.removed into new.removed from public.comments c
   where c.id = new.comment_id and (not c.removed or app.can_edit_recording(c.recording_id));
  if not found then
    raise exception 'The comment is not there any more.'
      using errcode = 'KN404', detail = 'comment_not_found';
  end if;
  return new;
end $$;
create trigger place_reaction before insert on public.reactions
  for each row execute function private.place_reaction();

-- The counters of a recording are those that everybody reads: without what is hidden.
create or replace function private.count_comments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recordings r
     set comment_count = greatest(0, r.comment_count + case tg_op when 'INSERT' then c.n else -c.n end)
    from (select recording_id, count(*)::int as n from changed where not removed group by recording_id) c
   where r.id = c.recording_id;
  return null;
end $$;

create or replace function private.count_reaction() returns trigger
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

-- After a swap: the threads and their reactions go with what begins them, and all is counted anew.
create function private.settle_discussion(recording uuid) returns void
language sql set search_path = '' as $$
  update public.comments reply set removed = root.removed
    from public.comments root
   where reply.recording_id = recording and root.id = reply.parent_comment_id
     and reply.removed <> root.removed;
  update public.reactions r set removed = c.removed
    from public.comments c
   where r.recording_id = recording and c.id = r.comment_id and r.removed <> c.removed;
  update public.recordings r set
    comment_count = (select count(*) from public.comments c where c.recording_id = r.id and not c.removed),
    reaction_counts = coalesce((
      select jsonb_object_agg(counted.emoji, counted.n)
        from (select x.emoji, count(*) as n from public.reactions x
               where x.recording_id = r.id and x.comment_id is null and not x.removed
               group by x.emoji) counted), '{}')
   where r.id = recording;
$$;

-- As it was, but of a comment in a removed part nobody reads more than that it is there, save the recording's owner.
create or replace function private.notices_of(account uuid, most int, skipped int) returns table (
  id uuid, kind text, recording_id uuid, recording_title text, comment_id uuid, excerpt text,
  actor_username text, actor_picture text, share_token text, share_label text,
  created_at timestamptz, read_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select n.id, n.kind, n.recording_id,
         coalesce(n.title, case when own or opens then r.filename end),
         n.comment_id,
         case when own or (opens and s.password_version is null and not c.removed) then left(c.content, 200) end,
         coalesce(a.username, g.name), a.profile_picture,
         case when not own and opens then s.token end,
         case when own and n.kind = 'first_view' then s.label end,
         n.created_at, n.read_at
    from (
      select * from public.notices
       where user_id = account order by created_at desc, id desc limit most offset skipped
    ) n
    left join public.recordings r on r.id = n.recording_id
    left join public.comments c on c.id = n.comment_id
    left join private.guests g on g.id = c.guest_id
    left join public.users a on a.id = n.actor_id
    left join public.shares s on s.id = n.share_id
    cross join lateral (select coalesce(r.owner_id = n.user_id, false) as own,
      coalesce(private.share_opens(s, n.user_id, s.password_version), false) as opens) may
   order by n.created_at desc, n.id desc
$$;

-- Chapters -----------------------------------------------------------------------------

-- Several that are hidden may lie on one seam; of those that are seen, one begins at a moment.
alter table public.chapters drop constraint chapters_pkey;
alter table public.chapters add column id uuid primary key default gen_random_uuid();
create unique index chapters_in_order on public.chapters (recording_id, at_seconds) where not removed;
create index chapters_removed on public.chapters (recording_id) where removed;
alter table public.chapters add check (original_at >= 0);
revoke insert on public.chapters from authenticated;
grant insert (recording_id, at_seconds, title, original_at) on public.chapters to authenticated;

drop policy "whoever sees a recording sees its chapters" on public.chapters;
create policy "whoever sees a recording sees its chapters" on public.chapters
  for select to anon, authenticated using (
    exists (select 1 from public.recordings r where r.id = recording_id offset 0)
    and (not removed or app.can_edit_recording(recording_id)));

-- Subtitles ----------------------------------------------------------------------------

-- While a cut is shown, a subtitle's row has the cues of the cut, and the original's are here as they were at the
-- last swap, or were heard since. What people have written since follows from the two.
create table private.original_cues (
  subtitle_id uuid primary key references public.subtitles on delete cascade,
  cues jsonb not null,
  gaps jsonb not null
);
alter table private.original_cues enable row level security;

-- For people who may edit; no row while the original is shown.
create function app.original_of_subtitle(subtitle uuid)
returns table (film jsonb, original_cues text, original_gaps jsonb, is_own boolean)
language sql stable security definer set search_path = '' as $$
  select film, coalesce(o.cues::text, '[]'), coalesce(o.gaps, '[]'), coalesce(r.owner_id = auth.uid(), false)
    from public.subtitles s
    join public.recordings r on r.id = s.recording_id
    cross join lateral private.shown_of(r.id) film
    left join private.original_cues o on o.subtitle_id = s.id
   where s.id = subtitle and film is not null and app.can_edit_recording(r.id)
$$;

-- The original is gone for good. Runs heard it: their times are not the film's, and so they end.
create function private.forget_original_cues(recording uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.subtitles set status = 'failed', progress = 0,
         error = 'The original of this recording was removed meanwhile. Please try again.'
   where recording_id = recording and status in ('queued', 'running');
  perform private.settle_minutes(s.id) from public.subtitles s where s.recording_id = recording;
  delete from private.subtitle_parts p using public.subtitles s
   where s.recording_id = recording and p.subtitle_id = s.id;
  delete from private.live_runs l using public.subtitles s
   where s.recording_id = recording and l.subtitle_id = s.id;
  delete from private.original_cues o using public.subtitles s
   where s.recording_id = recording and o.subtitle_id = s.id;
end $$;

revoke execute on all functions in schema private, app from public;
grant execute on function app.film_for_editors(uuid), app.original_of_subtitle(uuid) to anon, authenticated;
