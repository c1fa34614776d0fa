import pino from "pino";
import { describe, expect, it, test } from "vitest";
import { readEnv } from "#api/env.ts";
import { attempt } from "#api/features/subscriptions/billing.ts";
import { compareAll } from "#api/features/subscriptions/compare-all.ts";
import { readAfresh } from "#api/features/subscriptions/read-afresh.ts";
import { openPayments } from "#api/services/stripe.ts";
import { saleCalls } from "#tests/stand-ins/stripe-calls.ts";
import { completeCheckout, giveUp } from "#tests/stand-ins/stripe-life.ts";
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
const { app, stripe, billing, deliverAll } = sales;

describe("prices", () => {
  it("that are edited are new ones, and who subscribed before keeps theirs until they change", async () => {
    const ada = await buyer(sales, "Starter");
    const price = (cents: number) =>
      billing.service(
        (sql) => sql`update public.plans set price_usd = ${cents / 100} where name = 'Starter'`,
      );
    await price(829); // 8.29 × 100 is a little less than 829
    const ben = await buyer(sales, "Starter");
    const paid = (who: typeof ada) =>
      billedTo(sales, who)[0]?.items.data.map((item) => item.price.unit_amount);
    expect([paid(ada), paid(ben)]).toEqual([[500], [829]]);
    expect(await current(ada)).toMatchObject({ plan_name: "Starter" });
    await subscribe(ada, "Pro");
    await subscribe(ada, "Starter");
    expect(paid(ada)).toEqual([829]);

    // A price that the plan had before is used again, not made anew.
    const count = stripe.books.prices.size;
    await billing.service((sql) => sql`delete from private.prices`);
    await price(500);
    const eve = await buyer(sales, "Starter");
    expect(paid(eve)).toEqual([500]);
    expect(stripe.books.prices.size).toBe(count);
  });

  /** A plan for 99 dollars, and its product as an operator has made it in Stripe. */
  async function operatorsOwn() {
    const name = `Team ${crypto.randomUUID().slice(0, 8)}`;
    await billing.service(
      (sql) =>
        sql`insert into public.plans (name, price_usd, storage_gb, position) values (${name}, 99, 5, 9)`,
    );
    const { id: product } = {
      id: "",
      ...saleCalls["POST /v1/products"]?.answer(stripe.books, { name }, ""),
    };
    const price = (cents: number, more = {}) => {
      const form = { product, currency: "usd", unit_amount: String(cents), ...more };
      saleCalls["POST /v1/prices"]?.answer(stripe.books, form, "");
      return [...stripe.books.prices.values()].at(-1);
    };
    const lookup_key = `kinora_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}`;
    return { name, product, price, lookup_key };
  }

  it("that an operator has made in Stripe are found by their keys", async () => {
    const { name, product, price, lookup_key } = await operatorsOwn();
    price(9900, { lookup_key });
    const ada = await buyer(sales, name);
    expect(billedTo(sales, ada)[0]?.items.data[0]?.price.product).toBe(product);
    expect(await current(ada)).toMatchObject({ plan_name: name });
  });

  it("by the year are not those of a plan by the month, though the sum is the same", async () => {
    const { name, product, price, lookup_key } = await operatorsOwn();
    price(8900, { lookup_key });
    const yearly = price(9900);
    if (yearly) yearly.recurring.interval = "year";
    const paid = billedTo(sales, await buyer(sales, name))[0]?.items.data[0]?.price;
    expect(paid).toMatchObject({ product, unit_amount: 9900, recurring: { interval: "month" } });
  });
});

describe("two subscriptions of one account", () => {
  it("become one: the one that was wanted last, and the other is credited", async () => {
    const ada = await buyer(sales, "Starter");
    const [first] = billedTo(sales, ada);
    const pro = [...stripe.books.prices.values()].find((one) => one.unit_amount === 1200);
    if (first) first.created -= 60;
    const form = {
      customer: first?.customer,
      line_items: { 0: { price: pro?.id } },
      success_url: "x",
    };
    saleCalls["POST /v1/checkout/sessions"]?.answer(stripe.books, form, "");
    completeCheckout(stripe.books, [...stripe.books.sessions.keys()].at(-1) ?? "");
    await deliverAll();
    expect(await current(ada)).toMatchObject({ plan_name: "Pro" });
    expect(billedTo(sales, ada).map(({ status }) => status)).toEqual(["active", "canceled"]);
    expect(stripe.books.customers.get(first?.customer ?? "")?.balance).toBeLessThan(0);
  });
});

