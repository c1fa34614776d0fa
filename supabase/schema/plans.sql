-- Written by `bun run schema` from the migrations: read it, and change those.

create table public.plans (
  id uuid default gen_random_uuid() not null,
  name text not null,
  price_usd numeric(8,2) not null,
  storage_gb integer not null,
  features json default '{}'::json not null,
  "position" integer default 0 not null,
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_name_key UNIQUE (name),
  constraint plans_price_usd_check CHECK ((price_usd >= (0)::numeric)),
  constraint plans_storage_gb_check CHECK ((storage_gb >= 0))
);
alter table public.plans enable row level security;
grant select on public.plans to anon;
grant select on public.plans to authenticated;
create policy "anyone sees the plans" on public.plans for select to anon, authenticated
  using (true);

create table public.subscriptions (
  user_id uuid not null,
  plan_id uuid not null,
  status text default 'active'::text not null,
  storage_type app.storage_type default 's3'::text not null,
  subtitle_addon_enabled boolean default false not null,
  subtitle_addon_started_at timestamp with time zone,
  subtitle_addon_billing_id text,
  updated_at timestamp with time zone default now() not null,
  paid_until timestamp with time zone,
  homeward boolean default false not null,
  plan_billing_id text,
  monthly_cents integer default 0 not null,
  past_due_since timestamp with time zone,
  pending_plan_id uuid,
  pending_addon boolean default false not null,
  pay_url text,
  gift_until timestamp with time zone,
  plan_before_gift uuid,
  constraint subscriptions_pkey PRIMARY KEY (user_id),
  constraint subscriptions_pending_plan_id_fkey FOREIGN KEY (pending_plan_id) REFERENCES public.plans(id),
  constraint subscriptions_plan_before_gift_fkey FOREIGN KEY (plan_before_gift) REFERENCES public.plans(id),
  constraint subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.plans(id),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text]))),
  constraint subscriptions_storage_type_check CHECK (((storage_type)::text <> 'local'::text)),
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX subscriptions_gifts ON public.subscriptions USING btree (gift_until) WHERE (gift_until IS NOT NULL);
CREATE INDEX subscriptions_homeward ON public.subscriptions USING btree (user_id) WHERE homeward;
CREATE INDEX subscriptions_pending_plan ON public.subscriptions USING btree (pending_plan_id);
CREATE INDEX subscriptions_plan ON public.subscriptions USING btree (plan_id);
CREATE INDEX subscriptions_plan_before_gift ON public.subscriptions USING btree (plan_before_gift);
alter table public.subscriptions enable row level security;
grant select on public.subscriptions to authenticated;
create policy "admins see every subscription" on public.subscriptions for select to authenticated
  using (( SELECT app.is_admin() AS is_admin));
create policy "people see their own subscription" on public.subscriptions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER announce_subscription AFTER UPDATE ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION private.announce_subscription();
CREATE TRIGGER end_gift_with_plan BEFORE UPDATE OF plan_id, plan_billing_id ON public.subscriptions FOR EACH ROW WHEN (((old.gift_until IS NOT NULL) AND ((new.plan_id <> old.plan_id) OR (new.plan_billing_id IS DISTINCT FROM old.plan_billing_id)))) EXECUTE FUNCTION private.end_gift_with_plan();
CREATE TRIGGER turn_homeward BEFORE UPDATE OF storage_type ON public.subscriptions FOR EACH ROW WHEN (((old.storage_type)::text IS DISTINCT FROM (new.storage_type)::text)) EXECUTE FUNCTION private.turn_homeward();

create table public.storage_usage (
  user_id uuid not null,
  used_bytes bigint default 0 not null,
  recording_count integer default 0 not null,
  drive_bytes bigint default 0 not null,
  trash_count integer default 0 not null,
  constraint storage_usage_pkey PRIMARY KEY (user_id),
  constraint storage_usage_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
CREATE INDEX storage_usage_fullest ON public.storage_usage USING btree (recording_count DESC, user_id);
alter table public.storage_usage enable row level security;
grant select on public.storage_usage to authenticated;
create policy "admins see what every account holds" on public.storage_usage for select to authenticated
  using (( SELECT app.is_admin() AS is_admin));
create policy "people see their own usage" on public.storage_usage for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));

