-- Written by `bun run schema` from the migrations: read it, and change those.

create table public.notices (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  kind text not null,
  recording_id uuid,
  comment_id uuid,
  actor_id uuid,
  share_id uuid,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  mailed_at timestamp with time zone,
  title text,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.users(id) ON DELETE SET NULL,
  constraint notices_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES public.comments(id) ON DELETE CASCADE,
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['comment'::text, 'reply'::text, 'mention'::text, 'first_view'::text, 'video_deleted'::text, 'link_asked'::text]))),
  constraint notices_of_what CHECK (
CASE kind
    WHEN 'video_deleted'::text THEN (recording_id IS NULL)
    ELSE ((recording_id IS NOT NULL) OR ((kind = ANY (ARRAY['first_view'::text, 'link_asked'::text])) AND (share_id IS NOT NULL)))
END),
  constraint notices_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES public.recordings(id) ON DELETE CASCADE,
  constraint notices_share_id_fkey FOREIGN KEY (share_id) REFERENCES public.shares(id) ON DELETE CASCADE,
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX notices_actor ON public.notices USING btree (actor_id);
CREATE UNIQUE INDEX notices_asked_once ON public.notices USING btree (share_id, actor_id) WHERE (kind = 'link_asked'::text);
CREATE INDEX notices_comment ON public.notices USING btree (comment_id);
CREATE INDEX notices_newest ON public.notices USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX notices_recording ON public.notices USING btree (recording_id);
CREATE INDEX notices_share ON public.notices USING btree (share_id);
CREATE INDEX notices_unmailed ON public.notices USING btree (user_id, created_at) WHERE ((read_at IS NULL) AND (mailed_at IS NULL));
CREATE INDEX notices_unread ON public.notices USING btree (user_id) WHERE (read_at IS NULL);
alter table public.notices enable row level security;
grant select on public.notices to authenticated;
grant update (read_at) on public.notices to authenticated;
create policy "people mark their own notices read" on public.notices for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people see their own notices" on public.notices for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER announce_gone_notices AFTER DELETE ON public.notices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_notices();
CREATE TRIGGER announce_new_notices AFTER INSERT ON public.notices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_notices();
CREATE TRIGGER announce_read_notices AFTER UPDATE ON public.notices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_notices();

CREATE OR REPLACE FUNCTION private.notices_of(account uuid, most integer, skipped integer)
 RETURNS TABLE(id uuid, kind text, recording_id uuid, recording_title text, comment_id uuid, excerpt text, actor_username text, actor_picture text, share_token text, share_label text, created_at timestamp with time zone, read_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION app.my_notices(most integer, skipped integer)
 RETURNS TABLE(id uuid, kind text, recording_id uuid, recording_title text, comment_id uuid, excerpt text, actor_username text, actor_picture text, share_token text, share_label text, created_at timestamp with time zone, read_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.notices_of(auth.uid(), most, skipped)
$function$;
grant execute on function app.my_notices(integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION private.notice_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.notice_first_view()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.notices (user_id, kind, recording_id, title, actor_id, share_id)
  values (new.owner_id, 'first_view', new.recording_id,
          (select f.name from public.folders f where f.id = new.folder_id), auth.uid(), new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_notices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'notice', 'user:' || c.user_id, true)
     from (select distinct user_id from changed) c;
  return null;
end $function$;

create table private.digests (
  user_id uuid not null,
  sent_at timestamp with time zone default now() not null,
  constraint digests_pkey PRIMARY KEY (user_id),
  constraint digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
alter table private.digests enable row level security;

CREATE OR REPLACE FUNCTION private.due_digests()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select u.id from public.users u
   where not u.suspended
     and exists (select 1 from public.notices n
                  where n.user_id = u.id and n.read_at is null and n.mailed_at is null)
     and not exists (select 1 from public.preferences p where p.user_id = u.id and not p.email_notices)
     and not exists (select 1 from private.digests d
                      where d.user_id = u.id and d.sent_at > now() - interval '15 minutes')
$function$;

CREATE OR REPLACE FUNCTION private.take_digest(account uuid, most integer)
 RETURNS TABLE(id uuid, kind text, recording_id uuid, recording_title text, comment_id uuid, excerpt text, actor_username text, actor_picture text, share_token text, share_label text, created_at timestamp with time zone, read_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.ask_owner()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not app.share_awaits_proof() then return false; end if;
  insert into public.notices (user_id, kind, recording_id, title, actor_id, share_id)
  select s.owner_id, 'link_asked', s.recording_id, f.name, auth.uid(), s.id
    from public.shares s left join public.folders f on f.id = s.folder_id
   where s.id = (auth.jwt() ->> 'share')::uuid
  on conflict (share_id, actor_id) where kind = 'link_asked' do nothing;
  return true;
end $function$;
grant execute on function app.ask_owner() to authenticated;
