-- Written by `bun run schema` from the migrations: read it, and change those.

create table public.shares (
  id uuid default gen_random_uuid() not null,
  recording_id uuid,
  owner_id uuid default auth.uid() not null,
  token text default translate(encode(extensions.gen_random_bytes(24), 'base64'::text), '+/'::text, '-_'::text) not null,
  label text default ''::text not null,
  permission_type text default 'view'::text not null,
  is_public boolean default true not null,
  allowed_email text,
  allow_download boolean default false not null,
  password_version bigint,
  expires_at timestamp with time zone,
  view_count integer default 0 not null,
  last_viewed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  guests_may_comment boolean default false not null,
  watch_live boolean default true not null,
  folder_id uuid,
  constraint shares_pkey PRIMARY KEY (id),
  constraint shares_allowed_email_check CHECK ((char_length(allowed_email) <= 254)),
  constraint shares_check CHECK ((is_public = (allowed_email IS NULL))),
  constraint shares_folder FOREIGN KEY (folder_id, owner_id) REFERENCES public.folders(id, owner_id) ON DELETE CASCADE,
  constraint shares_label_check CHECK ((char_length(label) <= 100)),
  constraint shares_of_folder_to_view CHECK (((folder_id IS NULL) OR (permission_type = 'view'::text))),
  constraint shares_of_one CHECK ((num_nonnulls(recording_id, folder_id) = 1)),
  constraint shares_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE,
  constraint shares_permission_type_check CHECK ((permission_type = ANY (ARRAY['view'::text, 'edit'::text]))),
  constraint shares_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint shares_token_key UNIQUE (token)
);
CREATE INDEX shares_addressed ON public.shares USING btree (lower(allowed_email)) WHERE (allowed_email IS NOT NULL);
CREATE INDEX shares_of_folder ON public.shares USING btree (folder_id, owner_id) WHERE (folder_id IS NOT NULL);
CREATE INDEX shares_of_recording ON public.shares USING btree (recording_id, created_at DESC);
CREATE INDEX shares_owner ON public.shares USING btree (owner_id);
alter table public.shares enable row level security;
grant delete, select on public.shares to authenticated;
grant insert (allow_download, allowed_email, expires_at, folder_id, guests_may_comment, is_public, label, permission_type, recording_id, watch_live) on public.shares to authenticated;
grant update (allow_download, allowed_email, expires_at, guests_may_comment, is_public, label, permission_type, watch_live) on public.shares to authenticated;
create policy "links to what lies in the trash are not shown" on public.shares as restrictive for all to authenticated
  using (((folder_id IS NOT NULL) OR (EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE (r.id = shares.recording_id)
 OFFSET 0))));
create policy "owners change the links they made" on public.shares for update to authenticated
  using ((owner_id = ( SELECT auth.uid() AS uid)))
  with check ((owner_id = ( SELECT auth.uid() AS uid)));
create policy "owners revoke the links they made" on public.shares for delete to authenticated
  using ((owner_id = ( SELECT auth.uid() AS uid)));
create policy "owners see the links they made" on public.shares for select to authenticated
  using ((owner_id = ( SELECT auth.uid() AS uid)));
create policy "owners share their own folders" on public.shares for insert to authenticated
  with check (((owner_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT 1
   FROM public.folders f
  WHERE ((f.id = shares.folder_id) AND (f.owner_id = ( SELECT auth.uid() AS uid)))))));
create policy "owners share their own recordings" on public.shares for insert to authenticated
  with check (((owner_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT 1
   FROM public.recordings r
  WHERE ((r.id = shares.recording_id) AND (r.owner_id = ( SELECT auth.uid() AS uid)))))));
