-- The admin area: acts on other people's accounts and recordings. Each checks for itself who may do it, writes its
-- line into the audit log and tells whom it concerns, all in one transaction; the guard of the route is a courtesy.

create function app.assert_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.is_admin() then
    raise exception 'Only admins can do this' using errcode = 'KN403', detail = 'admins_only';
  end if;
end $$;

create function app.assert_super_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_admin();
  if not app.is_super_admin() then
    raise exception 'Only super admins can do this'
      using errcode = 'KN403', detail = 'super_admins_only';
  end if;
end $$;

-- Rules that hold for every change of somebody else's account. Two who act on each other's at once must not both
-- succeed: nobody would be left.
create function private.assert_may_change(target uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  actor_role text;
  target_role text;
begin
  perform private.take_turn();
  perform app.assert_admin();
  select role into actor_role from public.users where id = auth.uid();
  select role into target_role from public.users where id = target;
  if target_role is null then
    raise exception 'User not found' using errcode = 'KN404', detail = 'user_not_found';
  end if;
  if target = auth.uid() then
    raise exception 'You cannot change your own account here'
      using errcode = 'KN403', detail = 'own_account';
  end if;
  if target_role = 'super_admin' and actor_role <> 'super_admin' then
    raise exception 'Only super admins can change a super admin'
      using errcode = 'KN403', detail = 'super_admins_only';
  end if;
end $$;

-- Revenue is what people really pay, at the prices they have: a price that was raised changes nothing for them.
create function app.admin_stats()
returns table (total_users bigint, total_videos bigint, total_storage_bytes bigint,
               active_subscriptions bigint, monthly_usd numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_admin();
  return query
    select held.people, held.recordings, held.bytes, paying.people, paying.usd
      from (select count(*) as people, coalesce(sum(u.recording_count), 0)::bigint as recordings,
                   coalesce(sum(u.used_bytes), 0)::bigint as bytes
              from public.storage_usage u) held,
           (select coalesce(sum(s.people) filter (where p.price_usd > 0), 0)::bigint as people,
                   coalesce(sum(s.cents), 0) / 100.0 as usd
              from (select plan_id, count(*) as people,
                           sum(monthly_cents) filter (where paid_until > now()) as cents
                      from public.subscriptions group by plan_id) s
              join public.plans p on p.id = s.plan_id) paying;
end $$;

-- The person whom an admin looks at, in one row.
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

-- Accounts ------------------------------------------------------------------------------

create function app.change_role(target uuid, wanted text) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  perform private.take_turn();
  perform app.assert_admin();
  if not exists (select 1 from public.users where id = auth.uid() and role = 'super_admin') then
    raise exception 'Only super admins can change user roles'
      using errcode = 'KN403', detail = 'super_admins_only';
  end if;
  perform private.assert_may_change(target);
  return query select * from private.set_role(target, wanted);
end $$;

create function app.change_suspension(target uuid, wanted boolean) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_may_change(target);
  return query update public.users set suspended = wanted where id = target returning *;
end $$;

create function app.confirm_email(target uuid) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_may_change(target);
  update private.credentials set email_verified = true where user_id = target and not email_verified;
  if found then
    perform private.note('email_confirmed', u.id, u.email) from public.users u where u.id = target;
  end if;
  return query select * from public.users where id = target;
end $$;

-- For the table of users: nobody else's business.
create function app.is_email_confirmed(account uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.is_admin() and (select email_verified from private.credentials where user_id = account);
end $$;

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

-- Admins do not delete each other; super admins delete them. Where nothing was typed, it is only said who may.
create function app.delete_account_of(target uuid, typed text) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_may_change(target);
  if not app.is_super_admin() and exists (select 1 from public.users where id = target and role <> 'user') then
    raise exception 'Only super admins can delete an admin' using errcode = 'KN403', detail = 'super_admins_only';
  end if;
  if typed is not null then return next private.delete_account(target, typed); end if;
end $$;

-- Recordings ----------------------------------------------------------------------------

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
    raise exception 'Only super admins can delete a super admin''s recordings'
      using errcode = 'KN403', detail = 'super_admins_only';
  end if;
  delete from public.recordings where id = target;
  perform private.note('video_deleted', target, video.filename,
    jsonb_build_object('owner', owner.email, 'size', video.size, 'created_at', video.created_at));
  if owner.id <> auth.uid() then
    insert into public.notices (user_id, kind, title) values (owner.id, 'video_deleted', video.filename);
  end if;
end $$;

-- A video that cannot be deleted keeps none of the others: each says for itself what became of it.
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

grant execute on function app.assert_admin(), app.assert_super_admin(), app.admin_stats(), app.person(uuid),
  app.change_role(uuid, text), app.change_suspension(uuid, boolean), app.confirm_email(uuid),
  app.is_email_confirmed(uuid), app.sessions_of(uuid), app.end_sessions_of(uuid, uuid),
  app.give_plan(uuid, uuid, timestamptz), app.delete_account_of(uuid, text), app.delete_videos(uuid[]),
  app.delete_video_now(uuid) to authenticated;
