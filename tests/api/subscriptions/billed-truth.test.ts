import { describe, expect, it } from "vitest";
import { liveOne, superfluous, truthOf } from "#api/features/subscriptions/billed-truth.ts";
import type { BilledSubscription } from "#api/services/stripe-subscriptions.ts";

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
const plansByProduct = new Map([
  ["prod_pro", "the plan"],
  ["prod_subtitles", null],
]);

const subscription = (wishes: Partial<BilledSubscription> = {}): BilledSubscription => ({
  id: "sub_1",
  status: "active",
  created: day(1),
  items: [
    { id: "si_1", product: "prod_pro", cents: 1200, since: day(1), from: day(1), until: day(30) },
  ],
  pendingProducts: null,
  latestInvoice: { id: "in_1", isOpen: false, isFirst: true, payUrl: null },
  ...wishes,
});

describe("what counts", () => {
  it("is what is paid: a first payment that takes days does not count before it has come", () => {
    const open = { id: "in_1", isOpen: true, isFirst: true, payUrl: null };
    expect(liveOne([subscription({ latestInvoice: open })])).toBeUndefined();
    // A renewal that is being charged takes nothing away.
    const renewal = subscription({ latestInvoice: { ...open, isFirst: false } });
    expect(liveOne([renewal])).toBe(renewal);
  });

  it.each(["incomplete", "incomplete_expired", "unpaid", "canceled", "paused"] as const)(
    "is nothing that is %s",
    (status) => expect(liveOne([subscription({ status })])).toBeUndefined(),
  );

  it("is the one that is paid, before one that is owed, and then the last", () => {
    const owed = subscription({ id: "owed", status: "past_due", created: day(9) });
    const old = subscription({ id: "old" });
    const last = subscription({ id: "last", created: day(2) });
    expect(liveOne([owed, old, last])?.id).toBe("last");
    expect(superfluous([owed, old, last]).map(({ id }) => id)).toEqual(["owed", "old"]);
    expect(superfluous([owed, subscription({ status: "canceled" })])).toEqual([]);
    const owedToo = subscription({ id: "owed too", status: "past_due" });
    expect(superfluous([owed, owedToo]), "while nothing is paid").toEqual([]);
  });
});

describe("the row", () => {
  it("has the amount that is really paid, until when it is paid", () => {
    const truth = truthOf(subscription(), plansByProduct, null);
    expect(truth).toMatchObject({ monthly_cents: 1200, paid_until: day(30), pay_url: null });
    const owed = truthOf(subscription({ status: "past_due" }), plansByProduct, day(3));
    expect(owed).toMatchObject({ past_due_since: day(3), paid_until: day(1) });
    const invoice = { id: "in_2", isOpen: true, isFirst: false, payUrl: "https://pay.example" };
    const owing = (latestInvoice: typeof invoice) =>
      truthOf(subscription({ status: "past_due", latestInvoice }), plansByProduct, null).pay_url;
    expect(owing(invoice)).toBe("https://pay.example");
    expect(owing({ ...invoice, isOpen: false }), "nothing is open any more").toBeNull();
    expect(
      truthOf(subscription({ status: "trialing" }), plansByProduct, null).paid_until,
    ).toBeNull();
    expect(truthOf(subscription({ items: [] }), plansByProduct, null).paid_until).toBeNull();
  });

  it("waits for what is not there yet: an add-on that is to come changes no plan", () => {
    const pendingProducts = ["prod_pro", "prod_subtitles"];
    expect(truthOf(subscription({ pendingProducts }), plansByProduct, null)).toMatchObject({
      plan_id: "the plan",
      pending_plan_id: null,
      pending_addon: true,
    });
  });

  it("adds up what is had, and is paid until the first of it ends", () => {
    const [plan] = subscription().items;
    if (!plan) throw new Error("there is one");
    const addon = { ...plan, id: "si_2", product: "prod_subtitles", cents: 500 };
    const items = [plan, { ...addon, since: day(4), from: day(4), until: day(20) }];
    expect(truthOf(subscription({ items }), plansByProduct, null)).toEqual({
      plan_id: "the plan",
      plan_item: "si_1",
      addon_item: "si_2",
      addon_since: day(4),
      past_due_since: null,
      paid_until: day(20),
      monthly_cents: 1700,
      pending_plan_id: null,
      pending_addon: false,
      pay_url: null,
    });
    const owed = truthOf(subscription({ items, status: "past_due" }), plansByProduct, null);
    expect(owed).toMatchObject({ past_due_since: day(1), paid_until: day(1) });
    const pending = truthOf(
      subscription({
        items: [items[1] ?? plan],
        pendingProducts: ["prod_subtitles", "prod_pro"],
        latestInvoice: { id: "in_2", isOpen: true, isFirst: false, payUrl: "https://pay.example" },
      }),
      plansByProduct,
      null,
    );
    expect(pending).toMatchObject({
      ...{ plan_id: null, plan_item: null, pending_plan_id: "the plan", pending_addon: false },
      pay_url: "https://pay.example",
    });
  });

  it("is empty where nothing counts", () => {
    const nothing = truthOf(undefined, plansByProduct, day(3));
    expect(nothing).toMatchObject({ plan_id: null, monthly_cents: 0, past_due_since: null });
  });

  it("leaves out what is no offer of ours", () => {
    expect(truthOf(subscription(), new Map(), null)).toMatchObject({
      plan_item: null,
      addon_item: null,
    });
  });
});
