-- A payment that fails takes nothing away for seven days; after them nothing new is kept in the cloud until it
-- is paid. What has been recorded stays.

-- A plan is one's own also while a payment for it is due.
create or replace function private.has_storage(account uuid) returns boolean
language sql stable set search_path = '' as $$
  select app.has_drive(account)
    or exists (select 1 from public.preferences
                where user_id = account and preferred_storage = 's3')
    or exists (select 1 from public.subscriptions s join public.plans p on p.id = s.plan_id
                where s.user_id = account and s.status <> 'cancelled'
                  and (p.price_usd > 0 or p.storage_gb > 0))
$$;

-- Who keeps recordings on a drive of their own needs no plan for it.
create function private.assert_paid(account uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select 1 from public.subscriptions
              where user_id = account and past_due_since + app.days_of_grace() < now())
     and not (app.has_drive(account) and exists (
       select 1 from public.preferences
        where user_id = account and preferred_storage = 'google_drive'))
  then
    raise exception 'Your last payment has failed. Pay it under ''Manage billing'' on the subscription page to record into the cloud again; nothing that you have recorded is deleted.'
      using errcode = 'KN402', detail = 'payment_due';
  end if;
end $$;

create or replace function private.take_room(account uuid, wanted bigint) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.assert_paid(account);
  perform pg_advisory_xact_lock(hashtextextended('room of ' || account, 0));
  perform app.assert_room(account, wanted);
end $$;

create or replace function app.require_room(wanted bigint, disk_free bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.assert_paid(auth.uid());
  perform app.assert_room(auth.uid(), wanted, disk_free);
end $$;

revoke execute on function private.assert_paid(uuid) from public;

-- As before, but that the add-on began when its item did: however many changes were never heard of, the row is
-- what Stripe has.
create or replace function private.write_billing(account uuid, ticket bigint, truth jsonb) returns boolean
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
