-- What admins do to other people's recordings and accounts. Each act checks for itself who may, writes its line
-- into the audit log and tells whom it concerns, all in one transaction.

-- For the lists of the admin area.
create policy "admins see every subscription" on public.subscriptions
  for select to authenticated using ((select app.is_admin()));
create policy "admins see what every account holds" on public.storage_usage
  for select to authenticated using ((select app.is_admin()));

create index users_newest on public.users (created_at desc, id);
create index recordings_newest_of_all on public.recordings (created_at desc, id desc);

-- Notices of what is gone ------------------------------------------------------------

-- Such a notice outlives its recording, so it carries the title.
alter table public.notices
  drop constraint notices_kind_check,
  alter column recording_id drop not null,
  add column title text,
  add constraint notices_kind_check
    check (kind in ('comment', 'reply', 'first_view', 'video_deleted')),
  add constraint notices_of_what check ((kind = 'video_deleted') = (recording_id is null));

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

-- Recordings ---------------------------------------------------------------------------

create function private.delete_video(target uuid) returns void
language plpgsql set search_path = '' as $$
declare
  video public.recordings;
  owner public.users;
begin
  select * into video from public.recordings where id = target for update;
  if not found then
    raise exception 'Video not found' using errcode = 'KN404', detail = 'not_found';
  end if;
  select * into owner from public.users where id = video.owner_id;
  if owner.role = 'super_admin' and owner.id <> auth.uid() and not app.is_super_admin() then
    raise exception 'Only super admins can delete a super admin''s videos'
      using errcode = 'KN403', detail = 'super_admins_only';
  end if;
  delete from public.recordings where id = target;
  perform private.note('video_deleted', target, video.filename,
    jsonb_build_object('owner', owner.email, 'size', video.size, 'created_at', video.created_at));
  if owner.id <> auth.uid() then
    insert into public.notices (user_id, kind, title) values (owner.id, 'video_deleted', video.filename);
  end if;
end $$;

