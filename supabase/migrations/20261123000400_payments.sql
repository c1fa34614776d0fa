-- What is sold is billed by Stripe. Rows here follow what Stripe says; nothing here is believed without asking it.

-- Whose customer is whose, and how far talking with Stripe has come.
create table private.billing (
  user_id uuid primary key references public.users on delete cascade,
  customer_id text unique,
  -- The one Checkout that is open, and what it sells.
  checkout_id text,
  checkout_for text,
  -- Part of every idempotency key: an attempt whose outcome is not known is made again as the same.
  attempt int not null default 0,
  -- One change at a time; whoever died while at it is not waited for.
  busy_by uuid,
  busy_until timestamptz,
  -- Who begins to read takes a ticket; what an earlier ticket has read is never written over a later one's.
  tickets bigint not null default 0,
  written_ticket bigint not null default 0,
  read_at timestamptz
);
alter table private.billing enable row level security;

-- Stripe's prices by what they sell and for how much; without a plan it is the subtitle add-on's.
-- Former prices stay: who subscribed at one keeps it.
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

-- Each event once: Stripe sends some twice.
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

-- What is billed, as its person may see it: the items of the Stripe subscription, what is paid for them per
-- month, and a change that counts once it is paid.
alter table public.subscriptions
  add column plan_billing_id text,
  add column monthly_cents int not null default 0,
  add column past_due_since timestamptz,
  add column pending_plan_id uuid references public.plans,
  add column pending_addon boolean not null default false,
  add column pay_url text;
create index subscriptions_pending_plan on public.subscriptions (pending_plan_id);

-- False where somebody has read later than this: then it must be read again. An item that is billed decides;
-- what never was billed (an operator's gift) is not taken away because nothing is billed for it.
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
    will_be.subtitle_addon_started_at := coalesce(now_is.subtitle_addon_started_at, billed.addon_since);
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
revoke execute on function private.write_billing(uuid, bigint, jsonb) from public;

-- Revenue is what people really pay, at the prices they have: a price that was raised changes nothing for them.
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
           coalesce(sum(s.monthly_cents) filter (where s.paid_until > now()), 0) / 100.0
      from public.storage_usage u
      join public.subscriptions s using (user_id)
      join public.plans p on p.id = s.plan_id;
end $$;

-- Whether the caller has paid for anything yet: then there are invoices, and a card, to look at.
create function app.is_billed() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.billing
                  where user_id = (select auth.uid()) and customer_id is not null)
$$;

-- So long everything works although a payment has failed.
create function app.days_of_grace() returns interval
language sql immutable set search_path = '' as $$ select interval '7 days' $$;

revoke execute on function app.is_billed(), app.days_of_grace() from public;
grant execute on function app.is_billed(), app.days_of_grace() to authenticated;

-- What an admin should know of: money that somebody wants back.
create table public.payment_notes (
  -- Of what happened at Stripe, so that it is noted once.
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
