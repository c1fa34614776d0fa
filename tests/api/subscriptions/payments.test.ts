import { describe, expect, it } from "vitest";
import { Portal } from "#contract/subscriptions.ts";
import { announce } from "#tests/stand-ins/stripe-books.ts";
import {
  completeCheckout,
  deleteCustomer,
  dispute,
  giveUp,
  payInvoice,
  refund,
  renew,
} from "#tests/stand-ins/stripe-life.ts";
import {
  ask,
  billedTo,
  buyer,
  checkoutId,
  current,
  enableAddon,
  refresh,
  selling,
  subscribe,
} from "./selling.ts";

const sales = await selling();
const { app, stripe, deliverAll } = sales;

describe("the first payment", () => {
  it("is made at Stripe, and the plan counts when Stripe says that it was", async () => {
    const ada = await app.person({ plan: "Free" });
    const asked = await subscribe(ada, "Pro");
    expect(asked).toMatchObject({ plan_name: "Free", payments: true, billed: true });
    expect(asked.checkout_url).toMatch(`${stripe.url}/c/`);
    await deliverAll();
    expect(await current(ada)).toMatchObject({ plan_name: "Free" });

    completeCheckout(stripe.books, checkoutId(asked.checkout_url));
    expect(await current(ada)).toMatchObject({ plan_name: "Free" });
    await deliverAll();
    expect(await current(ada)).toMatchObject({
      plan_name: "Pro",
      storage_type: "s3",
      subscription: { status: "active" },
    });
  });

  it("is seen at once by who comes back from it, whether or not Stripe has told", async () => {
    const ada = await app.person({ plan: "Free" });
    const { checkout_url } = await subscribe(ada, "Starter");
    expect(await refresh(ada)).toMatchObject({ plan_name: "Free", checkout: "open" });
    completeCheckout(stripe.books, checkoutId(checkout_url));
    expect(await refresh(ada)).toMatchObject({ plan_name: "Starter", checkout: "none" });
  });

  it("has one page at a time: the same for the same plan, and the former closes for another", async () => {
    const ada = await app.person({ plan: "Free" });
    const first = await subscribe(ada, "Pro");
    expect((await subscribe(ada, "Pro")).checkout_url).toBe(first.checkout_url);
    const other = await subscribe(ada, "Premium");
    expect(other.checkout_url).not.toBe(first.checkout_url);
    expect(completeCheckout(stripe.books, checkoutId(first.checkout_url))).toBe(false);
  });

  it("makes one customer, also under many clicks at once", async () => {
    const ada = await app.person({ plan: "Free" });
    const answers = await Promise.all(
      ["Pro", "Pro", "Starter", "Pro"].map((plan) => ask(ada, plan)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(statuses).toContain(200);
    const customers = [...stripe.books.customers.values()];
    expect(customers.filter(({ metadata }) => metadata.kinora_account === ada.id)).toHaveLength(1);
  });
});

describe("what is paid for already", () => {
  it("is changed in place, up and down, in the one subscription", async () => {
    const ada = await buyer(sales, "Starter");
    expect(await subscribe(ada, "Premium")).toMatchObject({
      plan_name: "Premium",
      checkout_url: null,
      pending: null,
    });
    expect(await subscribe(ada, "Pro")).toMatchObject({ plan_name: "Pro", checkout_url: null });
    expect(billedTo(sales, ada)).toMatchObject([
      { status: "active", items: { data: [{ price: { unit_amount: 1200 } }] } },
    ]);
    // The money that the downgrade gave back is kept for the next invoices.
    const [customer] = [...stripe.books.customers.values()].filter(
      ({ metadata }) => metadata.kinora_account === ada.id,
    );
    expect(customer?.balance).toBeLessThan(0);
  });

  it("counts for more only once the more is paid", async () => {
    const ada = await buyer(sales, "Starter");
    const [subscription] = billedTo(sales, ada);
    stripe.books.refused.add(subscription?.customer ?? "");
    const asked = await subscribe(ada, "Premium");
    expect(asked).toMatchObject({ plan_name: "Starter", checkout_url: null });
    expect(asked.pending?.plan_id).toMatch(/4$/);
    expect(asked.pending?.pay_url).toMatch(`${stripe.url}/i/`);

    await fetch(asked.pending?.pay_url ?? "", { method: "POST" });
    await deliverAll();
    expect(await current(ada)).toMatchObject({ plan_name: "Premium", pending: null });
  });

  it("gives up a change that nobody paid when another one is wanted", async () => {
    const ada = await buyer(sales, "Starter");
    stripe.books.refused.add(billedTo(sales, ada)[0]?.customer ?? "");
    await subscribe(ada, "Premium");
    expect(await subscribe(ada, "Pro")).toMatchObject({
      plan_name: "Starter",
      pending: { plan_id: expect.stringMatching(/3$/) },
    });
  });
});

describe("the add-on", () => {
  it("is added to the plan's subscription, and taken out of it", async () => {
    const ada = await buyer(sales, "Pro");
    expect(await enableAddon(ada)).toMatchObject({
      subtitle_addon_enabled: true,
      checkout_url: null,
      plan_name: "Pro",
    });
    expect(billedTo(sales, ada)).toMatchObject([{ items: { data: [{}, {}] } }]);
    await ada.call("POST", "/subscriptions/subtitle-addon/disable");
    expect(await current(ada)).toMatchObject({ subtitle_addon_enabled: false, plan_name: "Pro" });
    expect(billedTo(sales, ada)).toMatchObject([{ status: "active", items: { data: [{}] } }]);
  });

  it("is sold alone, without a plan, and ends with its subscription", async () => {
    const ada = await app.person({ plan: "Free" });
    const { checkout_url } = await enableAddon(ada);
    completeCheckout(stripe.books, checkoutId(checkout_url));
    await deliverAll();
    expect(await current(ada)).toMatchObject({ subtitle_addon_enabled: true, plan_name: "Free" });
    await ada.call("POST", "/subscriptions/subtitle-addon/disable");
    expect(await current(ada)).toMatchObject({ subtitle_addon_enabled: false });
    expect(billedTo(sales, ada)).toMatchObject([{ status: "canceled" }]);
  });

  it("stays when the plan is cancelled", async () => {
    const ada = await buyer(sales, "Pro");
    await enableAddon(ada);
    const cancelled = await ada.call("POST", "/subscriptions/cancel");
    expect(cancelled.status).toBe(200);
    expect(await current(ada)).toMatchObject({ plan_name: "Free", subtitle_addon_enabled: true });
    expect(billedTo(sales, ada)).toMatchObject([
      { status: "active", items: { data: [{ price: { unit_amount: 300 } }] } },
    ]);
  });
});

describe("cancelling", () => {
  it("ends at once, credits what was not used, and a new subscription is a new one", async () => {
    const ada = await buyer(sales, "Pro");
    await ada.call("POST", "/subscriptions/cancel");
    expect(await current(ada)).toMatchObject({ plan_name: "Free", storage_type: "google_drive" });
    const [ended] = billedTo(sales, ada);
    expect(ended?.status).toBe("canceled");
    expect(stripe.books.customers.get(ended?.customer ?? "")?.balance).toBe(-1200);

    const again = await subscribe(ada, "Starter");
    expect(completeCheckout(stripe.books, checkoutId(again.checkout_url))).toBe(true);
    await deliverAll();
    expect(await current(ada)).toMatchObject({ plan_name: "Starter" });
    expect(billedTo(sales, ada).map(({ status }) => status)).toEqual(["active", "canceled"]);
  });

  it("is what choosing Free is, too", async () => {
    const ada = await buyer(sales, "Pro");
    expect(await subscribe(ada, "Free")).toMatchObject({ plan_name: "Free", checkout_url: null });
    expect(billedTo(sales, ada)).toMatchObject([{ status: "canceled" }]);
  });

  it("leaves alone what was given, and gives it back without Stripe", async () => {
    const ada = await app.person({ plan: "Premium" });
    const { checkout_url } = await enableAddon(ada);
    completeCheckout(stripe.books, checkoutId(checkout_url));
    await deliverAll();
    expect(await current(ada)).toMatchObject({
      plan_name: "Premium",
      subtitle_addon_enabled: true,
    });
    await ada.call("POST", "/subscriptions/cancel");
    expect(await current(ada)).toMatchObject({ plan_name: "Free", subtitle_addon_enabled: true });
  });
});

describe("a payment that fails", () => {
  it("leaves everything as it is, says so, and is forgotten once it is paid", async () => {
    const ada = await buyer(sales, "Pro");
    const [subscription] = billedTo(sales, ada);
    stripe.books.refused.add(subscription?.customer ?? "");
    const invoice = renew(stripe.books, subscription?.id ?? "");
    await deliverAll();
    const owing = await current(ada);
    expect(owing).toMatchObject({
      plan_name: "Pro",
      subscription: { status: "past_due" },
      past_due: { is_over: false, pay_url: invoice.hosted_invoice_url },
    });
    expect((await ask(ada, "Premium")).status).toBe(402);

    payInvoice(stripe.books, invoice.id);
    await deliverAll();
    expect(await current(ada)).toMatchObject({
      plan_name: "Pro",
      subscription: { status: "active" },
      past_due: null,
    });
  });
});

describe("what Stripe ends", () => {
  it.each(["canceled", "unpaid"] as const)("ends in Free, when it is %s", async (as) => {
    const ada = await buyer(sales, "Pro");
    await enableAddon(ada);
    giveUp(stripe.books, billedTo(sales, ada)[0]?.id ?? "", as);
    await deliverAll();
    expect(await current(ada)).toMatchObject({
      plan_name: "Free",
      storage_type: "google_drive",
      subtitle_addon_enabled: false,
      subscription: { status: "active", subtitle_addon_billing_id: null },
    });
  });

  it("ends with its customer, and who buys again is a new one", async () => {
    const ada = await buyer(sales, "Pro");
    deleteCustomer(stripe.books, billedTo(sales, ada)[0]?.customer ?? "");
    await deliverAll();
    expect(await current(ada)).toMatchObject({ plan_name: "Free", billed: false });
    const { checkout_url } = await subscribe(ada, "Starter");
    completeCheckout(stripe.books, checkoutId(checkout_url));
    await deliverAll();
    expect(await current(ada)).toMatchObject({ plan_name: "Starter", billed: true });
  });
});

describe("money that goes back", () => {
  it("is told to admins once, each part of it, and changes no plan", async () => {
    const ada = await buyer(sales, "Pro");
    const admin = await app.person({ role: "admin" });
    const customer = billedTo(sales, ada)[0]?.customer;
    const charge = [...stripe.books.charges.values()].find((one) => one.customer === customer);
    dispute(stripe.books, charge?.id ?? "");
    refund(stripe.books, charge?.id ?? "", 500);
    await deliverAll();
    await sales.deliver(stripe.books.events.slice(-2));
    refund(stripe.books, charge?.id ?? "", 250);
    for (const one of stripe.books.disputes.values())
      announce(stripe.books, "charge.dispute.closed", Object.assign(one, { status: "lost" }));
    await deliverAll();
    const { activities } = await (
      await admin.call("GET", "/admin/dashboard/recent-activity")
    ).json();
    const told = activities.filter(({ icon }: { icon: string }) => icon === "database");
    expect(told.map(({ title }: { title: string }) => title).sort()).toEqual([
      `${ada.username} disputes a payment of 12.00 USD (lost)`,
      `${ada.username} disputes a payment of 12.00 USD (needs response)`,
      `${ada.username} was given back 5.00 USD`,
      `${ada.username} was given back 7.50 USD`,
    ]);
    expect(await current(ada)).toMatchObject({ plan_name: "Pro" });
  });
});

describe("managing", () => {
  it("leads to Stripe's portal, where plans cannot be changed", async () => {
    const ada = await buyer(sales, "Pro");
    const answer = await ada.call("POST", "/subscriptions/portal");
    const { portal_url } = Portal.parse(await answer.json());
    expect(portal_url).toMatch(`${stripe.url}/p/`);
    await ada.call("POST", "/subscriptions/portal");
    const portals = [...stripe.books.configurations.values()];
    expect(portals.map(({ features }) => features)).toEqual([
      {
        invoice_history: { enabled: "true" },
        payment_method_update: { enabled: "true" },
        subscription_cancel: { enabled: "false" },
        subscription_update: { enabled: "false" },
      },
    ]);
  });

  it("has nothing for who never paid", async () => {
    const ada = await app.person({ plan: "Free" });
    expect((await ada.call("POST", "/subscriptions/portal")).status).toBe(409);
  });
});
