-- Notices: what happened around one's recordings while one was elsewhere. Made by triggers, and where an admin
-- deletes a video.

create table public.notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users on delete cascade,
  kind text not null check (kind in ('comment', 'reply', 'mention', 'first_view', 'video_deleted', 'link_asked')),
  recording_id uuid references public.recordings on delete cascade,
  comment_id uuid references public.comments on delete cascade,
  -- Null: a visitor without an account, or an account that is gone.
  actor_id uuid references public.users on delete set null,
  -- first_view: the link that was opened. Otherwise the link its reader takes part through:
  -- where that is revoked, its notices go with it.
  share_id uuid references public.shares on delete cascade,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  mailed_at timestamptz,
  -- A notice of a deleted video outlives its recording, so it carries the title.
  title text,
  -- A folder's notices name the folder, as no recording has them.
  constraint notices_of_what check (case kind when 'video_deleted' then recording_id is null
    else recording_id is not null or kind in ('first_view', 'link_asked') and share_id is not null end)
);
create index notices_newest on public.notices (user_id, created_at desc, id desc);
create index notices_unread on public.notices (user_id) where read_at is null;
create index notices_unmailed on public.notices (user_id, created_at)
  where read_at is null and mailed_at is null;
create index notices_recording on public.notices (recording_id);
create index notices_comment on public.notices (comment_id);
create index notices_actor on public.notices (actor_id);
create index notices_share on public.notices (share_id);
create unique index notices_asked_once on public.notices (share_id, actor_id) where kind = 'link_asked';
alter table public.notices enable row level security;
grant select on public.notices to authenticated;
grant update (read_at) on public.notices to authenticated;

create policy "people see their own notices" on public.notices
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people mark their own notices read" on public.notices
  for update to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- The notices of one person with what they may know of them: whoever takes part through a link
-- reads on while that link opens, and reads no words where it has a password. Of a comment in a removed part nobody
-- reads more than that it is there, save the recording's owner.
create function private.notices_of(account uuid, most int, skipped int)
returns table (id uuid, kind text, recording_id uuid, recording_title text, comment_id uuid, excerpt text,
               actor_username text, actor_picture text, share_token text, share_label text, created_at timestamptz,
               read_at timestamptz)
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
    cross join lateral (select coalesce(coalesce(r.owner_id, s.owner_id) = n.user_id, false) as own,
      coalesce(private.share_opens(s, n.user_id, s.password_version)
        and n.recording_id in (select o.id from private.recordings_of(s) o), false) as opens) may
   order by n.created_at desc, n.id desc
$$;

create function app.my_notices(most int, skipped int) returns table (
  id uuid, kind text, recording_id uuid, recording_title text, comment_id uuid, excerpt text,
  actor_username text, actor_picture text, share_token text, share_label text,
  created_at timestamptz, read_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select * from private.notices_of(auth.uid(), most, skipped)
$$;

-- Making a notice ---------------------------------------------------------------------

-- An answer goes to whom it answers; the recording's owner hears of everything else. Nobody of themselves.
-- People who are mentioned hear of that, and of the same comment nothing else.
create function private.notice_comment() returns trigger
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
create trigger notice_comment after insert on public.comments
  for each row execute function private.notice_comment();

create function private.notice_first_view() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notices (user_id, kind, recording_id, title, actor_id, share_id)
  values (new.owner_id, 'first_view', new.recording_id,
          (select f.name from public.folders f where f.id = new.folder_id), auth.uid(), new.id);
  return null;
end $$;
create trigger notice_first_view after update of view_count on public.shares
  for each row when (old.view_count = 0 and new.view_count > 0)
  execute function private.notice_first_view();

-- Realtime -----------------------------------------------------------------------------------

create function private.announce_notices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'notice', 'user:' || c.user_id, true)
     from (select distinct user_id from changed) c;
  return null;
end $$;
create trigger announce_new_notices after insert on public.notices
  referencing new table as changed for each statement execute function private.announce_notices();
create trigger announce_read_notices after update on public.notices
  referencing new table as changed for each statement execute function private.announce_notices();
create trigger announce_gone_notices after delete on public.notices
  referencing old table as changed for each statement execute function private.announce_notices();

-- Mail ---------------------------------------------------------------------------------------

-- When an account was last written to: a digest gathers what happens in a quarter of an hour.
create table private.digests (
  user_id uuid primary key references public.users on delete cascade,
  sent_at timestamptz not null default now()
);
alter table private.digests enable row level security;

-- Whom a digest is due for: something unread and not mailed, mail wanted, and nothing sent just now.
create function private.due_digests() returns setof uuid
language sql stable set search_path = '' as $$
  select u.id from public.users u
   where not u.suspended
     and exists (select 1 from public.notices n
                  where n.user_id = u.id and n.read_at is null and n.mailed_at is null)
     and not exists (select 1 from public.preferences p where p.user_id = u.id and not p.email_notices)
     and not exists (select 1 from private.digests d
                      where d.user_id = u.id and d.sent_at > now() - interval '15 minutes')
$$;

-- Claims what one digest tells: no row where another process was faster. A claimed notice is not mailed
-- again, unless it is given back. A program for mail makes links of addresses, so no word of a guest is in an email.
create function private.take_digest(account uuid, most int) returns table (
  id uuid, kind text, recording_id uuid, recording_title text, comment_id uuid, excerpt text,
  actor_username text, actor_picture text, share_token text, share_label text,
  created_at timestamptz, read_at timestamptz
)
language plpgsql set search_path = '' as $$
declare
  taken uuid[];
begin
  insert into private.digests as d (user_id) values (account)
  on conflict (user_id) do update set sent_at = now()
    where d.sent_at <= now() - interval '15 minutes';
  if not found then return; end if;
  with marked as (
    update public.notices n set mailed_at = now()
     where n.user_id = account and n.read_at is null and n.mailed_at is null
    returning n.id
  )
  select array_agg(m.id) into taken from marked m;
  return query
    select n.id, n.kind, n.recording_id, n.recording_title, n.comment_id,
           case when c.guest_id is null then n.excerpt end,
           case when c.guest_id is null then n.actor_username end,
           n.actor_picture, n.share_token, n.share_label, n.created_at, n.read_at
      from private.notices_of(account, most, 0) n left join public.comments c on c.id = n.comment_id
     where n.id = any (taken)
     order by n.created_at;
end $$;

-- False for everybody but the account that has the invited address and nothing to prove it by.
create function app.ask_owner() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not app.share_awaits_proof() then return false; end if;
  insert into public.notices (user_id, kind, recording_id, title, actor_id, share_id)
  select s.owner_id, 'link_asked', s.recording_id, f.name, auth.uid(), s.id
    from public.shares s left join public.folders f on f.id = s.folder_id
   where s.id = (auth.jwt() ->> 'share')::uuid
  on conflict (share_id, actor_id) where kind = 'link_asked' do nothing;
  return true;
end $$;

grant execute on function app.my_notices(int, int), app.ask_owner() to authenticated;
