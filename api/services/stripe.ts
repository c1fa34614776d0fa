import type { Logger } from "pino";
import type Stripe from "stripe";
import { z } from "zod";
import type { Env } from "#api/env.ts";
import { badRequest } from "#api/http/errors.ts";
import { type AskStripe, idOf, type StripePatience, stripeClient } from "./stripe-client.ts";
import { type Offer, priceOf } from "./stripe-prices.ts";
import { billedAccounts, subscriptionCalls } from "./stripe-subscriptions.ts";

interface Buyer {
  account: string;
  email: string;
}

interface Purchase {
  account: string;
  customer: string;
  price: string;
  paidUrl: string;
  leaveUrl: string;
}

export type Checkout = ReturnType<typeof checkout>;

/** The few calls to Stripe that this server makes; null where payments are off. */
export type Payments = ReturnType<typeof callsOf>;

/** A message of Stripe's, as far as it is believed: the object it names is read anew. */
export type StripeEvent = Awaited<ReturnType<Payments["readEvent"]>>;

export function openPayments(env: Env, log: Logger, patience?: StripePatience): Payments | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (secretKey === undefined || webhookSecret === undefined) return null;
  const { ask, webhooks } = stripeClient({ secretKey, url: env.STRIPE_API_URL, patience, log });
  return callsOf(ask, eventReader(webhooks, webhookSecret));
}

const callsOf = (ask: AskStripe, readEvent: ReturnType<typeof eventReader>) => ({
  ...subscriptionCalls(ask),
  billedAccounts: () => billedAccounts(ask),
  priceOf: (offer: Offer) => priceOf(ask, offer),
  ...customerCalls(ask),
  ...checkoutCalls(ask),
  ...troubleCalls(ask),
  readEvent,
});

const customerCalls = (ask: AskStripe) => ({
  /** The account's customer: found where it was made before and not remembered, otherwise made. */
  async customerFor({ account, email }: Buyer, idempotencyKey: string): Promise<string> {
    const list = await ask("list", (stripe) => stripe.customers.list({ email, limit: 100 }));
    const made = list.data.find(({ metadata }) => metadata.kinora_account === account);
    if (made) return made.id;
    const metadata = { kinora_account: account };
    const { id } = await ask("customer", (stripe) =>
      stripe.customers.create({ email, metadata }, { idempotencyKey }),
    );
    return id;
  },

  /** A page for invoices and the card. Plans are changed here alone: Stripe would follow rules that are not ours. */
  async openPortal(customer: string, return_url: string): Promise<string> {
    const list = await ask("list", (stripe) =>
      stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
    );
    const ours = list.data.find(({ metadata }) => metadata?.kinora === "portal");
    const configuration = ours ?? (await configurePortal(ask));
    const session = await ask("billing_portal.session", (stripe) =>
      stripe.billingPortal.sessions.create({
        customer,
        return_url,
        configuration: configuration.id,
      }),
    );
    return session.url;
  },
});

const configurePortal = (ask: AskStripe) =>
  ask("billing_portal.configuration", (stripe) =>
    stripe.billingPortal.configurations.create({
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: false },
        subscription_update: { enabled: false },
      },
      metadata: { kinora: "portal" },
    }),
  );

const checkoutCalls = (ask: AskStripe) => ({
  async openCheckout(purchase: Purchase, idempotencyKey: string) {
    const { account, customer, price, paidUrl, leaveUrl } = purchase;
    const session = await ask("checkout.session", (stripe) =>
      stripe.checkout.sessions.create(
        {
          mode: "subscription",
          customer,
          client_reference_id: account,
          line_items: [{ price, quantity: 1 }],
          subscription_data: {
            metadata: { kinora_account: account },
            billing_mode: { type: "flexible" },
          },
          success_url: paidUrl,
          cancel_url: leaveUrl,
        },
        { idempotencyKey },
      ),
    );
    return checkout(session);
  },

  readCheckout: async (id: string) =>
    checkout(await ask("checkout.session", (stripe) => stripe.checkout.sessions.retrieve(id))),

  async closeCheckout(id: string): Promise<void> {
    await ask("checkout.session", (stripe) => stripe.checkout.sessions.expire(id));
  },
});

const checkout = ({ id, status, url, subscription }: Stripe.Checkout.Session) => ({
  id,
  status: isOngoing(status) ? status : ("expired" as const),
  /** The page on which it is paid, while it is open. */
  url,
  /** The subscription that the payment has begun. */
  subscription: idOrNull(subscription),
});

const isOngoing = (status: string | null) => status === "open" || status === "complete";

const troubleCalls = (ask: AskStripe) => ({
  async readDispute(id: string) {
    const { amount, currency, status, charge } = await ask("dispute", (stripe) =>
      stripe.disputes.retrieve(id, { expand: ["charge"] }),
    );
    const customer = typeof charge === "string" ? null : idOrNull(charge.customer);
    return { customer, amount, currency, status };
  },

  async readRefund(charge: string) {
    const { amount_refunded, currency, customer } = await ask("charge", (stripe) =>
      stripe.charges.retrieve(charge),
    );
    return { customer: idOrNull(customer), amount: amount_refunded, currency };
  },
});

const Reference = z.union([z.string(), z.object({ id: z.string() })]).nullish();
const Event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({ object: z.string(), id: z.string().nullish(), customer: Reference }),
  }),
});

const NOT_FROM_STRIPE = "This does not carry Stripe's signature.";

/** Accepts no event without the right signature; the time in it may be five minutes old. */
const eventReader =
  (webhooks: () => Promise<Stripe["webhooks"]>, secret: string) =>
  async (body: string, signature: string) => {
    const reader = await webhooks();
    const event = await reader.constructEventAsync(body, signature, secret).catch(() => {
      throw badRequest(NOT_FROM_STRIPE, "bad_signature");
    });
    const parsed = Event.safeParse(event);
    if (!parsed.success) throw badRequest("This is no event that is known here.", "bad_event");
    const { id, type, data } = parsed.data;
    const { object, id: subject = null, customer } = data.object;
    const whose = object === "customer" ? subject : idOrNull(customer);
    return { id, type, customer: whose, object: subject };
  };

const idOrNull = (one: string | { id: string } | null | undefined) =>
  one == null ? null : idOf(one);
