import type { Db } from "#api/platform/database.ts";
import type { Billing } from "./billing.ts";

interface Money {
  customer: string | null;
  amount: number;
  currency: string;
}

/** Money that somebody wants back, or has got back, is for an admin to look at; it changes no plan by itself. */
export async function noteForAdmins(billing: Billing, type: string, object: string): Promise<void> {
  const { service, payments } = billing;
  if (type.startsWith("charge.dispute.")) {
    const dispute = await payments.readDispute(object);
    const who = await nameOf(service, dispute);
    const title = `${who} disputes a payment of ${written(dispute)} (${dispute.status.replaceAll("_", " ")})`;
    await note(service, `${object} ${dispute.status}`, title);
  }
  if (type === "charge.refunded") {
    const refund = await payments.readRefund(object);
    const title = `${await nameOf(service, refund)} was given back ${written(refund)}`;
    await note(service, `${object} ${refund.amount}`, title);
  }
}

export const note = (service: Db, id: string, title: string) =>
  service`
    insert into public.payment_notes (id, title) values (${id}, ${title}) on conflict do nothing
  `;

async function nameOf(service: Db, { customer }: Money): Promise<string> {
  const [user] = await service<{ username: string }[]>`
    select u.username from private.billing b join public.users u on u.id = b.user_id
     where b.customer_id = ${customer}
  `;
  return user?.username ?? "Somebody";
}

const written = ({ amount, currency }: Money) =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