CREATE TRIGGER announce_share AFTER INSERT OR DELETE OR UPDATE OF allow_download, password_version, expires_at, permission_type, is_public, allowed_email, guests_may_comment, watch_live ON public.shares FOR EACH ROW EXECUTE FUNCTION private.announce_share();
CREATE TRIGGER count_views AFTER UPDATE OF view_count ON public.shares FOR EACH ROW WHEN ((new.view_count IS DISTINCT FROM old.view_count)) EXECUTE FUNCTION private.count_views();
CREATE TRIGGER note_edit_link AFTER INSERT ON public.shares FOR EACH ROW WHEN ((new.permission_type = 'edit'::text)) EXECUTE FUNCTION private.note_edit_link();
CREATE TRIGGER note_link_made_edit AFTER UPDATE OF permission_type ON public.shares FOR EACH ROW WHEN (((new.permission_type = 'edit'::text) AND (old.permission_type <> 'edit'::text))) EXECUTE FUNCTION private.note_edit_link();
CREATE TRIGGER notice_first_view AFTER UPDATE OF view_count ON public.shares FOR EACH ROW WHEN (((old.view_count = 0) AND (new.view_count > 0))) EXECUTE FUNCTION private.notice_first_view();

create table private.share_passwords (
  share_id uuid not null,
  password_hash text not null,
  constraint share_passwords_pkey PRIMARY KEY (share_id),
  constraint share_passwords_share_id_fkey FOREIGN KEY (share_id) REFERENCES public.shares(id) ON DELETE CASCADE
);
alter table private.share_passwords enable row level security;

create table private.share_views (
  share_id uuid not null,
  viewer bytea not null,
  viewed_at timestamp with time zone default now() not null,
  network bytea,
  constraint share_views_pkey PRIMARY KEY (share_id, viewer),
  constraint share_views_share_id_fkey FOREIGN KEY (share_id) REFERENCES public.shares(id) ON DELETE CASCADE
);
CREATE INDEX share_views_network ON private.share_views USING btree (share_id, network, viewed_at);
CREATE INDEX share_views_viewed_at ON private.share_views USING btree (viewed_at);
alter table private.share_views enable row level security;

create table private.unsent_proofs (
  account uuid not null,
  share_id uuid not null,
  asked_at timestamp with time zone default now() not null,
  constraint unsent_proofs_pkey PRIMARY KEY (account),
  constraint unsent_proofs_account_fkey FOREIGN KEY (account) REFERENCES public.users(id) ON DELETE CASCADE,
  constraint unsent_proofs_share_id_fkey FOREIGN KEY (share_id) REFERENCES public.shares(id) ON DELETE CASCADE
);
CREATE INDEX unsent_proofs_share ON private.unsent_proofs USING btree (share_id);
alter table private.unsent_proofs enable row level security;

CREATE OR REPLACE FUNCTION private.is_for(share public.shares, account uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.users u join private.credentials c on c.user_id = u.id
     where u.id = account and lower(u.email) = lower(share.allowed_email)
       and (c.email_verified
         or (c.email_since <= share.created_at
             and not (select verify_emails from private.settings))));
end $function$;

CREATE OR REPLACE FUNCTION private.share_opens(share public.shares, account uuid, unlocked bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not private.is_trashed(share.recording_id) and private.share_lets_in(share, account, unlocked);
end $function$;

CREATE OR REPLACE FUNCTION private.recordings_of(link public.shares)
 RETURNS SETOF public.recordings
 LANGUAGE sql
 STABLE
AS $function$
  select r.* from public.recordings r
   where r.deleted_at is null and (r.id = link.recording_id
      or r.folder_id = link.folder_id and r.status not in ('recording', 'uploading')
         and not exists (select from private.edits e where e.recording_id = r.id and e.hides))
$function$;

CREATE OR REPLACE FUNCTION app.opened_share()
 RETURNS TABLE(share_id uuid, recording_id uuid, folder_id uuid, folder_name text, folder_order uuid[], permission_type text, expires_at timestamp with time zone, can_edit boolean, can_download boolean, owner_id uuid, owner_username text, owner_picture text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.opened_share() to anon;
grant execute on function app.opened_share() to authenticated;

CREATE OR REPLACE FUNCTION app.share_is_locked()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.shares s
     where s.id = (auth.jwt() ->> 'share')::uuid
       and s.password_version is distinct from (auth.jwt() ->> 'unlock')::bigint
       and private.share_opens(s, auth.uid(), s.password_version)
  )
$function$;
grant execute on function app.share_is_locked() to anon;
grant execute on function app.share_is_locked() to authenticated;

CREATE OR REPLACE FUNCTION private.awaits_proof(share public.shares, account uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
      select 1 from public.users u where u.id = account and lower(u.email) = lower(share.allowed_email))
    and not private.is_for(share, account)
    and (share.expires_at is null or share.expires_at > now())
    and not private.is_trashed(share.recording_id)
    and app.is_live_account(account) and app.is_live_account(share.owner_id);
end $function$;

CREATE OR REPLACE FUNCTION app.share_awaits_proof()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.shares s
     where s.id = (auth.jwt() ->> 'share')::uuid and private.awaits_proof(s, auth.uid())
  )
