-- Guests: people without an account who say a name once, and take part through a link whose owner lets them.

alter table public.shares add column guests_may_comment boolean not null default false;
grant insert (guests_may_comment), update (guests_may_comment) on public.shares to authenticated;

drop trigger announce_share on public.shares;
create trigger announce_share after insert or delete or update of allow_download, password_version, expires_at,
  permission_type, is_public, allowed_email, guests_may_comment
  on public.shares
  for each row execute function private.announce_share();

create table private.guests (
  id uuid primary key default gen_random_uuid(),
  -- The one link they speak through. Where it is revoked, what they said stays.
  share_id uuid references public.shares on delete set null,
  owner_id uuid not null references public.users on delete cascade,
  name text not null check (char_length(name) between 1 and 60 and name ~ '\S' and name !~ '[[:cntrl:]]'),
  banned boolean not null default false,
  came_at timestamptz not null default now()
);
create index guests_share on private.guests (share_id);
create index guests_owner on private.guests (owner_id);
alter table private.guests enable row level security;

alter table public.comments
  alter column author_id drop not null,
  add column guest_id uuid references private.guests on delete cascade,
  add constraint comments_one_author check (num_nonnulls(author_id, guest_id) = 1);
alter table public.comments alter column guest_id set default (auth.jwt() ->> 'guest')::uuid;
create index comments_guest on public.comments (guest_id) where guest_id is not null;

alter table public.reactions
  alter column user_id drop not null,
  add column guest_id uuid references private.guests on delete cascade,
  add constraint reactions_one_giver check (num_nonnulls(user_id, guest_id) = 1),
  drop constraint reactions_user_id_recording_id_comment_id_emoji_key,
  add constraint reactions_once unique nulls not distinct (user_id, guest_id, recording_id, comment_id, emoji);
alter table public.reactions alter column guest_id set default (auth.jwt() ->> 'guest')::uuid;
create index reactions_guest on public.reactions (guest_id, recording_id) where guest_id is not null;

-- Who speaks: the guest of the claims, while their link opens and lets them. Null for everybody else.
create function app.speaking_guest() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  claims jsonb := auth.jwt();
begin
  if claims ->> 'guest' is null or auth.uid() is not null then return null; end if;
  return (
    select g.id from private.guests g join public.shares s on s.id = g.share_id
     where g.id = (claims ->> 'guest')::uuid and s.id = (claims ->> 'share')::uuid
       and not g.banned and s.guests_may_comment
       and private.share_opens(s, null, (claims ->> 'unlock')::bigint));
end $$;

grant insert (recording_id, parent_comment_id, content, at_seconds, mentions), update (content), delete
  on public.comments to anon;
create policy "guests comment where their link lets them" on public.comments
  for insert to anon with check (
    author_id is null and guest_id = (select app.speaking_guest())
    and exists (select 1 from public.recordings r where r.id = recording_id offset 0));
create policy "guests edit their comments" on public.comments
  for update to anon using (guest_id = (select app.speaking_guest()))
  with check (guest_id = (select app.speaking_guest()));
create policy "guests delete their comments" on public.comments
  for delete to anon using (guest_id = (select app.speaking_guest()));

grant insert (recording_id, comment_id, emoji, at_seconds), delete on public.reactions to anon;
create policy "guests react where their link lets them" on public.reactions
  for insert to anon with check (
    user_id is null and guest_id = (select app.speaking_guest())
    and exists (select 1 from public.recordings r where r.id = recording_id offset 0));
create policy "guests take back their reactions" on public.reactions
  for delete to anon using (guest_id = (select app.speaking_guest()));

-- Whether the link of the claims opens, and lets guests speak.
create function app.guests_may_comment() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.guests_may_comment from app.opened_share() o
                     join public.shares s on s.id = o.share_id), false)
$$;

-- Says to somebody without an account why they may not speak; what their link does not open is not there.
create function app.assert_voice() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  guest private.guests;
begin
  if auth.uid() is not null or not exists (select from app.opened_share()) then return; end if;
  select * into guest from private.guests g
   where g.id = (auth.jwt() ->> 'guest')::uuid and g.share_id = (auth.jwt() ->> 'share')::uuid;
  if guest.id is null then
    raise exception 'Enter your name to take part.' using errcode = 'KN401', detail = 'guest_unknown';
  end if;
  if not app.guests_may_comment() then
    raise exception 'The owner of this link lets only people with an account comment.'
      using errcode = 'KN403', detail = 'guests_may_not_comment';
  end if;
  if guest.banned then
    raise exception 'The owner of this recording has banned you from its discussion.'
      using errcode = 'KN403', detail = 'guest_banned';
  end if;
