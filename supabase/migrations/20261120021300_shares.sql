-- Shares: links that open one recording to everybody who has them, or to one e-mail address.
-- A request through a link names its share in the claims; one predicate says whether that opens anything.

create table public.shares (
  id uuid primary key default gen_random_uuid(),
  recording_id uuid references public.recordings on delete cascade,
  owner_id uuid not null default auth.uid() references public.users on delete cascade,
  -- 192 random bits. Kept readable, for its owner alone, because the dialog copies links again.
  token text not null unique
    default translate(encode(extensions.gen_random_bytes(24), 'base64'), '+/', '-_'),
  label text not null default '' check (char_length(label) <= 100),
  permission_type text not null default 'view' check (permission_type in ('view', 'edit')),
  is_public boolean not null default true,
  allowed_email text check (char_length(allowed_email) <= 254),
  allow_download boolean not null default false,
  -- Null without a password; never the same number twice, so an old unlocking opens nothing new.
  password_version bigint,
  expires_at timestamptz,
  view_count int not null default 0,
  last_viewed_at timestamptz,
  created_at timestamptz not null default now(),
  guests_may_comment boolean not null default false,
  watch_live boolean not null default true,
  -- A folder as a link: it opens the videos that lie directly in it, for as long as they lie there.
  folder_id uuid,
  check (is_public = (allowed_email is null)),
  constraint shares_of_one check (num_nonnulls(recording_id, folder_id) = 1),
  constraint shares_of_folder_to_view check (folder_id is null or permission_type = 'view'),
  constraint shares_folder foreign key (folder_id, owner_id)
    references public.folders (id, owner_id) on delete cascade
);
create index shares_of_recording on public.shares (recording_id, created_at desc);
create index shares_owner on public.shares (owner_id);
create index shares_of_folder on public.shares (folder_id, owner_id) where folder_id is not null;
create index shares_addressed on public.shares (lower(allowed_email)) where allowed_email is not null;
alter table public.shares enable row level security;
grant select, delete on public.shares to authenticated;
grant insert (recording_id, folder_id, label, permission_type, is_public, allowed_email, allow_download, expires_at,
  guests_may_comment, watch_live) on public.shares to authenticated;
grant update (label, allow_download, expires_at, permission_type, is_public, allowed_email, guests_may_comment,
  watch_live) on public.shares to authenticated;

create policy "owners see the links they made" on public.shares
  for select to authenticated using (owner_id = (select auth.uid()));
create policy "owners share their own recordings" on public.shares
  for insert to authenticated with check (
    owner_id = (select auth.uid()) and exists (
      select 1 from public.recordings r
       where r.id = recording_id and r.owner_id = (select auth.uid())));
create policy "owners share their own folders" on public.shares for insert to authenticated
  with check (owner_id = (select auth.uid()) and exists (
    select 1 from public.folders f where f.id = shares.folder_id and f.owner_id = (select auth.uid())));
create policy "owners change the links they made" on public.shares
  for update to authenticated using (owner_id = (select auth.uid()))
  with check (owner_id = (select auth.uid()));
create policy "owners revoke the links they made" on public.shares
  for delete to authenticated using (owner_id = (select auth.uid()));
create policy "links to what lies in the trash are not shown" on public.shares as restrictive for all to authenticated
  using (folder_id is not null or exists (select 1 from public.recordings r where r.id = shares.recording_id offset 0));

create table private.share_passwords (
  share_id uuid primary key references public.shares on delete cascade,
  password_hash text not null
);
alter table private.share_passwords enable row level security;
create sequence private.share_password_version;

-- The visitors of a link in the last half hour, as salted hashes.
create table private.share_views (
  share_id uuid not null references public.shares on delete cascade,
  viewer bytea not null,
  viewed_at timestamptz not null default now(),
  network bytea,
  primary key (share_id, viewer)
);
create index share_views_network on private.share_views (share_id, network, viewed_at);
create index share_views_viewed_at on private.share_views (viewed_at);
alter table private.share_views enable row level security;