describe("a change that waits for its payment", () => {
  it("asked for again is the same; its invoice is void once another is wanted", async () => {
    const ada = await buyer(sales, "Starter");
    stripe.books.refused.add(billedTo(sales, ada)[0]?.customer ?? "");
    const first = (await subscribe(ada, "Premium")).pending;
    expect(first?.pay_url).toContain("/i/");
    expect((await subscribe(ada, "Premium")).pending).toEqual(first);
    await subscribe(ada, "Pro");
    const invoice = stripe.books.invoices.get(first?.pay_url?.split("/").at(-1) ?? "");
    expect(invoice?.status).toBe("void");
  });

  it("is given up with what is given back: nobody can pay for it any more", async () => {
    const ada = await buyer(sales, "Starter");
    await enableAddon(ada);
    stripe.books.refused.add(billedTo(sales, ada)[0]?.customer ?? "");
    const waiting = (await subscribe(ada, "Premium")).pending;
    await ada.call("POST", "/subscriptions/subtitle-addon/disable");
    const invoice = stripe.books.invoices.get(waiting?.pay_url?.split("/").at(-1) ?? "");
    expect(invoice?.status).toBe("void");
    const has = { plan_name: "Starter", subtitle_addon_enabled: false, pending: null };
    expect(await refresh(ada)).toMatchObject(has);
  });
});

