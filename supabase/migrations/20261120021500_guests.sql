-- Guests: people without an account who say a name once, and take part through a link whose owner lets them.

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
alter table public.comments add foreign key (guest_id) references private.guests on delete cascade;
create index comments_guest on public.comments (guest_id) where guest_id is not null;
alter table public.reactions add foreign key (guest_id) references private.guests on delete cascade;
create index reactions_guest on public.reactions (guest_id, recording_id) where guest_id is not null;

-- The guest of the claims, while their link opens and lets them. Null for everybody else.
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
create function app.discussion_guests(recording uuid)
returns table (guest_id uuid, name text, banned boolean)
language sql stable security definer set search_path = '' as $$
  select g.id, g.name, g.banned from private.guests g
   where app.can_view_recording(recording)
     and g.id in (select c.guest_id from public.comments c
                   where c.recording_id = recording and c.guest_id is not null
                     and (not c.removed or (select app.can_edit_recording(recording))))
$$;

create function app.ban_guest(recording uuid, guest uuid, is_banned boolean) returns setof uuid
language sql security definer set search_path = '' as $$
  update private.guests g set banned = is_banned
   where g.id = guest and g.owner_id = auth.uid()
     and exists (select from public.recordings r
                  where r.id = recording and r.owner_id = auth.uid() and r.deleted_at is null)
     and (exists (select from public.comments c where c.recording_id = recording and c.guest_id = guest)
       or exists (select from public.shares s cross join lateral private.recordings_of(s) r
                   where s.id = g.share_id and r.id = recording))
  returning g.id
$$;

-- A guest's comments become an account's, and their key ends.
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

grant execute on function app.speaking_guest(), app.guests_may_comment(), app.assert_voice(), app.name_guest(text),
  app.discussion_guests(uuid) to anon, authenticated;
grant execute on function app.ban_guest(uuid, uuid, boolean), app.claim_guest(uuid) to authenticated;