-- Letters that were asked for, and could not be sent: they are sent when there is mail again.
create table private.unsent_proofs (
  account uuid primary key references public.users on delete cascade,
  share_id uuid not null references public.shares on delete cascade,
  asked_at timestamptz not null default now()
);
create index unsent_proofs_share on private.unsent_proofs (share_id);
alter table private.unsent_proofs enable row level security;

-- The predicate --------------------------------------------------------------------

-- In plpgsql, because its plans are kept by the connection: these are asked on every request.
-- Whether a link for one address is for this account. Google vouched for the address, a letter proved it or
-- an admin confirmed it; where no letter can be sent it is enough that the account had it when the link was made.
create function private.is_for(share public.shares, account uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.users u join private.credentials c on c.user_id = u.id
     where u.id = account and lower(u.email) = lower(share.allowed_email)
       and (c.email_verified
         or (c.email_since <= share.created_at
             and not (select verify_emails from private.settings))));
end $$;

-- The one answer to "does this link open, for this person, with this password". To what lies in the trash a link is an
-- ended one, for its owner, too.
create function private.share_opens(share public.shares, account uuid, unlocked bigint)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not private.is_trashed(share.recording_id) and private.share_lets_in(share, account, unlocked);
end $$;

-- Every other function asks this one what a link opens. A folder shows nothing that still arrives, and nothing
-- that its owner hides while it is edited. It has no settings of its own, so that a query can take it in.
create function private.recordings_of(link public.shares) returns setof public.recordings
language sql stable as $$
  select r.* from public.recordings r
   where r.deleted_at is null and (r.id = link.recording_id
      or r.folder_id = link.folder_id and r.status not in ('recording', 'uploading')
         and not exists (select from private.edits e where e.recording_id = r.id and e.hides))
$$;

-- The rights that the share named in the claims gives its bearer right now; no row when it opens nothing.
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

-- True when nothing but the password is missing.
create function app.share_is_locked() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.shares s
     where s.id = (auth.jwt() ->> 'share')::uuid
       and s.password_version is distinct from (auth.jwt() ->> 'unlock')::bigint
       and private.share_opens(s, auth.uid(), s.password_version)
  )
$$;

-- Whether nothing but the proof is missing that the account's address is theirs.
create function private.awaits_proof(share public.shares, account uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from public.users u where u.id = account and lower(u.email) = lower(share.allowed_email))
    and not private.is_for(share, account)
    and (share.expires_at is null or share.expires_at > now())
    and not private.is_trashed(share.recording_id)
    and app.is_live_account(account) and app.is_live_account(share.owner_id);
end $$;

-- True when nothing but the proof is missing that the caller's address is theirs.
create function app.share_awaits_proof() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.shares s
     where s.id = (auth.jwt() ->> 'share')::uuid and private.awaits_proof(s, auth.uid())
  )
$$;

-- Asked once per statement, not per row: policies compare ids with these.
create function app.shared_recordings() returns setof uuid
language plpgsql stable security definer set search_path = '' rows 20 as $$
begin
  if auth.jwt() ->> 'share' is null then return; end if; -- most requests, and all of a library
  return query
    select r.id from app.opened_share() o join public.shares s on s.id = o.share_id
     cross join lateral private.recordings_of(s) r;
end $$;

create function app.editable_recording() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.jwt() ->> 'share' is null then return null; end if;
  return (select o.recording_id from app.opened_share() o where o.can_edit);
end $$;

-- Shares widen who sees and renames a recording.
grant select on public.recordings to anon;

create policy "viewers see the recordings their link opens" on public.recordings for select to anon, authenticated
  using (id in (select app.shared_recordings()));
create policy "editors rename the recording their link opens" on public.recordings
  for update to authenticated using (id = (select app.editable_recording()))
  with check (id = (select app.editable_recording()));

-- Acts -------------------------------------------------------------------------------

-- Sets a link's password (already hashed) or removes it; what the old one opened is closed at once.
create function app.set_share_password(share uuid, hash text) returns setof public.shares
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.shares where id = share and owner_id = auth.uid() for update;
  if not found then return; end if;
  if hash is null then
    delete from private.share_passwords where share_id = share;
  else
    insert into private.share_passwords (share_id, password_hash) values (share, hash)
    on conflict (share_id) do update set password_hash = excluded.password_hash;
  end if;
  return query
    update public.shares set password_version =
      case when hash is not null then nextval('private.share_password_version') end
     where id = share returning *;
