-- Whether somebody's recordings have a place, asked by the screens and by saving alike.
create function private.has_storage(account uuid) returns boolean
language sql stable set search_path = '' as $$
  select app.has_drive(account)
    or exists (select 1 from public.preferences
                where user_id = account and preferred_storage = 's3')
    or exists (select 1 from public.subscriptions s join public.plans p on p.id = s.plan_id
                where s.user_id = account and s.status = 'active'
                  and (p.price_usd > 0 or p.storage_gb > 0))
$$;

create or replace function app.is_storage_configured() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_storage((select auth.uid()))
$$;

create or replace function app.assert_room(account uuid, wanted bigint, disk_free bigint default null)
returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  room bigint := coalesce(app.storage_limit_bytes(account), 0);
  used bigint := (select used_bytes from public.storage_usage where user_id = account);
begin
  if not private.has_storage(account) then
    raise exception 'Storage is not set up. Connect Google Drive or choose a plan with cloud storage.'
      using errcode = 'KN402', detail = 'storage_not_configured';
  end if;
  if room = 0 then
    raise exception 'Your plan has no room in the cloud. Choose a plan that has some.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if used + wanted > room then
    raise exception 'Your storage is full. Delete recordings or choose a larger plan.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if used + private.reserved_bytes(account) + wanted > room then
    raise exception 'Uploads that are not finished need the rest of your storage. Wait for them, or give one up.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if disk_free is not null and wanted > disk_free then
    raise exception 'This server has no room left. Ask its operator to free some.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
end $$;

-- What is earned is what was paid for: whoever takes payments writes this, and nobody else.
alter table public.subscriptions add column paid_until timestamptz;

create or replace function app.admin_stats()
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
           coalesce(sum(p.price_usd + case when s.subtitle_addon_enabled then 3 else 0 end)
             filter (where s.paid_until > now()), 0)
      from public.storage_usage u
      join public.subscriptions s using (user_id)
      join public.plans p on p.id = s.plan_id;
end $$;

revoke execute on function private.has_storage(uuid) from public;

-- What was taken for nothing: the act that it was taken for has been refused.
create function private.give_token(bucket text, capacity double precision) returns void
language sql set search_path = '' as $$
  update private.buckets set tokens = least(capacity, tokens + 1) where name = bucket
$$;
revoke execute on function private.give_token(text, double precision) from public;