$function$;
grant execute on function app.share_awaits_proof() to anon;
grant execute on function app.share_awaits_proof() to authenticated;

CREATE OR REPLACE FUNCTION app.shared_recordings()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
begin
  if auth.jwt() ->> 'share' is null then return; end if; -- most requests, and all of a library
  return query
    select r.id from app.opened_share() o join public.shares s on s.id = o.share_id
     cross join lateral private.recordings_of(s) r;
end $function$;
grant execute on function app.shared_recordings() to anon;
grant execute on function app.shared_recordings() to authenticated;

CREATE OR REPLACE FUNCTION app.editable_recording()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.jwt() ->> 'share' is null then return null; end if;
  return (select o.recording_id from app.opened_share() o where o.can_edit);
end $function$;
grant execute on function app.editable_recording() to anon;
grant execute on function app.editable_recording() to authenticated;

CREATE OR REPLACE FUNCTION app.set_share_password(share uuid, hash text)
 RETURNS SETOF public.shares
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.set_share_password(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION app.count_view(viewer text, network text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.count_view(text,text) to anon;
grant execute on function app.count_view(text,text) to authenticated;

CREATE OR REPLACE FUNCTION private.count_views()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.recordings set view_count = view_count + new.view_count - old.view_count
   where id = new.recording_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.share_by_token(share_token text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select id from public.shares where token = share_token
$function$;

CREATE OR REPLACE FUNCTION private.public_share(share_token text)
 RETURNS TABLE(title text, author_name text, width integer, height integer, duration double precision, has_thumbnail boolean, is_folder boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(f.name, r.filename), o.username, r.width, r.height, r.duration,
         coalesce(r.thumbnail_path is not null, false), f.id is not null
    from public.shares s
    left join public.recordings r on r.id = s.recording_id
    left join public.folders f on f.id = s.folder_id
    join public.users o on o.id = s.owner_id
   where s.token = share_token and s.is_public and private.share_opens(s, null, null)
$function$;

CREATE OR REPLACE FUNCTION private.announce_link(of_recording uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'share', 'recording:' || of_recording, true);
  perform pg_notify('kinora_films', of_recording::text);
end $function$;

CREATE OR REPLACE FUNCTION private.announce_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_link(r.id) from public.recordings r
    where r.id = coalesce(new.recording_id, old.recording_id) or r.folder_id = coalesce(new.folder_id, old.folder_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_link(new.id) where exists (
    select from public.shares s where s.folder_id in (old.folder_id, new.folder_id));
  return null;
end $function$;

create table private.watchers (
  key uuid default gen_random_uuid() not null,
  recording_id uuid not null,
  user_id uuid not null,
  came_at timestamp with time zone default now() not null,
  constraint watchers_pkey PRIMARY KEY (key),
  constraint watchers_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint watchers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX watchers_came_at_idx ON private.watchers USING btree (came_at);
CREATE INDEX watchers_recording_id_idx ON private.watchers USING btree (recording_id);
CREATE INDEX watchers_user_id_idx ON private.watchers USING btree (user_id);
alter table private.watchers enable row level security;

CREATE OR REPLACE FUNCTION app.watch(recording uuid)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.watchers (recording_id, user_id)
  select recording, auth.uid()
   where app.can_view_recording(recording) and app.is_live_account(auth.uid())
  returning key
$function$;
grant execute on function app.watch(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.watchers(recording uuid, keys uuid[])
 RETURNS TABLE(key uuid, user_id uuid, username text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.key, u.id, u.username
    from private.watchers w join public.users u on u.id = w.user_id
   where w.recording_id = recording and w.key = any(keys)
     and exists (select 1 from public.recordings r where r.id = recording and r.owner_id = auth.uid())
$function$;
grant execute on function app.watchers(uuid,uuid[]) to authenticated;
