-- Plans and what each account is subscribed to. Prices and sizes are data: edit them here or in place.

create table public.plans (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  price_usd numeric(8, 2) not null check (price_usd >= 0),
  -- Room in the provider's cloud; 0 for a plan that lives on the connected drive.
  storage_gb int not null check (storage_gb >= 0),
  -- What its card says beneath the storage, in this order: json keeps it, jsonb would not.
  features json not null default '{}',
  position int not null default 0
);

insert into public.plans (id, name, price_usd, storage_gb, features, position) values
  ('00000000-0000-4000-8000-000000000001', 'Free', 0, 0,
   '{"recording": "Unlimited recordings, up to 4K", "room": "Kept in your own Google Drive", "sharing": "Share links, comments and reactions"}', 1),
  ('00000000-0000-4000-8000-000000000002', 'Starter', 5, 25,
   '{"recording": "Unlimited recordings, up to 4K", "room": "About 11 hours in 1080p", "sharing": "Share links, comments and reactions", "account": "No Google account needed"}', 2),
  ('00000000-0000-4000-8000-000000000003', 'Pro', 12, 100,
   '{"recording": "Unlimited recordings, up to 4K", "room": "About 46 hours in 1080p", "sharing": "Share links, comments and reactions", "account": "No Google account needed"}', 3),
  ('00000000-0000-4000-8000-000000000004', 'Premium', 29, 500,
   '{"recording": "Unlimited recordings, up to 4K", "room": "About 230 hours in 1080p", "sharing": "Share links, comments and reactions", "account": "No Google account needed"}', 4);

create table public.subscriptions (
  user_id uuid primary key references public.users on delete cascade,
  plan_id uuid not null references public.plans,
  status text not null default 'active' check (status in ('active', 'past_due', 'cancelled')),
  storage_type text not null default 's3' check (storage_type in ('google_drive', 's3')),
  subtitle_addon_enabled boolean not null default false,
  subtitle_addon_started_at timestamptz,
  subtitle_addon_billing_id text,
  updated_at timestamptz not null default now()
);
create index subscriptions_plan on public.subscriptions (plan_id);

-- What an account holds, kept by triggers: no screen ever counts history.
create table public.storage_usage (
  user_id uuid primary key references public.users on delete cascade,
  used_bytes bigint not null default 0,
  recording_count int not null default 0
);

-- Every account is on a plan and has a counter from its first moment.
create function private.open_subscription() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.subscriptions (user_id, plan_id, storage_type)
  select new.id, p.id, case when p.price_usd = 0 then 'google_drive' else 's3' end
    from public.plans p
   where p.name = coalesce(nullif(current_setting('kinora.default_plan', true), ''), 'Free');
  insert into public.storage_usage (user_id) values (new.id);
  return null;
end $$;
create trigger open_subscription after insert on public.users
  for each row execute function private.open_subscription();

alter table public.plans enable row level security;
grant select on public.plans to anon, authenticated;
create policy "anyone sees the plans" on public.plans for select to anon, authenticated using (true);

alter table public.subscriptions enable row level security;
grant select on public.subscriptions to authenticated;
create policy "people see their own subscription" on public.subscriptions
  for select to authenticated using (user_id = (select auth.uid()));

alter table public.storage_usage enable row level security;
grant select on public.storage_usage to authenticated;
create policy "people see their own usage" on public.storage_usage
  for select to authenticated using (user_id = (select auth.uid()));

-- Whether an account may keep recordings on the server: a drive of its own, or a paid plan's room.
create function app.storage_limit_bytes(account uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select p.storage_gb::bigint * 1073741824
    from public.subscriptions s join public.plans p on p.id = s.plan_id
   where s.user_id = account and s.status <> 'cancelled'
$$;

-- Refuses by name what an account has no room for; `disk_free` is what the machine itself has left.
create function app.assert_room(account uuid, wanted bigint, disk_free bigint default null)
returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  room bigint := app.storage_limit_bytes(account);
  used bigint := (select used_bytes from public.storage_usage where user_id = account);
begin
  if coalesce(room, 0) = 0 then
    raise exception 'Storage is not set up. Connect Google Drive or choose a plan with cloud storage.'
      using errcode = 'KN402', detail = 'storage_not_configured';
  end if;
  if used + wanted > room then
    raise exception 'Your storage is full. Delete recordings or choose a larger plan.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
  if disk_free is not null and wanted > disk_free then
    raise exception 'This server has no room left. Ask its operator to free some.'
      using errcode = 'KN402', detail = 'quota_exceeded';
  end if;
end $$;

-- Changing plans ---------------------------------------------------------------------
-- Nobody may write a subscription; these functions are the only way.

create function private.set_plan(account uuid, wanted uuid) returns void
language plpgsql set search_path = '' as $$
declare
  plan public.plans;
begin
  select * into plan from public.plans where id = wanted;
  if not found then
    raise exception 'This plan does not exist.' using errcode = 'KN404', detail = 'plan_not_found';
  end if;
  update public.subscriptions set
    plan_id = plan.id,
    status = 'active',
    storage_type = case when plan.price_usd = 0 then 'google_drive' else 's3' end,
    updated_at = now()
   where user_id = account and (plan_id <> plan.id or status <> 'active');
  if not found then
    raise exception 'You are on this plan already.' using errcode = 'KN409', detail = 'same_plan';
  end if;
end $$;

create function app.change_plan(wanted uuid) returns void
language sql security definer set search_path = '' as $$
  select private.set_plan((select auth.uid()), wanted)
$$;

create function app.cancel_subscription() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.set_plan((select auth.uid()), (
    select id from public.plans where price_usd = 0 order by position limit 1));
exception when sqlstate 'KN409' then
  raise exception 'You are on the Free plan already.'
    using errcode = 'KN409', detail = 'already_free';
end $$;

-- Asking twice changes nothing, so that the minutes of a running period keep their start.
create function app.switch_subtitle_addon(wanted boolean) returns void
language sql security definer set search_path = '' as $$
  update public.subscriptions set
    subtitle_addon_enabled = wanted,
    subtitle_addon_started_at = case when wanted then now() end,
    updated_at = now()
   where user_id = (select auth.uid()) and subtitle_addon_enabled <> wanted
$$;

-- The drive's own migration says who has one; until then nobody does.
create function app.has_drive(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$ select false $$;

-- Whether the caller has chosen where recordings go; whether they fit is `assert_room`'s question.
create function app.is_storage_configured() returns boolean
language sql stable security definer set search_path = '' as $$
  select app.has_drive((select auth.uid()))
    or exists (select 1 from public.preferences
                where user_id = (select auth.uid()) and preferred_storage = 's3')
    or exists (select 1 from public.subscriptions s join public.plans p on p.id = s.plan_id
                where s.user_id = (select auth.uid()) and s.status = 'active' and p.price_usd > 0)
$$;

revoke execute on function private.open_subscription(), private.set_plan(uuid, uuid) from public;
revoke execute on function app.storage_limit_bytes(uuid), app.assert_room(uuid, bigint, bigint) from public;
revoke execute on function app.change_plan(uuid), app.cancel_subscription(),
  app.switch_subtitle_addon(boolean), app.has_drive(uuid), app.is_storage_configured() from public;
grant execute on function app.change_plan(uuid), app.cancel_subscription(),
  app.switch_subtitle_addon(boolean), app.is_storage_configured() to authenticated;
