-- Written by `bun run schema` from the migrations: read it, and change those.

CREATE OR REPLACE FUNCTION app.assert_admin()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not app.is_admin() then
    raise exception 'Only admins can do this' using errcode = 'KN403', detail = 'admins_only';
  end if;
end $function$;
grant execute on function app.assert_admin() to authenticated;

CREATE OR REPLACE FUNCTION app.assert_super_admin()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.assert_admin();
  if not app.is_super_admin() then
    raise exception 'Only super admins can do this'
      using errcode = 'KN403', detail = 'super_admins_only';
  end if;
end $function$;
grant execute on function app.assert_super_admin() to authenticated;

CREATE OR REPLACE FUNCTION private.assert_may_change(target uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.admin_stats()
 RETURNS TABLE(total_users bigint, total_videos bigint, total_storage_bytes bigint, active_subscriptions bigint, monthly_usd numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.assert_admin();
  return query
    select held.people, held.recordings, held.bytes, paying.people, paying.usd
      from (select count(*) as people, coalesce(sum(u.recording_count - u.trash_count), 0)::bigint as recordings,
                   coalesce(sum(u.used_bytes), 0)::bigint as bytes
              from public.storage_usage u) held,
           (select coalesce(sum(s.people) filter (where p.price_usd > 0), 0)::bigint as people,
                   coalesce(sum(s.cents), 0) / 100.0 as usd
              from (select plan_id, count(*) as people,
                           sum(monthly_cents) filter (where paid_until > now()) as cents
                      from public.subscriptions group by plan_id) s
              join public.plans p on p.id = s.plan_id) paying;
end $function$;
grant execute on function app.admin_stats() to authenticated;

CREATE OR REPLACE FUNCTION app.person(target uuid)
 RETURNS TABLE("user" jsonb, last_active_at timestamp with time zone, holdings jsonb, plan jsonb, drive_connected boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.assert_admin();
  return query
    select to_jsonb(u) || jsonb_build_object('plan', p.name, 'email_confirmed', c.email_verified),
           u.last_active_at,
           jsonb_build_object(
             'recordings', h.recording_count - h.trash_count, 'bytes', h.used_bytes + h.drive_bytes,
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
end $function$;
grant execute on function app.person(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.change_role(target uuid, wanted text)
 RETURNS SETOF public.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.take_turn();
  perform app.assert_admin();
  if not exists (select 1 from public.users where id = auth.uid() and role = 'super_admin') then
    raise exception 'Only super admins can change user roles'
      using errcode = 'KN403', detail = 'super_admins_only';
  end if;
  perform private.assert_may_change(target);
  return query select * from private.set_role(target, wanted);
end $function$;
grant execute on function app.change_role(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION app.change_suspension(target uuid, wanted boolean)
 RETURNS SETOF public.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.assert_may_change(target);
  return query update public.users set suspended = wanted where id = target returning *;
end $function$;
grant execute on function app.change_suspension(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION app.confirm_email(target uuid)
 RETURNS SETOF public.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.assert_may_change(target);
  update private.credentials set email_verified = true where user_id = target and not email_verified;
  if found then
    perform private.note('email_confirmed', u.id, u.email) from public.users u where u.id = target;
  end if;
  return query select * from public.users where id = target;
end $function$;
grant execute on function app.confirm_email(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.is_email_confirmed(account uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return app.is_admin() and (select email_verified from private.credentials where user_id = account);
end $function$;
grant execute on function app.is_email_confirmed(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.sessions_of(target uuid)
 RETURNS SETOF public.sessions
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.assert_admin();
  return query select s.* from public.sessions s
                where s.user_id = target and not private.is_over(s)
                order by s.last_seen_at desc, s.id limit 100;
end $function$;
grant execute on function app.sessions_of(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.end_sessions_of(target uuid, one uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.sessions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.end_sessions_of(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.give_plan(target uuid, wanted uuid, until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.give_plan(uuid,uuid,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION app.delete_account_of(target uuid, typed text)
 RETURNS SETOF public.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.assert_may_change(target);
  if not app.is_super_admin() and exists (select 1 from public.users where id = target and role <> 'user') then
    raise exception 'Only super admins can delete an admin' using errcode = 'KN403', detail = 'super_admins_only';
  end if;
  if typed is not null then return next private.delete_account(target, typed); end if;
end $function$;
grant execute on function app.delete_account_of(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.delete_video(target uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.delete_videos(targets uuid[])
 RETURNS TABLE(id uuid, refused text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.delete_videos(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION app.delete_video_now(target uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.assert_admin();
  perform private.delete_video(target);
end $function$;
grant execute on function app.delete_video_now(uuid) to authenticated;