describe("changes of one account", () => {
  it("wait for each other: what comes meanwhile is refused, and a dead one holds nobody up", async () => {
    const ada = await buyer(sales, "Starter");
    const busy = (until: string) => app.database.pool`
      update private.billing
         set busy_by = gen_random_uuid(), busy_until = now() + ${until}::interval
       where user_id = ${ada.id}
    `;
    await busy("1 minute");
    const refused = await ask(ada, "Pro");
    expect([refused.status, (await refused.json()).code]).toEqual([409, "change_under_way"]);
    expect(await current(ada)).toMatchObject({ plan_name: "Starter" });
    await busy("-1 second");
    expect(await subscribe(ada, "Pro")).toMatchObject({ plan_name: "Pro" });
  });

  it("have a key each, which what came to nothing leaves for the next try", async () => {
    const { id } = await buyer(sales, "Starter");
    const keys: string[] = [];
    const change = (outcome: () => Promise<string>) =>
      attempt(billing.service, { account: id, what: "a change" }, (key) => {
        keys.push(key);
        return outcome();
      });
    await expect(change(() => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
    expect(await change(async () => "done")).toBe("done");
    expect(await change(async () => "done again")).toBe("done again");
    const [unanswered, first, second] = keys;
    expect(first, "nobody knows whether it was done").toBe(unanswered);
    expect(second).not.toBe(first);
  });

  it("who left and comes again has a page to pay on until they have paid", async () => {
    const ada = await buyer(sales, "Starter");
    await ada.call("POST", "/subscriptions/cancel");
    const { checkout_url } = await subscribe(ada, "Pro");
    expect(await refresh(ada)).toMatchObject({ plan_name: "Free", checkout: "open" });
    expect((await subscribe(ada, "Pro")).checkout_url).toBe(checkout_url);
  });
});

describe("what was never heard", () => {
  it("is found by comparing", async () => {
    const ada = await buyer(sales, "Pro");
    const ben = await buyer(sales, "Pro");
    giveUp(stripe.books, billedTo(sales, ada)[0]?.id ?? "", "canceled");
    expect(await current(ada)).toMatchObject({ plan_name: "Pro" });
    await compareAll(billing, new AbortController().signal);
    expect(await current(ada)).toMatchObject({ plan_name: "Free" });
    expect(await current(ben)).toMatchObject({ plan_name: "Pro" });
  });

  it("of one account hides no other", async () => {
    const ada = await buyer(sales, "Pro");
    const ben = await buyer(sales, "Pro");
    stripe.books.customers.delete(billedTo(sales, ben)[0]?.customer ?? "");
    giveUp(stripe.books, billedTo(sales, ada)[0]?.id ?? "", "canceled");
    await compareAll(billing, new AbortController().signal);
    expect(await current(ada)).toMatchObject({ plan_name: "Free" });
    // A customer that is not there may be another Stripe account's: nothing is taken away for it.
    expect(await current(ben)).toMatchObject({ plan_name: "Pro" });
  });

  it("is never written over by who began to read before", async () => {
    const ada = await buyer(sales, "Pro");
    await readAfresh(billing, ada.id);
    const late = await billing.service(
      (sql) => sql<{ written: boolean }[]>`
        select private.write_billing(user_id, written_ticket, '{}'::jsonb) as written
          from private.billing where user_id = ${ada.id}
      `,
    );
    expect(late).toEqual([{ written: false }]);
    expect(await current(ada)).toMatchObject({ plan_name: "Pro" });
  });
});

describe("what is one's own", () => {
  it("is nobody else's: neither plan, nor portal, nor page to pay on", async () => {
    const ada = await buyer(sales, "Pro");
    const ben = await app.person({ plan: "Free" });
    expect((await ben.call("POST", "/subscriptions/portal")).status).toBe(409);
    expect((await ben.call("POST", "/subscriptions/cancel")).status).toBe(409);
    const { checkout_url } = await subscribe(ben, "Pro");
    const session = stripe.books.sessions.get(checkoutId(checkout_url));
    expect(session?.customer).not.toBe(billedTo(sales, ada)[0]?.customer);
    await ben.call("POST", "/subscriptions/portal");
    expect([...stripe.books.portals.values()].at(-1)?.customer).toBe(session?.customer);
    expect(await current(ada)).toMatchObject({ plan_name: "Pro" });
  });

  it("is in tables that no role of the API reads", async () => {
    const ada = await buyer(sales, "Pro");
    for (const table of ["billing", "prices", "stripe_events"])
      await expect(
        app.database.as(ada.caller)((sql) => sql`select * from ${sql(`private.${table}`)}`),
      ).rejects.toThrow("permission denied");
    const [write] = [
      app.database.as(ada.caller)(
        (sql) => sql`select private.write_billing(${ada.id}, 99, '{}'::jsonb)`,
      ),
    ];
    await expect(write).rejects.toThrow("permission denied");
  });
});

describe("notes of payments", () => {
  it("are seen by admins alone", async () => {
    await billing.service(
      (sql) => sql`insert into public.payment_notes (id, title) values ('note', 'A dispute')`,
    );
    const seenBy = async (who: Awaited<ReturnType<typeof app.person>>) =>
      (await app.database.as(who.caller)((sql) => sql`select * from public.payment_notes`)).length;
    expect(await seenBy(await app.person({ role: "admin" }))).toBe(1);
    expect(await seenBy(await app.person())).toBe(0);
  });
});

test("a plan is given for good only where none is sold", async () => {
  const [boss, ada] = [await app.person({ role: "super_admin" }), await app.person()];
  const [plan] = await app.database.pool`select id as plan_id from public.plans where name = 'Pro'`;
  const give = async (until: string | null) =>
    boss.call("PUT", `/admin/users/${ada.id}/plan`, { ...plan, until });
  const refused = await give(null);
  expect([refused.status, (await refused.json()).fields]).toEqual([422, { until: "Choose a day" }]);
  expect((await give(new Date(Date.now() + 86_400_000).toISOString())).status).toBe(200);
});

describe("limits", () => {
  it("hold for pages to pay on, by account and by address; leaving has none", async () => {
    const ada = await buyer(sales, "Pro");
    for (const bucket of [`purchase:account:${ada.id}`, "purchase:address:unknown"]) {
      await billing.service(
        (sql) => sql`
        insert into private.buckets (name, tokens) values (${bucket}, -1e6)
        on conflict (name) do update set tokens = -1e6, refilled_at = clock_timestamp()
      `,
      );
      expect((await ask(ada, "Premium")).status).toBe(429);
      expect((await ada.call("POST", "/subscriptions/subtitle-addon/enable")).status).toBe(429);
      await billing.service((sql) => sql`delete from private.buckets where name = ${bucket}`);
    }
    expect(await enableAddon(ada)).toMatchObject({ subtitle_addon_enabled: true });
    expect((await ada.call("POST", "/subscriptions/cancel")).status).toBe(200);
  });
});

describe("a key that Stripe does not take", () => {
  it("is the operator's trouble: said in the log without the key, and to people without the reason", async () => {
    const lines: string[] = [];
    const env = readEnv({
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: "sk_test_of_another_account",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
    });
    const payments = openPayments(env, pino({}, { write: (line: string) => lines.push(line) }));
    await expect(
      payments?.customerFor({ account: "a", email: "a@example.org" }, "k"),
    ).rejects.toThrow("The operator of this server finds the reason in its log.");
    const said = lines.join();
    expect(said).toContain("Invalid API Key");
    expect(said).not.toContain("sk_test_of_another_account");
    expect(said).not.toContain("whsec_x");
  });
});
