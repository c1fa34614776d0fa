-- A folder as a link: it opens the videos that lie directly in it, for as long as they lie there.

-- The order that the owner chose; what is not named follows.
alter table public.folders add ordered uuid[] not null default '{}' check (cardinality(ordered) <= 1000);
grant update (ordered) on public.folders to authenticated;

alter table public.shares alter recording_id drop not null,
  add folder_id uuid,
  add constraint shares_of_one check (num_nonnulls(recording_id, folder_id) = 1),
  add constraint shares_of_folder_to_view check (folder_id is null or permission_type = 'view'),
  add constraint shares_folder foreign key (folder_id, owner_id)
    references public.folders (id, owner_id) on delete cascade;
create index shares_of_folder on public.shares (folder_id, owner_id) where folder_id is not null;
grant insert (folder_id) on public.shares to authenticated;
create policy "owners share their own folders" on public.shares for insert to authenticated
  with check (owner_id = (select auth.uid()) and exists (
    select 1 from public.folders f where f.id = shares.folder_id and f.owner_id = (select auth.uid())));
drop policy "links to what lies in the trash are not shown" on public.shares;
create policy "links to what lies in the trash are not shown" on public.shares as restrictive for all to authenticated
  using (folder_id is not null or exists (select 1 from public.recordings r where r.id = shares.recording_id offset 0));

-- Every other function asks this one what a link opens. A folder shows nothing that still arrives, and nothing
-- that its owner hides while it is edited. It has no settings of its own, so that a query can take it in.
create function private.recordings_of(link public.shares) returns setof public.recordings
language sql stable as $$
  select r.* from public.recordings r
   where r.deleted_at is null and (r.id = link.recording_id
      or r.folder_id = link.folder_id and r.status not in ('recording', 'uploading')
         and not exists (select from private.edits e where e.recording_id = r.id and e.hides))
$$;

drop function app.opened_share();
create function app.opened_share() returns table (
  share_id uuid, recording_id uuid, folder_id uuid, folder_name text, folder_order uuid[], permission_type text,
  expires_at timestamptz, can_edit boolean, can_download boolean, owner_id uuid, owner_username text,
  owner_picture text)
language plpgsql stable security definer set search_path = '' as $$
declare
  claims jsonb := auth.jwt();
  account uuid := auth.uid();
  is_editor boolean;
  share public.shares;
begin
  select * into share from public.shares s where s.id = (claims ->> 'share')::uuid;
  if not private.share_opens(share, account, (claims ->> 'unlock')::bigint) then
    return;
  end if;
  is_editor := account is not null and (share.permission_type = 'edit' or account = share.owner_id);
  if not is_editor then perform private.assert_not_hidden(share.recording_id); end if;
  return query
    select share.id, share.recording_id, f.id, f.name, f.ordered, share.permission_type, share.expires_at,
           is_editor, is_editor or share.allow_download, o.id, o.username, o.profile_picture
      from public.users o left join public.folders f on f.id = share.folder_id where o.id = share.owner_id;
end $$;

create function app.shared_recordings() returns setof uuid
language plpgsql stable security definer set search_path = '' rows 20 as $$
begin
  if auth.jwt() ->> 'share' is null then return; end if; -- most requests, and all of a library
  return query
    select r.id from app.opened_share() o join public.shares s on s.id = o.share_id
     cross join lateral private.recordings_of(s) r;
end $$;

drop policy "viewers see the recording their link opens" on public.recordings;
create policy "viewers see the recordings their link opens" on public.recordings for select to anon, authenticated
  using (id in (select app.shared_recordings()));
drop function app.shared_recording();

create or replace function app.can_view_recording(recording uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.recordings r join public.users u on u.id = r.owner_id
       where r.id = recording and r.owner_id = auth.uid() and not u.suspended and r.deleted_at is null)
    or recording in (select app.shared_recordings())
    or (app.is_admin() and exists (
      select 1 from public.recordings r where r.id = recording and r.deleted_at is null));
end $$;

create or replace function app.can_download_recording(recording uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.recordings r
       where r.id = recording and (r.owner_id = auth.uid() or app.is_admin()) and r.deleted_at is null)
    or exists (select 1 from app.opened_share() s where s.can_download)
       and recording in (select app.shared_recordings());
end $$;

