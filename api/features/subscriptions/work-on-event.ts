import type { Billing } from "./billing.ts";
import { noteForAdmins } from "./note-for-admins.ts";
import { readAfresh } from "./read-afresh.ts";

/** The object that an event names is read anew: the event itself is never believed. */
export async function workOnEvent(billing: Billing, id: string): Promise<void> {
  const [event] = await billing.service<
    { type: string; object_id: string | null; user_id: string | null }[]
  >`
    select e.type, e.object_id, b.user_id
      from private.stripe_events e left join private.billing b using (customer_id)
     where e.id = ${id} and e.done_at is null
  `;
  if (!event) return;
  if (event.user_id) await readAfresh(billing, event.user_id);
  if (event.object_id) await noteForAdmins(billing, event.type, event.object_id);
  // The customer is forgotten: a person who buys again becomes a new one.
  if (event.type === "customer.deleted" && event.user_id)
    await billing.service`
      update private.billing set customer_id = null, checkout_id = null, checkout_for = null
       where user_id = ${event.user_id}
    `;
  await billing.service`update private.stripe_events set done_at = now() where id = ${id}`;
}
