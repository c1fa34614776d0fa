import { describe, expect, it } from "vitest";
import { compareAll } from "#api/features/subscriptions/compare-all.ts";
import { PaymentTrouble } from "#api/services/stripe-client.ts";
import { completeCheckout } from "#tests/stand-ins/stripe-life.ts";
import type { SignedIn } from "#tests/support/app.ts";
import { billedTo, buyer, checkoutId, current, selling, subscribe } from "./selling.ts";

const sales = await selling();
const { app, stripe, billing } = sales;
const { pool } = app.database;

const leave = (person: SignedIn) => person.call("POST", "/user/delete", { email: person.email });

/** Somebody before Stripe's page. */
async function paying(): Promise<[SignedIn, string]> {
  const person = await app.person({ plan: "Free" });
  const { checkout_url } = await subscribe(person, "Pro");
  return [person, checkoutId(checkout_url)];
}

const compare = () => compareAll(billing, new AbortController().signal);
const notes = () => pool`select title from public.payment_notes`;

describe("an account with an open Checkout", () => {
  it.each(["its owner", "an admin"])(
    "is charged for nothing once %s has deleted it",
    async (by) => {
      const [ada, checkout] = await paying();
      const admin = await app.person({ role: "admin" });
      const answer =
        by === "its owner"
          ? await leave(ada)
          : await admin.call("POST", `/admin/users/${ada.id}/delete`, { email: ada.email });
      expect(answer.status, await answer.clone().text()).toBe(200);
      expect(stripe.books.sessions.get(checkout)?.status).toBe("expired");
      expect(completeCheckout(stripe.books, checkout)).toBe(false);
    },
  );

  it("stays where somebody has just paid, and where Stripe cannot be asked", async () => {
    const [ada, checkout] = await paying();
    stripe.fail("500", "POST /v1/checkout/sessions/");
    expect((await leave(ada)).status).toBe(503);
    stripe.recover();
    completeCheckout(stripe.books, checkout);
    expect(await (await leave(ada)).json()).toMatchObject({ code: "still_paid" });
    expect((await ada.call("GET", "/user")).status).toBe(200);
  });

  it("stays open where an admin asks who may not delete it", async () => {
    const [ada, checkout] = await paying();
    await pool`update public.users set role = 'admin' where id = ${ada.id}`;
    const admin = await app.person({ role: "admin" });
    const path = `/admin/users/${ada.id}/delete`;
    const answer = await admin.call("POST", path, { email: ada.email });
    expect([answer.status, (await answer.json()).code]).toEqual([403, "super_admins_only"]);
    expect(stripe.books.sessions.get(checkout)?.status).toBe("open");
    const boss = await app.person({ role: "super_admin" });
    expect((await boss.call("POST", path, { email: ada.email })).status).toBe(200);
  });

  it("leaves where Stripe has forgotten its customer, and asks nothing of Stripe without one", async () => {
    const [ada] = await paying();
    await pool`update private.billing set customer_id = 'cus_gone', checkout_id = 'cs_gone'
                where user_id = ${ada.id}`;
    expect((await leave(ada)).status).toBe(200);
    const [eve, checkout] = await paying();
    await pool`update private.billing set customer_id = 'cus_gone' where user_id = ${eve.id}`;
    expect((await leave(eve)).status).toBe(200);
    expect(stripe.books.sessions.get(checkout)?.status, "it is closed all the same").toBe(
      "expired",
    );
    const bob = await app.person();
    const asked = stripe.asked.length;
    expect((await leave(bob)).status).toBe(200);
    expect(stripe.asked).toHaveLength(asked);
  });
});