create or replace function app.count_view(viewer text, network text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  opened uuid;
  salt text;
  who bytea;
  whence bytea;
  seen timestamptz;
begin
  select s.id into opened
    from app.opened_share() o join public.shares s on s.id = o.share_id
    left join public.recordings r on r.id = s.recording_id
   where s.owner_id is distinct from auth.uid()
     and (s.folder_id is not null or private.has_arrived(r.status) or (r.interrupted and r.size > 0));
  if opened is null then return; end if;
  select view_salt::text || opened::text into salt from private.settings;
  who := sha256(convert_to(salt || count_view.viewer, 'UTF8'));
  whence := sha256(convert_to(salt || count_view.network, 'UTF8'));
  select v.viewed_at into seen from private.share_views v where v.share_id = opened and v.viewer = who;
  if (seen is null or seen < now() - interval '30 minutes') and whence is not null and 8 <= (
    select count(*) from (
      select 1 from private.share_views v
       where v.share_id = opened and v.network = whence and v.viewed_at > now() - interval '30 minutes'
       limit 8) recent)
  then
    return;
  end if;
  insert into private.share_views as v (share_id, viewer, network) values (opened, who, whence)
  on conflict on constraint share_views_pkey do update set viewed_at = now()
    where v.viewed_at < now() - interval '5 minutes';
  if found and (seen is null or seen < now() - interval '30 minutes') then
    update public.shares set view_count = view_count + 1, last_viewed_at = now() where id = opened;
  end if;
end $$;

-- The facts that other sites may say of a link; of a folder its name, and no picture.
drop function private.public_share(text);
create function private.public_share(share_token text) returns table (
  title text, author_name text, width int, height int, duration double precision, has_thumbnail boolean,
  is_folder boolean)
language sql stable set search_path = '' as $$
  select coalesce(f.name, r.filename), o.username, r.width, r.height, r.duration,
         coalesce(r.thumbnail_path is not null, false), f.id is not null
    from public.shares s
    left join public.recordings r on r.id = s.recording_id
    left join public.folders f on f.id = s.folder_id
    join public.users o on o.id = s.owner_id
   where s.token = share_token and s.is_public and private.share_opens(s, null, null)
$$;

create or replace function private.announce_share() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', 'share', 'recording:' || r.id, true)
     from public.recordings r
    where r.id = coalesce(new.recording_id, old.recording_id) or r.folder_id = coalesce(new.folder_id, old.folder_id);
  return null;
end $$;

-- Viewers of a recording behind a folder's link ask again whether that still opens it.
create function private.announce_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.shares s where s.folder_id in (old.folder_id, new.folder_id)) then
    perform realtime.send('{}', 'share', 'recording:' || new.id, true);
  end if;
  return null;
end $$;
create trigger announce_place after update of folder_id on public.recordings for each row
  when (old.folder_id is distinct from new.folder_id) execute function private.announce_place();

create or replace function private.shared_with(account uuid)
returns table (recording_id uuid, share_token text, owner_id uuid, first_seen_at timestamptz, shared_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with candidates as (
    select o.share_id as id, o.first_seen_at, o.unlocked from private.opened_shares o where o.user_id = account
    union all
    select s.id, null::timestamptz, null::bigint
      from public.users u join public.shares s on lower(s.allowed_email) = lower(u.email)
     where u.id = account and not exists (
       select from private.opened_shares o where o.user_id = account and o.share_id = s.id)
  ), open as materialized (
    select s, s.created_at, c.first_seen_at from candidates c join public.shares s on s.id = c.id
     where s.owner_id <> account and private.share_opens(s, account, c.unlocked)
  )
  select distinct on (r.id) r.id, (o.s).token, (o.s).owner_id, o.first_seen_at,
         coalesce(o.first_seen_at, o.created_at)
    from open o cross join lateral private.recordings_of(o.s) r
    left join private.hidden_shares h on h.user_id = account and h.recording_id = r.id
   where h.hidden_at is null or o.created_at > h.hidden_at
   order by r.id, o.first_seen_at, o.created_at desc
$$;

create or replace function app.ban_guest(recording uuid, guest uuid, is_banned boolean) returns setof uuid
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

-- A folder's notices name the folder, as no recording has them.
alter table public.notices drop constraint notices_of_what,
  add constraint notices_of_what check (case kind when 'video_deleted' then recording_id is null
    else recording_id is not null or kind in ('first_view', 'link_asked') and share_id is not null end);

create or replace function private.notice_first_view() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notices (user_id, kind, recording_id, title, actor_id, share_id)
  values (new.owner_id, 'first_view', new.recording_id,
          (select f.name from public.folders f where f.id = new.folder_id), auth.uid(), new.id);
  return null;
end $$;

create or replace function app.ask_owner() returns boolean
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

create or replace function private.notices_of(account uuid, most int, skipped int)
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

-- One line of this function is another now; the rest stays as it was.
do $$
declare
  before text := pg_get_functiondef('app.count_watched'::regproc);
begin
  execute replace(before, 'r.id = s.recording_id', 'r.id in (select app.shared_recordings())');
end $$;

revoke execute on all functions in schema private, app from public;
grant execute on function app.opened_share(), app.shared_recordings() to anon, authenticated;