CREATE OR REPLACE FUNCTION private.open_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.subscriptions (user_id, plan_id, storage_type)
  select new.id, p.id, case when p.price_usd = 0 then 'google_drive' else 's3' end
    from public.plans p
   where p.name = coalesce(nullif(current_setting('kinora.default_plan', true), ''), 'Free');
  insert into public.storage_usage (user_id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'subscription', 'user:' || new.user_id, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.set_plan(account uuid, wanted uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.change_plan(wanted uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.set_plan((select auth.uid()), wanted)
$function$;
grant execute on function app.change_plan(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.cancel_subscription()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.set_plan((select auth.uid()), (
    select id from public.plans where price_usd = 0 order by position limit 1));
exception when sqlstate 'KN409' then
  raise exception 'You are on the Free plan already.'
    using errcode = 'KN409', detail = 'already_free';
end $function$;
grant execute on function app.cancel_subscription() to authenticated;

CREATE OR REPLACE FUNCTION app.switch_subtitle_addon(wanted boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.subscriptions set
    subtitle_addon_enabled = wanted,
    subtitle_addon_started_at = case when wanted then now() end,
    updated_at = now()
   where user_id = (select auth.uid()) and subtitle_addon_enabled <> wanted
$function$;
grant execute on function app.switch_subtitle_addon(boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.end_gift_with_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.gift_until is not distinct from old.gift_until then
    new.gift_until := null;
    new.plan_before_gift := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.end_gifts()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

create table private.billing (
  user_id uuid not null,
  customer_id text,
  checkout_id text,
  checkout_for text,
  attempt integer default 0 not null,
  busy_by uuid,
  busy_until timestamp with time zone,
  tickets bigint default 0 not null,
  written_ticket bigint default 0 not null,
  read_at timestamp with time zone,
  busy_process uuid,
  constraint billing_pkey PRIMARY KEY (user_id),
  constraint billing_customer_id_key UNIQUE (customer_id),
  constraint billing_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE
);
alter table private.billing enable row level security;

create table private.prices (
  lookup_key text not null,
  cents integer not null,
  price_id text not null,
  product_id text not null,
  plan_id uuid,
  constraint prices_pkey PRIMARY KEY (lookup_key, cents),
  constraint prices_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.plans(id) ON DELETE CASCADE,
  constraint prices_price_id_key UNIQUE (price_id)
);
CREATE INDEX prices_of_plan ON private.prices USING btree (plan_id);
alter table private.prices enable row level security;

create table private.stripe_events (
  id text not null,
  type text not null,
  customer_id text,
  object_id text,
  received_at timestamp with time zone default now() not null,
  done_at timestamp with time zone,
  constraint stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_received_at ON private.stripe_events USING btree (received_at);
alter table private.stripe_events enable row level security;

CREATE OR REPLACE FUNCTION private.write_billing(account uuid, ticket bigint, truth jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.is_billed()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from private.billing
                  where user_id = (select auth.uid()) and customer_id is not null)
$function$;
grant execute on function app.is_billed() to authenticated;

CREATE OR REPLACE FUNCTION app.days_of_grace()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select interval '7 days' $function$;
grant execute on function app.days_of_grace() to authenticated;

create table public.payment_notes (
  id text not null,
  title text not null,
  created_at timestamp with time zone default now() not null,
  constraint payment_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_notes_created_at ON public.payment_notes USING btree (created_at DESC);
alter table public.payment_notes enable row level security;
grant select on public.payment_notes to authenticated;
create policy "admins see what happened to payments" on public.payment_notes for select to authenticated
  using (( SELECT app.is_admin() AS is_admin));
CREATE TRIGGER announce_payment_note AFTER INSERT ON public.payment_notes FOR EACH ROW EXECUTE FUNCTION private.announce_activity('activity');
