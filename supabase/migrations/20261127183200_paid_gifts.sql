-- A plan that is paid for is no gift any more, also where it is the same plan: the end of the gift would take it away.
drop trigger end_gift_with_plan on public.subscriptions;
create trigger end_gift_with_plan before update of plan_id, plan_billing_id on public.subscriptions
  for each row when (old.gift_until is not null and (
    new.plan_id <> old.plan_id or new.plan_billing_id is distinct from old.plan_billing_id))
  execute function private.end_gift_with_plan();
update public.subscriptions set gift_until = null, plan_before_gift = null where plan_billing_id is not null;