-- One that cannot be deleted keeps none of the others: each says for itself what became of it.
create function app.delete_videos(targets uuid[]) returns table (id uuid, refused text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform app.assert_admin();
  foreach id in array targets loop
    refused := null;
    begin
      perform private.delete_video(id);
    exception when sqlstate 'KN403' or sqlstate 'KN404' then
      refused := sqlerrm;
    end;
    return next;
  end loop;
end $$;

-- The same for one, refused as it is.
create function app.delete_video_now(target uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.assert_admin();
  perform private.delete_video(target);
end $$;

-- Whoever an admin looks at, in one row.
create function app.person(target uuid)
returns table ("user" jsonb, last_active_at timestamptz, holdings jsonb, plan jsonb, drive_connected boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_admin();
  return query
    select to_jsonb(u) || jsonb_build_object('plan', p.name, 'email_confirmed', c.email_verified),
           u.last_active_at,
           jsonb_build_object(
             'recordings', h.recording_count, 'bytes', h.used_bytes + h.drive_bytes,
             'links', (select count(*) from public.shares l
                        where l.owner_id = u.id and (l.expires_at is null or l.expires_at > now())),
             'comments', (select count(*) from public.comments t where t.author_id = u.id)),
           jsonb_build_object('id', p.id, 'name', p.name, 'paid', s.plan_billing_id is not null,
                              'gift_until', s.gift_until),
           app.has_drive(u.id)
      from public.users u
      join private.credentials c on c.user_id = u.id
      join public.storage_usage h on h.user_id = u.id
      join public.subscriptions s on s.user_id = u.id
      join public.plans p on p.id = s.plan_id
     where u.id = target;
end $$;

-- Sessions ---------------------------------------------------------------------------------

create function app.sessions_of(target uuid) returns setof public.sessions
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_admin();
  return query select s.* from public.sessions s
                where s.user_id = target and not private.is_over(s)
                order by s.last_seen_at desc, s.id limit 100;
end $$;

-- All of them, or one.
create function app.end_sessions_of(target uuid, one uuid default null) returns setof public.sessions
language plpgsql security definer set search_path = '' as $$
declare
  ended int;
begin
  perform private.assert_may_change(target);
  return query delete from public.sessions s
                where s.user_id = target and (one is null or s.id = one) returning s.*;
  get diagnostics ended = row_count;
  if ended = 0 then return; end if;
  perform private.note('sessions_ended', u.id, u.email, jsonb_build_object('sessions', ended))
     from public.users u where u.id = target;
end $$;

-- Plans by hand ------------------------------------------------------------------------------

alter table public.subscriptions
  add column gift_until timestamptz,
  -- What it goes back to when the gift ends.
  add column plan_before_gift uuid references public.plans;
create index subscriptions_gifts on public.subscriptions (gift_until) where gift_until is not null;
create index subscriptions_plan_before_gift on public.subscriptions (plan_before_gift);

-- Another plan, chosen or paid for, is no gift any more.
create function private.end_gift_with_plan() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.gift_until is not distinct from old.gift_until then
    new.gift_until := null;
    new.plan_before_gift := null;
  end if;
  return new;
end $$;
create trigger end_gift_with_plan before update of plan_id on public.subscriptions
  for each row when (old.gift_until is not null and new.plan_id <> old.plan_id)
  execute function private.end_gift_with_plan();

-- For good, or as a gift that ends by itself.
create function app.give_plan(target uuid, wanted uuid, until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was record;
  plan public.plans;
begin
  perform private.assert_may_change(target);
  select * into plan from public.plans where id = wanted;
  if not found then
    raise exception 'This plan does not exist.' using errcode = 'KN404', detail = 'plan_not_found';
  end if;
  if until <= now() then
    raise exception 'A gift ends in the future.' using errcode = 'KN422', detail = 'gift_over';
  end if;
  select s.*, p.name as plan_name into was
    from public.subscriptions s join public.plans p on p.id = s.plan_id
   where s.user_id = target for update of s;
  if was.plan_billing_id is not null then
    raise exception 'They pay for their plan. Only they can change it.'
      using errcode = 'KN409', detail = 'plan_is_paid';
  end if;
  -- Apart, so that the trigger above sees a new gift and not a changed one.
  update public.subscriptions set gift_until = null, plan_before_gift = null where user_id = target;
  update public.subscriptions s set
    plan_id = plan.id,
    status = 'active',
    storage_type = case when plan.price_usd = 0 then 'google_drive' else 's3' end,
    gift_until = until,
    plan_before_gift = case when until is not null then coalesce(was.plan_before_gift, was.plan_id) end,
    updated_at = now()
   where s.user_id = target;
  perform private.note('plan_given', u.id, u.email,
      jsonb_build_object('plan', was.plan_name, 'until', was.gift_until),
      jsonb_build_object('plan', plan.name, 'until', until))
     from public.users u where u.id = target;
end $$;

-- What was there before comes back; how many gifts have ended.
create function private.end_gifts() returns int
language plpgsql set search_path = '' as $$
declare
  ended int;
begin
  update public.subscriptions s set
    plan_id = p.id,
    storage_type = case when p.price_usd = 0 then 'google_drive' else 's3' end,
    gift_until = null, plan_before_gift = null, updated_at = now()
   from public.plans p
   where p.id = s.plan_before_gift and s.gift_until <= now();
  get diagnostics ended = row_count;
  return ended;
end $$;

-- Accounts that go -----------------------------------------------------------------------------

-- With everything of theirs: rows by their keys, bytes by the job that their rows are listed for.
create function private.delete_account(target uuid, typed text) returns public.users
language plpgsql set search_path = '' as $$
declare
  account public.users;
begin
  perform private.take_turn();
  select * into account from public.users where id = target for update;
  if not found then
    raise exception 'User not found' using errcode = 'KN404', detail = 'user_not_found';
  end if;
  if lower(btrim(typed)) <> lower(account.email) then
    raise exception 'This is not the e-mail address of the account.'
      using errcode = 'KN422', detail = 'email_differs';
  end if;
  if account.role = 'super_admin' and not exists (
    select 1 from public.users where id <> target and role = 'super_admin' and not suspended)
  then
    raise exception 'Nobody else is super admin. Make somebody else one first.'
      using errcode = 'KN409', detail = 'last_super_admin';
  end if;
  if exists (select 1 from public.subscriptions
              where user_id = target
                and (plan_billing_id is not null or subtitle_addon_billing_id is not null)) then
    raise exception 'Something is still being paid for. Cancel it first, so that nothing is charged any more.'
      using errcode = 'KN409', detail = 'still_paid';
  end if;
  perform private.note('account_deleted', account.id, account.email,
    (select jsonb_build_object('username', account.username, 'role', account.role,
                               'recordings', u.recording_count, 'bytes', u.used_bytes)
       from public.storage_usage u where u.user_id = target));
  delete from public.users where id = target;
  return account;
end $$;

create function app.delete_account_of(target uuid, typed text) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_may_change(target);
  return next private.delete_account(target, typed);
end $$;

create function app.delete_my_account(typed text) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  return next private.delete_account((select auth.uid()), typed);
end $$;

revoke execute on all functions in schema private from public;
revoke execute on function app.delete_videos(uuid[]), app.delete_video_now(uuid), app.person(uuid), app.sessions_of(uuid),
  app.end_sessions_of(uuid, uuid), app.give_plan(uuid, uuid, timestamptz),
  app.delete_account_of(uuid, text), app.delete_my_account(text) from public;
grant execute on function app.delete_videos(uuid[]), app.delete_video_now(uuid), app.person(uuid), app.sessions_of(uuid),
  app.end_sessions_of(uuid, uuid), app.give_plan(uuid, uuid, timestamptz),
  app.delete_account_of(uuid, text), app.delete_my_account(text) to authenticated;
