-- Notices: what happened around one's recordings while one was elsewhere. Made by triggers, and where an admin
-- deletes a video.

create table public.notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users on delete cascade,
  kind text not null check (kind in ('comment', 'reply', 'first_view', 'video_deleted')),
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
  constraint notices_of_what check ((kind = 'video_deleted') = (recording_id is null))
);
create index notices_newest on public.notices (user_id, created_at desc, id desc);
create index notices_unread on public.notices (user_id) where read_at is null;
create index notices_unmailed on public.notices (user_id, created_at)
  where read_at is null and mailed_at is null;
create index notices_recording on public.notices (recording_id);
create index notices_comment on public.notices (comment_id);
create index notices_actor on public.notices (actor_id);
create index notices_share on public.notices (share_id);
alter table public.notices enable row level security;
grant select on public.notices to authenticated;
grant update (read_at) on public.notices to authenticated;

create policy "people see their own notices" on public.notices
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people mark their own notices read" on public.notices
  for update to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- The notices of one person with what they may know of them: whoever takes part through a link
-- reads on while that link opens, and reads no words where it has a password.
create function private.notices_of(account uuid, most int, skipped int) returns table (
  id uuid, kind text, recording_id uuid, recording_title text, comment_id uuid, excerpt text,
  actor_username text, actor_picture text, share_token text, share_label text,
  created_at timestamptz, read_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select n.id, n.kind, n.recording_id,
         coalesce(n.title, case when own or opens then r.filename end),
         n.comment_id,
         case when own or (opens and s.password_version is null) then left(c.content, 200) end,
         a.username, a.profile_picture,
         case when not own and opens then s.token end,
         case when own and n.kind = 'first_view' then s.label end,
         n.created_at, n.read_at
    from (
      select * from public.notices
       where user_id = account order by created_at desc, id desc limit most offset skipped
    ) n
    left join public.recordings r on r.id = n.recording_id
    left join public.comments c on c.id = n.comment_id
    left join public.users a on a.id = n.actor_id
    left join public.shares s on s.id = n.share_id
    cross join lateral (select coalesce(r.owner_id = n.user_id, false) as own,
      coalesce(private.share_opens(s, n.user_id, s.password_version), false) as opens) may
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
create function private.notice_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid := (select owner_id from public.recordings where id = new.recording_id);
  parent public.comments;
begin
  select * into parent from public.comments where id = new.parent_comment_id;
  if parent.author_id is distinct from new.author_id then
    insert into public.notices (user_id, kind, recording_id, comment_id, actor_id, share_id)
    select parent.author_id, 'reply', new.recording_id, new.id, new.author_id,
           case when parent.author_id <> owner then parent.share_id end
     where parent.author_id is not null;
  end if;
  if owner <> new.author_id and owner is distinct from parent.author_id then
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
  insert into public.notices (user_id, kind, recording_id, actor_id, share_id)
  values (new.owner_id, 'first_view', new.recording_id, auth.uid(), new.id);
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

-- Claims what one digest tells: no row where another process was faster. What is claimed is not mailed
-- again, unless it is given back.
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
    select * from private.notices_of(account, most, 0) n where n.id = any (taken)
     order by n.created_at;
end $$;

revoke execute on all functions in schema private, app from public;
grant execute on function app.my_notices(int, int) to authenticated;
