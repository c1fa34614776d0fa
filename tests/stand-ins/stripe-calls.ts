import {
  announce,
  type Books,
  found,
  invalidRequest,
  listOf,
  newId,
  now,
  type Price,
} from "./stripe-books.ts";
import { type Call, type Form, inner, needed, rows, text, texts } from "./stripe-form.ts";
import { onSale } from "./stripe-life.ts";

export const saleCalls: Record<string, Call> = {
  "GET /v1/customers": {
    takes: ["email", "limit"],
    answer: (books, form) =>
      listOf(
        [...books.customers.values()].filter(
          (one) => !one.deleted && one.email === text(form, "email"),
        ),
        "/v1/customers",
      ),
  },
  "POST /v1/customers": {
    takes: ["email", "metadata"],
    answer(books, form) {
      const id = newId("cus");
      books.customers.set(id, {
        id,
        object: "customer",
        balance: 0,
        created: now(),
        email: text(form, "email") ?? null,
        livemode: false,
        metadata: texts(inner(form, "metadata")),
      });
      announce(books, "customer.created", found(books.customers, id, "customer"));
      return found(books.customers, id, "customer");
    },
  },
  "POST /v1/products": {
    takes: ["name", "metadata"],
    answer(books, form) {
      const id = newId("prod");
      const metadata = texts(inner(form, "metadata"));
      const name = needed(form, "name");
      const made = {
        id,
        object: "product",
        active: true,
        created: now(),
        livemode: false,
      } as const;
      books.products.set(id, { ...made, metadata, name });
      return found(books.products, id, "product");
    },
  },
  "GET /v1/prices": {
    takes: ["lookup_keys", "active", "limit", "product"],
    answer(books, form) {
      const keys = Object.values(inner(form, "lookup_keys"));
      const product = text(form, "product");
      const data = [...books.prices.values()].filter(
        (one) =>
          (keys.length === 0 || keys.includes(one.lookup_key ?? "")) &&
          (product === undefined || one.product === product) &&
          (form.active === undefined || String(one.active) === form.active),
      );
      return listOf(data, "/v1/prices");
    },
  },
  "POST /v1/prices": {
    takes: ["product", "currency", "unit_amount", "recurring", "lookup_key", "transfer_lookup_key"],
    answer(books, form) {
      const id = newId("price");
      const product = found(books.products, needed(form, "product"), "product", "product").id;
      const price: Price = {
        id,
        object: "price",
        active: true,
        billing_scheme: "per_unit",
        created: now(),
        currency: needed(form, "currency"),
        livemode: false,
        lookup_key: null,
        metadata: {},
        product,
        recurring: { interval: "month", interval_count: 1 },
        type: "recurring",
        unit_amount: Number(needed(form, "unit_amount")),
      };
      nameByKey(books, price, form);
      books.prices.set(id, price);
      return price;
    },
  },
  "POST /v1/prices/:id": {
    takes: ["lookup_key", "transfer_lookup_key", "active"],
    answer(books, form, id) {
      const price = found(books.prices, id, "price");
      nameByKey(books, price, form);
      return price;
    },
  },
  "POST /v1/checkout/sessions": {
    takes: [
      "mode",
      "customer",
      "client_reference_id",
      "line_items",
      "subscription_data",
      "success_url",
      "cancel_url",
    ],
    answer: openSession,
  },
  "GET /v1/checkout/sessions/:id": {
    takes: [],
    answer: (books, _form, id) => found(books.sessions, id, "checkout.session"),
  },
  "POST /v1/checkout/sessions/:id/expire": {
    takes: [],
    answer(books, _form, id) {
      const session = found(books.sessions, id, "checkout.session");
      if (session.status !== "open")
        throw invalidRequest(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        );
      Object.assign(session, { status: "expired", url: null } satisfies Partial<typeof session>);
      announce(books, "checkout.session.expired", session);
      return session;
    },
  },
  "GET /v1/billing_portal/configurations": {
    takes: ["active", "limit"],
    answer: (books) =>
      listOf([...books.configurations.values()], "/v1/billing_portal/configurations"),
  },
  "POST /v1/billing_portal/configurations": {
    takes: ["features", "metadata"],
    answer(books, form) {
      const id = newId("bpc");
      const metadata = texts(inner(form, "metadata"));
      const features = inner(form, "features");
      const made = {
        object: "billing_portal.configuration",
        active: true,
        created: now(),
      } as const;
      const usual = { is_default: false, livemode: false };
      books.configurations.set(id, { id, ...made, ...usual, metadata, features });
      return found(books.configurations, id, "configuration");
    },
  },
  "POST /v1/billing_portal/sessions": {
    takes: ["customer", "return_url", "configuration"],
    answer(books, form) {
      const customer = found(books.customers, needed(form, "customer"), "customer", "customer").id;
      const configuration = text(form, "configuration");
      if (!configuration)
        throw invalidRequest(
          "No configuration provided and your test mode default configuration has not been created.",
        );
      const id = newId("bps");
      const made = { id, object: "billing_portal.session", created: now() } as const;
      const session = { ...made, customer, configuration, livemode: false };
      const return_url = text(form, "return_url") ?? null;
      books.portals.set(id, { ...session, return_url, url: `${books.origin}/p/${id}` });
      return found(books.portals, id, "session");
    },
  },
  "GET /v1/disputes/:id": {
    takes: ["expand"],
    answer(books, _form, id) {
      const dispute = found(books.disputes, id, "dispute");
      return { ...dispute, charge: found(books.charges, dispute.charge, "charge") };
    },
  },
  "GET /v1/charges/:id": {
    takes: [],
    answer: (books, _form, id) => found(books.charges, id, "charge"),
  },
};

/** A key names one price: who takes it from another has to say so. */
function nameByKey(books: Books, price: Price, form: Form) {
  const key = text(form, "lookup_key");
  if (key === undefined) return;
  const holder = [...books.prices.values()].find((one) => one.lookup_key === key);
  if (holder && holder.id !== price.id) {
    if (form.transfer_lookup_key !== "true")
      throw invalidRequest(
        `A price (\`${holder.id}\`) already uses that lookup key. To set this lookup key on this price, set transfer_lookup_key=true.`,
        { param: "lookup_key" },
      );
    holder.lookup_key = null;
  }
  price.lookup_key = key;
}

function openSession(books: Books, form: Form) {
  const customer = found(books.customers, needed(form, "customer"), "customer", "customer");
  if (customer.deleted) found(new Map(), customer.id, "customer", "customer");
  const metadata = texts(inner(inner(form, "subscription_data"), "metadata"));
  const wanted = rows(form, "line_items").map((row) => ({
    price: onSale(books, needed(row, "price")).id,
    quantity: Number(text(row, "quantity") ?? 1),
    metadata,
  }));
  const id = newId("cs_test");
  books.wanted.set(id, wanted);
  books.sessions.set(id, {
    id,
    object: "checkout.session",
    client_reference_id: text(form, "client_reference_id") ?? null,
    created: now(),
    customer: customer.id,
    expires_at: now() + 86_400,
    livemode: false,
    mode: "subscription",
    payment_status: "unpaid",
    status: "open",
    subscription: null,
    success_url: needed(form, "success_url"),
    cancel_url: text(form, "cancel_url") ?? null,
    url: `${books.origin}/c/${id}`,
  });
  return found(books.sessions, id, "checkout.session");
}