end $$;

-- One view per visitor until half an hour has passed without them; a page that stays open asks again
-- and again. `viewer` is whatever tells this visitor from others, and is the visitor's own word; from one
-- network it makes at most eight of them. Null for whoever has an account, which is word enough.
-- Where nothing plays yet, nothing was seen: the page asks again when there is something.
create function app.count_view(viewer text, network text) returns void
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

create function private.count_views() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recordings set view_count = view_count + new.view_count - old.view_count
   where id = new.recording_id;
  return null;
end $$;
create trigger count_views after update of view_count on public.shares
  for each row when (new.view_count is distinct from old.view_count)
  execute function private.count_views();

-- Before anything is asked about a link, its token becomes its id; that alone opens nothing.
create function private.share_by_token(share_token text) returns uuid
language sql stable set search_path = '' as $$
  select id from public.shares where token = share_token
$$;

-- The facts that other sites may say of a link, only of one that opens for everybody; of a folder its name, and no picture.
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

-- Realtime -----------------------------------------------------------------------------

-- Answers that flow through a link look at their rights at once, in every process: where it is changed or revoked, and
-- where a recording comes into a shared folder or leaves it.
create function private.announce_link(of_recording uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'share', 'recording:' || of_recording, true);
  perform pg_notify('kinora_films', of_recording::text);
end $$;

-- Everybody who is there through a link asks again whether it still opens.
create function private.announce_share() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_link(r.id) from public.recordings r
    where r.id = coalesce(new.recording_id, old.recording_id) or r.folder_id = coalesce(new.folder_id, old.folder_id);
  return null;
end $$;
create trigger announce_share after insert or delete or update of allow_download, password_version, expires_at,
  permission_type, is_public, allowed_email, guests_may_comment, watch_live
  on public.shares
  for each row execute function private.announce_share();

-- Viewers of a recording behind a folder's link ask again whether that still opens it.
create function private.announce_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_link(new.id) where exists (
    select from public.shares s where s.folder_id in (old.folder_id, new.folder_id));
  return null;
end $$;
create trigger announce_place after update of folder_id on public.recordings for each row
  when (old.folder_id is distinct from new.folder_id) execute function private.announce_place();

-- The people behind the entries of the presence on a recording's channel. An entry is a random key and nothing
-- else, which all who watch see; only the owner learns whose it is, and only of keys that they have seen there.
create table private.watchers (
  key uuid primary key default gen_random_uuid(),
  recording_id uuid not null references public.recordings on delete cascade,
  user_id uuid not null references public.users on delete cascade,
  came_at timestamptz not null default now()
);
create index on private.watchers (recording_id);
create index on private.watchers (user_id);
create index on private.watchers (came_at);
alter table private.watchers enable row level security;

-- A key for whoever watches with an account; null for whoever may not watch.
create function app.watch(recording uuid) returns uuid
language sql security definer set search_path = '' as $$
  insert into private.watchers (recording_id, user_id)
  select recording, auth.uid()
   where app.can_view_recording(recording) and app.is_live_account(auth.uid())
  returning key
$$;

-- Names of those who watch, for the owner of what they watch and for nobody else, be they admins.
create function app.watchers(recording uuid, keys uuid[])
returns table (key uuid, user_id uuid, username text)
language sql stable security definer set search_path = '' as $$
  select w.key, u.id, u.username
    from private.watchers w join public.users u on u.id = w.user_id
   where w.recording_id = recording and w.key = any(keys)
     and exists (select 1 from public.recordings r where r.id = recording and r.owner_id = auth.uid())
$$;

grant execute on function app.opened_share(), app.share_is_locked(), app.share_awaits_proof(),
  app.shared_recordings(), app.editable_recording(), app.count_view(text, text) to anon, authenticated;
grant execute on function app.set_share_password(uuid, text), app.watch(uuid), app.watchers(uuid, uuid[])
  to authenticated;
