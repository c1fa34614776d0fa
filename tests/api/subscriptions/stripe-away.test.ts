import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepEvent, workOnEvent } from "#api/features/subscriptions/receive-event.ts";
import { openPayments } from "#api/services/stripe.ts";
import { completeCheckout } from "#tests/stand-ins/stripe-life.ts";
import type { SignedIn } from "#tests/support/app.ts";
import {
  ask,
  billedTo,
  buyer,
  checkoutId,
  current,
  refresh,
  selling,
  subscribe,
} from "./selling.ts";

const sales = await selling();
const { app, stripe, billing } = sales;
const steady = await selling({ patience: { milliseconds: 30_000, retries: 2 } });

/** Another process over the same books, which does not wait long for a Stripe that says nothing. */
const patience = { milliseconds: 200, retries: 0 };
const hasty = openPayments(app.env, pino({ level: "silent" }), patience);
if (!hasty) throw new Error("payments are set up");
const askHasty = app.anotherProcess({ payments: hasty });

const faults = ["429", "500", "cut", "proxy", "timeout"] as const;
type Fault = (typeof faults)[number];

/** The person who acts while Stripe fails; where it is silent, at the server that does not wait long. */
const meeting = (fault: Fault, person: SignedIn): SignedIn => ({
  ...person,
  call: (method, path, body, headers) =>
    fault === "timeout"
      ? askHasty(`/api${path}`, {
          method,
          headers: { Authorization: `Bearer ${person.token}`, "Content-Type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      : person.call(method, path, body, headers),
});

/** The calls to Stripe on the way to the first payment, and those for each change after it. */
const buying = [
  "GET /v1/prices",
  "POST /v1/products",
  "POST /v1/prices",
  "GET /v1/customers",
  "POST /v1/customers",
  "POST /v1/checkout/sessions",
];
const having: Record<string, { calls: string[]; act: (person: SignedIn) => Promise<Response> }> = {
  "changing plans": {
    calls: ["GET /v1/subscriptions", "POST /v1/subscriptions/"],
    act: (person) => ask(person, "Premium"),
  },
  cancelling: {
    calls: ["GET /v1/subscriptions", "DELETE /v1/subscriptions/"],
    act: (person) => person.call("POST", "/subscriptions/cancel"),
  },
  "looking again": {
    calls: ["GET /v1/subscriptions"],
    act: (person) => person.call("POST", "/subscriptions/refresh"),
  },
  managing: {
    calls: ["GET /v1/billing_portal", "POST /v1/billing_portal"],
    act: (person) => person.call("POST", "/subscriptions/portal"),
  },
};

/** Words for a person, and none of what the vendor said. */
async function expectWords(answer: Response) {
  expect(answer.status).toBe(503);
  const { error, code } = await answer.json();
  expect(code).toBe("payments_unreachable");
  expect(error).toMatch(/^Payments cannot be reached at the moment\. .*nothing is charged twice/);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
}

/** A plan that nobody has bought yet: Stripe knows nothing of it. */
async function newPlan() {
  const name = `Plan ${crypto.randomUUID().slice(0, 8)}`;
  await billing.service(
    (sql) =>
      sql`insert into public.plans (name, price_usd, storage_gb, position) values (${name}, 7, 5, 9)`,
  );
  return name;
}

/** This test buys more than anybody may buy from one address. */
const forgetLimits = () =>
  billing.service((sql) => sql`delete from private.buckets where name like 'purchase:%'`);
beforeEach(forgetLimits);
afterEach(() => stripe.recover());

describe("while Stripe fails, the first payment", () => {
  const cases = buying.flatMap((call) => faults.map((fault) => [fault, call] as const));

  it.each(cases)(
    "is refused in words (%s at %s), and made once when it is back",
    async (fault, call) => {
      const plan = await newPlan();
      const ada = await app.person({ plan: "Free" });
      stripe.fail(fault, call);
      const unlucky = meeting(fault, ada);
      await expectWords(await ask(unlucky, plan));
      // A second try meets what the first has left, be it done or not.
      await ask(unlucky, plan);
      stripe.recover();
      expect(await current(ada)).toMatchObject({ plan_name: "Free", pending: null });

      let asked = await ask(ada, plan);
      // The key of what failed at Stripe's end has its answer for good; the next attempt has another.
      if (asked.status === 503) asked = await ask(ada, plan);
      const { checkout_url } = await asked.json();
      expect(completeCheckout(stripe.books, checkoutId(checkout_url))).toBe(true);
      expect(await refresh(ada)).toMatchObject({ plan_name: plan, checkout: "none" });
      expect(billedTo(sales, ada)).toHaveLength(1);
      const mine = [...stripe.books.customers.values()].filter(
        ({ metadata }) => metadata.kinora_account === ada.id,
      );
      expect(mine).toHaveLength(1);
    },
  );
});

describe("while Stripe fails, what is paid for", () => {
  const cases = Object.entries(having).flatMap(([name, { calls }]) =>
    calls.flatMap((call) => faults.map((fault) => [name, fault, call] as const)),
  );

  it.each(cases)("stays as it is: %s, %s at %s", async (name, fault, call) => {
    const ada = await buyer(sales, "Starter");
    const act = having[name]?.act ?? (() => Promise.reject(new Error(name)));
    stripe.fail(fault, call);
    await expectWords(await act(meeting(fault, ada)));
    stripe.recover();
    // A change that was done although nobody heard of it is found by reading.
    const [had] = billedTo(sales, ada);
    const has = await refresh(ada);
    expect(has.plan_name === "Free").toBe(had?.status === "canceled");
    if (has.plan_name !== "Free") expect((await act(ada)).status).toBeLessThan(410);
    expect(billedTo(sales, ada)).toHaveLength(1);
    expect((await refresh(ada)).pending).toBeNull();
  });
});

describe("an event that comes while Stripe fails", () => {
  it.each(faults)("is worked on when it is back (%s)", async (fault) => {
    const ada = await app.person({ plan: "Free" });
    const { checkout_url } = await subscribe(ada, "Pro");
    const before = stripe.books.events.length;
    completeCheckout(stripe.books, checkoutId(checkout_url));
    const told = stripe.books.events.slice(before).find(({ type }) => type === "invoice.paid");
    if (!told) throw new Error("something was paid");
    const [{ customer } = { customer: "" }] = billedTo(sales, ada);
    const event = { id: told.id, type: told.type, customer, object: null };
    await keepEvent(billing.service, { send: async () => {} }, event);
    stripe.fail(fault, "GET /v1/subscriptions");
    const worker = fault === "timeout" ? { ...billing, payments: hasty } : billing;
    await expect(workOnEvent(worker, told.id)).rejects.toThrow("Payments cannot be reached");
    expect(await current(ada)).toMatchObject({ plan_name: "Free" });
    stripe.recover();
    await workOnEvent(billing, told.id);
    expect(await current(ada)).toMatchObject({ plan_name: "Pro" });
  });
});

describe("a Stripe that does not answer", () => {
  it("is not waited for endlessly, and does what it did once", async () => {
    const ada = await app.person({ plan: "Free" });
    stripe.fail("timeout", "POST /v1/checkout/sessions");
    // The page is made, and its address is lost.
    await expectWords(await ask(meeting("timeout", ada), "Pro"));
    stripe.recover();
    expect((await subscribe(ada, "Pro")).checkout_url).toContain("/c/");
    const hers = [...stripe.books.sessions.values()].filter(
      ({ client_reference_id }) => client_reference_id === ada.id,
    );
    expect(hers).toHaveLength(1);
  });

  it("is asked again before anybody is told", async () => {
    const ada = await steady.app.person({ plan: "Free" });
    steady.stripe.fail("500", "GET /v1/customers", 2);
    expect((await subscribe(ada, "Pro")).checkout_url).toContain("/c/");
  });
});
