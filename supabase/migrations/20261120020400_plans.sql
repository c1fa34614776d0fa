-- Plans, the plan each account is on, and how it is paid. Prices and sizes are data: edit them here or in place.

create table public.plans (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  price_usd numeric(8, 2) not null check (price_usd >= 0),
  -- Room in the provider's cloud; 0 for a plan whose recordings lie on the connected drive.
  storage_gb int not null check (storage_gb >= 0),
  -- The lines below the storage on the plan's card, in this order: json keeps it, jsonb would not.
  features json not null default '{}',
  position int not null default 0
);
alter table public.plans enable row level security;
grant select on public.plans to anon, authenticated;

create policy "anyone sees the plans" on public.plans for select to anon, authenticated using (true);

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
  storage_type app.storage_type not null default 's3' check (storage_type <> 'local'),
  subtitle_addon_enabled boolean not null default false,
  subtitle_addon_started_at timestamptz,
  subtitle_addon_billing_id text,
  updated_at timestamptz not null default now(),
  paid_until timestamptz,
  -- The recordings of an account that left a plan with a cloud of its own move to its drive, once there is one.
  homeward boolean not null default false,
  -- The items of the Stripe subscription, the sum that is paid for them each month, and a change that counts
  -- once it is paid.
  plan_billing_id text,
  monthly_cents int not null default 0,
  past_due_since timestamptz,
  pending_plan_id uuid references public.plans,
  pending_addon boolean not null default false,
  pay_url text,
  gift_until timestamptz,
  -- The plan that comes back when the gift ends.
  plan_before_gift uuid references public.plans
);
create index subscriptions_plan on public.subscriptions (plan_id);
create index subscriptions_homeward on public.subscriptions (user_id) where homeward;
create index subscriptions_pending_plan on public.subscriptions (pending_plan_id);
create index subscriptions_gifts on public.subscriptions (gift_until) where gift_until is not null;
create index subscriptions_plan_before_gift on public.subscriptions (plan_before_gift);
alter table public.subscriptions enable row level security;
grant select on public.subscriptions to authenticated;

create policy "people see their own subscription" on public.subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "admins see every subscription" on public.subscriptions
  for select to authenticated using ((select app.is_admin()));

-- The sums of what an account holds, kept by triggers: no screen ever counts history.
create table public.storage_usage (
  user_id uuid primary key references public.users on delete cascade,
  used_bytes bigint not null default 0,
  recording_count int not null default 0,
  drive_bytes bigint not null default 0,
  -- How many of an account's recordings lie in the trash; `recording_count` has these, too.
  trash_count int not null default 0
);
create index storage_usage_fullest on public.storage_usage (recording_count desc, user_id);
alter table public.storage_usage enable row level security;
grant select on public.storage_usage to authenticated;

create policy "people see their own usage" on public.storage_usage
  for select to authenticated using (user_id = (select auth.uid()));
create policy "admins see what every account holds" on public.storage_usage
  for select to authenticated using ((select app.is_admin()));

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

create function private.announce_subscription() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'subscription', 'user:' || new.user_id, true);
  return null;
end $$;
create trigger announce_subscription after update on public.subscriptions
  for each row execute function private.announce_subscription();

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

-- A second request changes nothing, so that the minutes of a running period keep their start.
create function app.switch_subtitle_addon(wanted boolean) returns void
language sql security definer set search_path = '' as $$
  update public.subscriptions set
    subtitle_addon_enabled = wanted,
    subtitle_addon_started_at = case when wanted then now() end,
    updated_at = now()
   where user_id = (select auth.uid()) and subtitle_addon_enabled <> wanted
$$;

-- Plans by hand ------------------------------------------------------------------------

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

-- Gives accounts the plan from before their gift back; returns how many gifts have ended.
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

-- Billing -------------------------------------------------------------------------------
-- Stripe bills the plans. Rows here follow Stripe's answers; nothing here is believed without asking it.

-- The Stripe customer of each account, and the state of our exchange with Stripe.
create table private.billing (
  user_id uuid primary key references public.users on delete cascade,
  customer_id text unique,
  -- The one Checkout that is open, and what it sells.
  checkout_id text,
  checkout_for text,
  -- Part of every idempotency key: an attempt whose outcome is not known is made again as the same.
  attempt int not null default 0,
  -- One change at a time; a process that died during its change is not waited for.
  busy_by uuid,
  busy_until timestamptz,
  -- Each reading of Stripe begins with a ticket; the result of an earlier ticket never replaces that of a later one.
  tickets bigint not null default 0,
  written_ticket bigint not null default 0,
  read_at timestamptz,
  busy_process uuid
);
alter table private.billing enable row level security;

