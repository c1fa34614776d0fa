-- The admin area. Each act checks for itself who may do it: the guard of the route is a courtesy.

create function app.assert_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.is_admin() then
    raise exception 'Only admins can do this' using errcode = 'KN403', detail = 'admins_only';
  end if;
end $$;

-- Sums over one small row per account, never over recordings.
create function app.admin_stats()
returns table (total_users bigint, total_videos bigint, total_storage_bytes bigint,
               active_subscriptions bigint, monthly_usd numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.assert_admin();
  return query
    select count(*),
           coalesce(sum(u.recording_count), 0)::bigint,
           coalesce(sum(u.used_bytes), 0)::bigint,
           count(*) filter (where p.price_usd > 0),
           coalesce(sum(p.price_usd + case when s.subtitle_addon_enabled then 3 else 0 end), 0)
      from public.storage_usage u
      join public.subscriptions s using (user_id)
      join public.plans p on p.id = s.plan_id;
end $$;

-- Rules that hold for every change of somebody else's account.
create function private.assert_may_change(target uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := (select role from public.users where id = auth.uid());
  target_role text := (select role from public.users where id = target);
begin
  perform app.assert_admin();
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

create function app.change_role(target uuid, wanted text) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  -- Two super admins who demote each other at once must not leave the server without one.
  perform pg_advisory_xact_lock(hashtext('kinora.roles'));
  perform app.assert_admin();
  if not exists (select 1 from public.users where id = auth.uid() and role = 'super_admin') then
    raise exception 'Only super admins can change user roles'
      using errcode = 'KN403', detail = 'super_admins_only';
  end if;
  perform private.assert_may_change(target);
  return query update public.users set role = wanted where id = target returning *;
end $$;

create function app.change_suspension(target uuid, wanted boolean) returns setof public.users
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_may_change(target);
  return query update public.users set suspended = wanted where id = target returning *;
end $$;

revoke execute on function private.assert_may_change(uuid) from public;
revoke execute on function app.assert_admin(), app.admin_stats(), app.change_role(uuid, text),
  app.change_suspension(uuid, boolean) from public;
grant execute on function app.assert_admin(), app.admin_stats(), app.change_role(uuid, text),
  app.change_suspension(uuid, boolean) to authenticated;

-- Presence and activity reach open dashboards without being asked for.
create function private.announce_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, tg_argv[0], 'admin', true);
  return null;
end $$;
create trigger announce_new_account after insert on public.users
  for each row execute function private.announce_activity('activity');
create trigger announce_new_recording after insert on public.recordings
  for each row execute function private.announce_activity('activity');
-- Only a change of what is shown is news: a ping every five minutes from somebody online is not.
create trigger announce_presence after update of last_active_at on public.users
  for each row
  when (old.last_active_at is null or old.last_active_at < new.last_active_at - interval '5 minutes 30 seconds')
  execute function private.announce_activity('presence');
revoke execute on function private.announce_activity() from public;
