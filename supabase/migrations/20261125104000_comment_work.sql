-- Comments for work: a thread is done and open again, and a comment mentions people, who then hear of it.

alter table public.comments
  add column done boolean not null default false,
  add column mentions uuid[] not null default '{}' check (cardinality(mentions) <= 20),
  add constraint comments_done check (parent_comment_id is null or not done);
create index comments_open on public.comments (recording_id, created_at desc, id desc)
  where parent_comment_id is null and not done;
grant insert (mentions) on public.comments to authenticated;

-- Who takes part: the owner of the recording, and everybody who has written about it.
create or replace function app.discussion_people(recording uuid)
returns table (user_id uuid, username text, profile_picture text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.username, u.profile_picture
    from public.users u
   where app.can_view_recording(recording)
     and (u.id in (select c.author_id from public.comments c where c.recording_id = recording)
       or u.id = (select r.owner_id from public.recordings r where r.id = recording))
$$;

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
  if not app.is_live_account(auth.uid())
     or (thread.author_id is distinct from auth.uid() and not app.can_edit_recording(recording)) then
    raise exception 'Only the person who began a thread, the owner and editors mark it.'
      using errcode = 'KN403', detail = 'not_yours';
  end if;
  if thread.parent_comment_id is not null then
    raise exception 'A reply is not marked; the thread is.' using errcode = 'KN400', detail = 'not_a_thread';
  end if;
  update public.comments set done = is_done where id = comment and done <> is_done;
end $$;

drop trigger announce_comment on public.comments;
create trigger announce_comment after insert or delete or update of content, done on public.comments
  for each row when (pg_trigger_depth() = 0) execute function private.announce_comment();

-- Notices -------------------------------------------------------------------------------

alter table public.notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check
    check (kind in ('comment', 'reply', 'mention', 'first_view', 'video_deleted', 'link_asked'));

-- As before; who is mentioned hears of that, and of the same comment nothing else.
create or replace function private.notice_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid := (select owner_id from public.recordings where id = new.recording_id);
  parent public.comments;
begin
  select * into parent from public.comments where id = new.parent_comment_id;
  insert into public.notices (user_id, kind, recording_id, comment_id, actor_id, share_id)
  select m, 'mention', new.recording_id, new.id, new.author_id,
         case when m <> owner then (
           select c.share_id from public.comments c
            where c.recording_id = new.recording_id and c.author_id = m and c.share_id is not null
            order by c.created_at desc limit 1) end
    from unnest(new.mentions) m where m is distinct from new.author_id;
  if parent.author_id is not null and parent.author_id is distinct from new.author_id
     and parent.author_id <> all (new.mentions) then
    insert into public.notices (user_id, kind, recording_id, comment_id, actor_id, share_id)
    values (parent.author_id, 'reply', new.recording_id, new.id, new.author_id,
            case when parent.author_id <> owner then parent.share_id end);
  end if;
  if owner is distinct from new.author_id and owner is distinct from parent.author_id
     and owner <> all (new.mentions) then
    insert into public.notices (user_id, kind, recording_id, comment_id, actor_id)
    values (owner, 'comment', new.recording_id, new.id, new.author_id);
  end if;
  return null;
end $$;

revoke execute on all functions in schema private, app from public;
grant execute on function app.mark_thread(uuid, uuid, boolean) to authenticated;
