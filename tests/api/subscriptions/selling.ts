import pino from "pino";
import { readEnv } from "#api/env.ts";
import type { Billing } from "#api/features/subscriptions/billing.ts";
import { workOnEvent } from "#api/features/subscriptions/receive-event.ts";
import { openPayments } from "#api/services/stripe.ts";
import {
  ChangedSubscription,
  CurrentSubscription,
  PlanList,
  RefreshedSubscription,
} from "#contract/subscriptions.ts";
import { type StripeStandIn, startStripe } from "#tests/stand-ins/stripe.ts";
import type { Event, Subscription } from "#tests/stand-ins/stripe-books.ts";
import { completeCheckout } from "#tests/stand-ins/stripe-life.ts";
import { type SignedIn, type TestApp, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

/** A server that sells, and the Stripe at which it does. */
export interface Selling {
  app: TestApp;
  stripe: StripeStandIn;
  billing: Billing;
  /** Sends what has happened to the webhook, in this order, and does the work. */
  deliver(events: readonly Event[]): Promise<void>;
  /** Sends all that has happened and was not delivered yet. */
  deliverAll(): Promise<void>;
}

/** A fault is told at once: how often the library tries again is the library's. */
const impatient = { milliseconds: 30_000, retries: 0 };

export async function selling({ patience = impatient } = {}): Promise<Selling> {
  const stripe = startStripe();
  atEndOfFile(() => stripe.stop());
  const log = pino({ level: "silent" });
  const environment = {
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  };
  const payments = openPayments(readEnv(environment), log, patience);
  if (!payments) throw new Error("payments are set up");
  const app = await testApp(environment, { payments });
  const billing = { service: app.database.asService("a test does the work"), payments, log };
  let delivered = 0;
  const deliver = async (events: readonly Event[]) => {
    for (const event of events) {
      await tell(app, await stripe.signed(event));
      await workOnEvent(billing, event.id);
    }
  };
  return {
    app,
    stripe,
    billing,
    deliver,
    async deliverAll() {
      const events = stripe.books.events.slice(delivered);
      delivered = stripe.books.events.length;
      await deliver(events);
    },
  };
}

export const tell = (
  { request }: Pick<TestApp, "request">,
  { body, signature }: { body: string; signature?: string },
) =>
  request("/api/stripe/webhook", {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      ...(signature !== undefined && { "Stripe-Signature": signature }),
    },
  });

export async function ask(person: SignedIn, name: string) {
  const { plans } = PlanList.parse(await (await person.call("GET", "/subscriptions/plans")).json());
  const plan = plans.find((candidate) => candidate.name === name);
  return person.call("POST", "/subscriptions/subscribe", { plan_id: plan?.id });
}

/** Asks for the plan, and expects that the change is done. */
export const subscribe = async (person: SignedIn, name: string) =>
  ChangedSubscription.parse(await (await ask(person, name)).json());

export const enableAddon = async (person: SignedIn) =>
  ChangedSubscription.parse(
    await (await person.call("POST", "/subscriptions/subtitle-addon/enable")).json(),
  );

export const current = async (person: SignedIn) =>
  CurrentSubscription.parse(await (await person.call("GET", "/subscriptions/current")).json());

export const refresh = async (person: SignedIn) =>
  RefreshedSubscription.parse(await (await person.call("POST", "/subscriptions/refresh")).json());

export const checkoutId = (url: string | null) => url?.split("/").at(-1) ?? "";

/** Somebody who has paid for this plan, at Stripe's page. */
export async function buyer({ app, stripe, deliverAll }: Selling, plan: string): Promise<SignedIn> {
  const person = await app.person({ plan: "Free" });
  const { checkout_url } = await subscribe(person, plan);
  if (!completeCheckout(stripe.books, checkoutId(checkout_url))) throw new Error("not paid");
  await deliverAll();
  return person;
}

/** The subscriptions of a person at Stripe, the last first. */
export const billedTo = (
  { stripe }: Pick<Selling, "stripe">,
  { id }: Pick<SignedIn, "id">,
): Subscription[] => {
  const { customers, subscriptions } = stripe.books;
  const mine = [...customers.values()].filter(({ metadata }) => metadata.kinora_account === id);
  return [...subscriptions.values()]
    .filter(({ customer }) => mine.some((one) => one.id === customer))
    .reverse();
};
