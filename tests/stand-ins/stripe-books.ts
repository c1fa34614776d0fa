import type Stripe from "stripe";

/**
 * The objects that Stripe keeps, in its own shapes: every field is one of the package's types, so that an upgrade that
 * changes one of those breaks the build. Left out are objects that nobody here could ask for.
 */
type Customer = Pick<
  Stripe.Customer,
  "id" | "object" | "balance" | "created" | "email" | "livemode" | "metadata"
> & { deleted?: boolean };

export type Price = Pick<
  Stripe.Price,
  | "id"
  | "object"
  | "active"
  | "billing_scheme"
  | "created"
  | "currency"
  | "livemode"
  | "lookup_key"
  | "metadata"
  | "type"
> & { product: string; unit_amount: number; recurring: Recurring };

type Recurring = Pick<NonNullable<Stripe.Price["recurring"]>, "interval" | "interval_count">;

type Product = Pick<
  Stripe.Product,
  "id" | "object" | "active" | "created" | "livemode" | "metadata" | "name"
>;

export type Item = Pick<
  Stripe.SubscriptionItem,
  "id" | "object" | "created" | "current_period_end" | "current_period_start" | "subscription"
> & { price: Price; quantity: number };

export type Subscription = Pick<
  Stripe.Subscription,
  | "id"
  | "object"
  | "billing_mode"
  | "cancel_at_period_end"
  | "canceled_at"
  | "collection_method"
  | "created"
  | "currency"
  | "ended_at"
  | "livemode"
  | "metadata"
  | "start_date"
  | "status"
> & {
  customer: string;
  items: List<Item>;
  latest_invoice: string | null;
  pending_update:
    | (Pick<Stripe.Subscription.PendingUpdate, "expires_at"> & { subscription_items: Item[] })
    | null;
};

export type Invoice = Pick<
  Stripe.Invoice,
  | "object"
  | "amount_due"
  | "amount_paid"
  | "billing_reason"
  | "created"
  | "currency"
  | "hosted_invoice_url"
  | "livemode"
  | "status"
  | "total"
> & { id: string; customer: string; parent: InvoiceParent };

type InvoiceParent = Pick<NonNullable<Stripe.Invoice["parent"]>, "type"> & {
  subscription_details: { subscription: string };
};

type Session = Pick<
  Stripe.Checkout.Session,
  | "id"
  | "object"
  | "client_reference_id"
  | "created"
  | "expires_at"
  | "livemode"
  | "mode"
  | "payment_status"
  | "status"
  | "success_url"
  | "cancel_url"
  | "url"
> & { customer: string; subscription: string | null };

type PortalConfiguration = Pick<
  Stripe.BillingPortal.Configuration,
  "id" | "object" | "active" | "created" | "is_default" | "livemode" | "metadata"
> & { features: object };

type PortalSession = Pick<
  Stripe.BillingPortal.Session,
  "id" | "object" | "created" | "customer" | "livemode" | "return_url" | "url"
> & { configuration: string };

type Charge = Pick<
  Stripe.Charge,
  "id" | "object" | "amount" | "amount_refunded" | "created" | "currency" | "livemode"
> & { customer: string };

type Dispute = Pick<
  Stripe.Dispute,
  "id" | "object" | "amount" | "created" | "currency" | "livemode" | "reason" | "status"
> & { charge: string };

export type Event = Pick<
  Stripe.EventBase,
  "id" | "object" | "api_version" | "created" | "livemode" | "pending_webhooks" | "request"
> & { type: Stripe.Event["type"]; data: { object: object } };

export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

export interface Books {
  customers: Map<string, Customer>;
  products: Map<string, Product>;
  prices: Map<string, Price>;
  subscriptions: Map<string, Subscription>;
  invoices: Map<string, Invoice>;
  sessions: Map<string, Session>;
  /** The prices that each Checkout sells. */
  wanted: Map<string, { price: string; quantity: number; metadata: Record<string, string> }[]>;
  configurations: Map<string, PortalConfiguration>;
  portals: Map<string, PortalSession>;
  charges: Map<string, Charge>;
  disputes: Map<string, Dispute>;
  events: Event[];
  /** The customers whose card is refused. */
  refused: Set<string>;
  /** The most objects in one answer. */
  pageSize: number;
  origin: string;
  /** Hears of each event as it happens. */
  tell: (event: Event) => void;
}

export const newBooks = (origin: string): Books => ({
  customers: new Map(),
  products: new Map(),
  prices: new Map(),
  subscriptions: new Map(),
  invoices: new Map(),
  sessions: new Map(),
  wanted: new Map(),
  configurations: new Map(),
  portals: new Map(),
  charges: new Map(),
  disputes: new Map(),
  events: [],
  refused: new Set(),
  pageSize: 100,
  origin,
  tell: () => {},
});

export const listOf = <T>(data: T[], url: string): List<T> => ({
  object: "list",
  data,
  has_more: false,
  url,
});

export const newId = (kind: string) =>
  `${kind}_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;

export const now = () => Math.floor(Date.now() / 1000);

export function announce(books: Books, type: Event["type"], object: object): void {
  const event: Event = {
    id: newId("evt"),
    object: "event",
    api_version: "2026-10-28.endive",
    created: now(),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    data: { object: structuredClone(object) },
  };
  books.events.push(event);
  books.tell(event);
}

/** A refusal as Stripe gives it. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: {
      type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";
      message: string;
      code?: string;
      param?: string;
    },
  ) {
    super(error.message);
  }
}

export const invalidRequest = (message: string, more: { code?: string; param?: string } = {}) =>
  new Refused(400, { type: "invalid_request_error", message, ...more });

export function found<T>(kept: Map<string, T>, id: string, what: string, param = "id"): T {
  const one = kept.get(id);
  if (one !== undefined) return one;
  const message = `No such ${what}: '${id}'`;
  const error = {
    type: "invalid_request_error",
    code: "resource_missing",
    message,
    param,
  } as const;
  // An object that an address names is not there; one that a parameter names is wrong.
  throw new Refused(param === "id" ? 404 : 400, error);
}