describe("the daily comparison", () => {
  it("forgets what Stripe told two months ago", async () => {
    for (const days of [59, 61])
      await pool`
        insert into private.stripe_events (id, type, received_at)
        values (${`evt_${days}`}, 'a test', now() - make_interval(days => ${days}))`;
    await compare();
    const kept = await pool`select id from private.stripe_events where type = 'a test'`;
    expect([...kept]).toEqual([{ id: "evt_59" }]);
  });

  it("fails where Stripe does not answer, so that it is made again", async () => {
    await buyer(sales, "Pro");
    stripe.fail("500", "GET /v1/subscriptions", 1);
    await expect(compare()).rejects.toThrow("Payments cannot be reached");
    stripe.recover();
    await compare();
  });

  it("ends what a deleted account still pays for, and tells the admins once", async () => {
    const [ada, checkout] = await paying();
    await pool`update private.billing set checkout_id = null where user_id = ${ada.id}`;
    expect((await leave(ada)).status).toBe(200);
    expect(completeCheckout(stripe.books, checkout)).toBe(true);
    for (let time = 0; time < 2; time++) await compare();
    expect(billedTo(sales, ada)).toMatchObject([{ status: "canceled" }]);
    expect([...(await notes())]).toEqual([
      { title: expect.stringContaining(`${ada.email} was still paying after the account`) },
    ]);
  });

  it("leaves alone what a deleted account never came to pay", async () => {
    const before = (await notes()).length;
    const [ada, checkout] = await paying();
    await pool`update private.billing set checkout_id = null where user_id = ${ada.id}`;
    await leave(ada);
    completeCheckout(stripe.books, checkout);
    const [theirs] = billedTo(sales, ada);
    if (!theirs) throw new Error("nothing is billed");
    theirs.status = "incomplete_expired";
    await compare();
    expect(theirs.status).toBe("incomplete_expired");
    expect(await notes()).toHaveLength(before);
  });

  it("looks through all pages, and touches nothing of those who are here or of another server", async () => {
    const before = (await notes()).length;
    const [ada, checkout] = await paying();
    await pool`update private.billing set checkout_id = null where user_id = ${ada.id}`;
    await leave(ada);
    completeCheckout(stripe.books, checkout);
    const bob = await buyer(sales, "Pro");
    const [theirs] = billedTo(sales, await buyer(sales, "Starter"));
    if (!theirs) throw new Error("nothing is billed");
    theirs.metadata = { kinora_account: crypto.randomUUID() };
    stripe.books.pageSize = 1;
    await compare();
    stripe.books.pageSize = 100;
    expect(billedTo(sales, ada)).toMatchObject([{ status: "canceled" }]);
    expect(billedTo(sales, bob)).toMatchObject([{ status: "active" }]);
    expect(theirs.status).toBe("active");
    expect(await notes()).toHaveLength(before + 1);
  });

  it("goes on past an account for which Stripe refuses an answer, and past one that it does not end", async () => {
    const [ada, ben] = [await buyer(sales, "Pro"), await buyer(sales, "Pro")];
    const forsaken: SignedIn[] = [];
    for (let count = 0; count < 2; count++) {
      const [gone, checkout] = await paying();
      await pool`update private.billing set checkout_id = null where user_id = ${gone.id}`;
      await leave(gone);
      completeCheckout(stripe.books, checkout);
      forsaken.push(gone);
    }
    await pool`update private.billing set read_at = null where user_id = ${ada.id}`;
    const [theirs, bens] = [billedTo(sales, ada)[0], billedTo(sales, ben)[0]];
    if (!theirs || !bens) throw new Error("nothing is billed");
    bens.status = "canceled";
    const refusal = new PaymentTrouble([503, "payments_refused", "Not this one."], {
      isOver: true,
    });
    const { payments } = billing;
    let ended = 0;
    const refusing: typeof payments = {
      ...payments,
      subscriptionsOf: async (customer) => {
        if (customer === theirs.customer) throw refusal;
        return payments.subscriptionsOf(customer);
      },
      endSubscription: async (...wish) => {
        if (++ended === 1) throw refusal;
        return payments.endSubscription(...wish);
      },
    };
    const before = (await notes()).length;
    await compareAll({ ...billing, payments: refusing }, new AbortController().signal);
    expect(await current(ben)).toMatchObject({ plan_name: "Free" });
    const states = () => forsaken.map((one) => billedTo(sales, one)[0]?.status).sort();
    expect([states(), (await notes()).length]).toEqual([["active", "canceled"], before + 1]);
    await compare();
    expect([states(), (await notes()).length]).toEqual([["canceled", "canceled"], before + 2]);
  });
});