end $$;

create function app.name_guest(name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if not app.guests_may_comment() then
    raise exception 'The owner of this link lets only people with an account comment.'
      using errcode = 'KN403', detail = 'guests_may_not_comment';
  end if;
  insert into private.guests (share_id, owner_id, name)
  select s.id, s.owner_id, name_guest.name from public.shares s where s.id = (auth.jwt() ->> 'share')::uuid
  returning id into made;
  return made;
end $$;

-- The names of the guests in a discussion, for everybody who can read it.
create function app.discussion_guests(recording uuid) returns table (guest_id uuid, name text, banned boolean)
language sql stable security definer set search_path = '' as $$
  select g.id, g.name, g.banned from private.guests g
   where app.can_view_recording(recording)
     and g.id in (select c.guest_id from public.comments c
                   where c.recording_id = recording and c.guest_id is not null)
$$;

create function app.ban_guest(recording uuid, guest uuid, is_banned boolean) returns setof uuid
language sql security definer set search_path = '' as $$
  update private.guests g set banned = is_banned
   where g.id = guest and g.owner_id = auth.uid()
     and exists (select from public.recordings r
                  where r.id = recording and r.owner_id = auth.uid() and r.deleted_at is null)
     and (exists (select from public.comments c where c.recording_id = recording and c.guest_id = guest)
       or exists (select from public.shares s where s.id = g.share_id and s.recording_id = recording))
  returning g.id
$$;

-- What a guest has said becomes an account's, and their key ends.
create function app.claim_guest(guest uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
  is_banned boolean;
  said uuid[];
begin
  select g.banned into is_banned from private.guests g where g.id = guest for update;
  if not found or not app.is_live_account(account) then
    raise exception 'There is no guest with this key any more.' using errcode = 'KN404', detail = 'guest_unknown';
  end if;
  if is_banned then
    raise exception 'The owner of this recording has banned this guest.'
      using errcode = 'KN403', detail = 'guest_banned';
  end if;
  delete from public.reactions r using public.reactions own
   where r.guest_id = guest and own.user_id = account and own.recording_id = r.recording_id
     and own.comment_id is not distinct from r.comment_id and own.emoji = r.emoji;
  update public.reactions set user_id = account, guest_id = null where guest_id = guest;
  said := array(select c.id from public.comments c where c.guest_id = guest order by c.id for update);
  update public.comments set author_id = account, guest_id = null where id = any (said);
  delete from private.texts where id = any (said);
  insert into private.texts
  select c.id, account, octet_length(c.content) from public.comments c where c.id = any (said);
  delete from public.notices where comment_id = any (said) and user_id = account;
  update public.notices set actor_id = account where comment_id = any (said);
  delete from private.guests where id = guest;
  return cardinality(said);
end $$;

-- As before; a guest marks the threads that they began.
create or replace function app.mark_thread(recording uuid, comment uuid, is_done boolean) returns void
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

-- As before; a guest has no quota: their text counts for the owner, who lets them write and can delete it.
create or replace function private.keep_text() returns trigger
language plpgsql security definer set search_path = '' as $$
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
  insert into private.texts select text.*;
  return null;
end $$;

-- As before, with the name of a guest.
create or replace function private.notices_of(account uuid, most int, skipped int) returns table (
  id uuid, kind text, recording_id uuid, recording_title text, comment_id uuid, excerpt text,
  actor_username text, actor_picture text, share_token text, share_label text,
  created_at timestamptz, read_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select n.id, n.kind, n.recording_id,
         coalesce(n.title, case when own or opens then r.filename end),
         n.comment_id,
         case when own or (opens and s.password_version is null) then left(c.content, 200) end,
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

-- As before; a program for mail makes links of addresses, so no word of a guest is in an email.
create or replace function private.take_digest(account uuid, most int) returns table (
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

revoke execute on all functions in schema private, app from public;
grant execute on function app.speaking_guest(), app.guests_may_comment(), app.assert_voice(), app.name_guest(text),
  app.discussion_guests(uuid), app.mark_thread(uuid, uuid, boolean) to anon, authenticated;
grant execute on function app.ban_guest(uuid, uuid, boolean), app.claim_guest(uuid) to authenticated;