-- Stripe's prices, by the plan they sell and the sum; a price without a plan is the subtitle add-on's. Former
-- prices stay: a subscriber from before keeps the old price.
create table private.prices (
  lookup_key text not null,
  cents int not null,
  price_id text not null unique,
  product_id text not null,
  plan_id uuid references public.plans on delete cascade,
  primary key (lookup_key, cents)
);
create index prices_of_plan on private.prices (plan_id);
alter table private.prices enable row level security;

-- Each event is kept once: Stripe sends some twice.
create table private.stripe_events (
  id text primary key,
  type text not null,
  customer_id text,
  object_id text,
  received_at timestamptz not null default now(),
  done_at timestamptz
);
create index stripe_events_received_at on private.stripe_events (received_at);
alter table private.stripe_events enable row level security;

-- False where a later reading was written before: then Stripe must be read again. An item that is billed decides; a
-- plan or add-on that was never billed (an operator's gift) is not taken away because no item is billed for it.
create function private.write_billing(account uuid, ticket bigint, truth jsonb) returns boolean
language plpgsql set search_path = '' as $$
declare
  billed record;
  now_is public.subscriptions;
  will_be public.subscriptions;
begin
  update private.billing set written_ticket = ticket, read_at = now()
   where user_id = account and written_ticket < ticket;
  if not found then return false; end if;
  select * into billed from jsonb_to_record(truth) as t(
    plan_id uuid, plan_item text, addon_item text, addon_since timestamptz, past_due_since timestamptz,
    paid_until timestamptz, monthly_cents int, pending_plan_id uuid, pending_addon boolean, pay_url text);
  select * into now_is from public.subscriptions where user_id = account for update;
  will_be := now_is;
  if billed.plan_item is not null then
    will_be.plan_id := billed.plan_id;
  elsif now_is.plan_billing_id is not null then
    will_be.plan_id := (select id from public.plans where price_usd = 0 order by position limit 1);
  end if;
  if will_be.plan_id <> now_is.plan_id then
    will_be.storage_type := (select case when price_usd = 0 then 'google_drive' else 's3' end
                               from public.plans where id = will_be.plan_id);
  end if;
  if billed.addon_item is not null then
    will_be.subtitle_addon_enabled := true;
    will_be.subtitle_addon_started_at := billed.addon_since;
  elsif now_is.subtitle_addon_billing_id is not null then
    will_be.subtitle_addon_enabled := false;
    will_be.subtitle_addon_started_at := null;
  end if;
  will_be.plan_billing_id := billed.plan_item;
  will_be.subtitle_addon_billing_id := billed.addon_item;
  will_be.status := case when billed.past_due_since is null then 'active' else 'past_due' end;
  will_be.past_due_since := billed.past_due_since;
  will_be.paid_until := billed.paid_until;
  will_be.monthly_cents := billed.monthly_cents;
  will_be.pending_plan_id := billed.pending_plan_id;
  will_be.pending_addon := billed.pending_addon;
  will_be.pay_url := billed.pay_url;
  if will_be is distinct from now_is then
    update public.subscriptions set
      plan_id = will_be.plan_id, storage_type = will_be.storage_type, status = will_be.status,
      subtitle_addon_enabled = will_be.subtitle_addon_enabled,
      subtitle_addon_started_at = will_be.subtitle_addon_started_at,
      subtitle_addon_billing_id = will_be.subtitle_addon_billing_id,
      plan_billing_id = will_be.plan_billing_id, past_due_since = will_be.past_due_since,
      paid_until = will_be.paid_until, monthly_cents = will_be.monthly_cents,
      pending_plan_id = will_be.pending_plan_id, pending_addon = will_be.pending_addon,
      pay_url = will_be.pay_url, updated_at = now()
     where user_id = account;
  end if;
  return true;
end $$;

-- Whether the caller has paid for anything yet: then there are invoices, and a card, to look at.
create function app.is_billed() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.billing
                  where user_id = (select auth.uid()) and customer_id is not null)
$$;

-- How long everything works although a payment has failed.
create function app.days_of_grace() returns interval
language sql immutable set search_path = '' as $$ select interval '7 days' $$;

-- News of payments for admins: money that somebody wants back.
create table public.payment_notes (
  -- The id of the event at Stripe, so that it is noted once.
  id text primary key,
  title text not null,
  created_at timestamptz not null default now()
);
create index payment_notes_created_at on public.payment_notes (created_at desc);
alter table public.payment_notes enable row level security;
grant select on public.payment_notes to authenticated;

create policy "admins see what happened to payments" on public.payment_notes
  for select to authenticated using ((select app.is_admin()));
create trigger announce_payment_note after insert on public.payment_notes
  for each row execute function private.announce_activity('activity');

grant execute on function app.change_plan(uuid), app.cancel_subscription(), app.switch_subtitle_addon(boolean),
  app.is_billed(), app.days_of_grace() to authenticated;
