-- Written by `bun run schema` from the migrations: read it, and change those.

create table private.guests (
  id uuid default gen_random_uuid() not null,
  share_id uuid,
  owner_id uuid not null,
  name text not null,
  banned boolean default false not null,
  came_at timestamp with time zone default now() not null,
  constraint guests_pkey PRIMARY KEY (id),
  constraint guests_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 60)) AND (name ~ '\S'::text) AND (name !~ '[[:cntrl:]]'::text))),
  constraint guests_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE,
  constraint guests_share_id_fkey FOREIGN KEY (share_id) REFERENCES public.shares(id) ON DELETE SET NULL
);
CREATE INDEX guests_owner ON private.guests USING btree (owner_id);
CREATE INDEX guests_share ON private.guests USING btree (share_id);
alter table private.guests enable row level security;

CREATE OR REPLACE FUNCTION app.speaking_guest()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims jsonb := auth.jwt();
begin
  if claims ->> 'guest' is null or auth.uid() is not null then return null; end if;
  return (
    select g.id from private.guests g join public.shares s on s.id = g.share_id
     where g.id = (claims ->> 'guest')::uuid and s.id = (claims ->> 'share')::uuid
       and not g.banned and s.guests_may_comment
       and private.share_opens(s, null, (claims ->> 'unlock')::bigint));
end $function$;
grant execute on function app.speaking_guest() to anon;
grant execute on function app.speaking_guest() to authenticated;

CREATE OR REPLACE FUNCTION app.guests_may_comment()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select s.guests_may_comment from app.opened_share() o
                     join public.shares s on s.id = o.share_id), false)
$function$;
grant execute on function app.guests_may_comment() to anon;
grant execute on function app.guests_may_comment() to authenticated;

CREATE OR REPLACE FUNCTION app.assert_voice()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.assert_voice() to anon;
grant execute on function app.assert_voice() to authenticated;

CREATE OR REPLACE FUNCTION app.name_guest(name text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.name_guest(text) to anon;
grant execute on function app.name_guest(text) to authenticated;

CREATE OR REPLACE FUNCTION app.discussion_guests(recording uuid)
 RETURNS TABLE(guest_id uuid, name text, banned boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select g.id, g.name, g.banned from private.guests g
   where app.can_view_recording(recording)
     and g.id in (select c.guest_id from public.comments c
                   where c.recording_id = recording and c.guest_id is not null
                     and (not c.removed or (select app.can_edit_recording(recording))))
$function$;
grant execute on function app.discussion_guests(uuid) to anon;
grant execute on function app.discussion_guests(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.ban_guest(recording uuid, guest uuid, is_banned boolean)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.guests g set banned = is_banned
   where g.id = guest and g.owner_id = auth.uid()
     and exists (select from public.recordings r
                  where r.id = recording and r.owner_id = auth.uid() and r.deleted_at is null)
     and (exists (select from public.comments c where c.recording_id = recording and c.guest_id = guest)
       or exists (select from public.shares s cross join lateral private.recordings_of(s) r
                   where s.id = g.share_id and r.id = recording))
  returning g.id
$function$;
grant execute on function app.ban_guest(uuid,uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION app.claim_guest(guest uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.claim_guest(uuid) to authenticated;
