import { describe, expect, it } from "vitest";
import { completeCheckout } from "#tests/stand-ins/stripe-life.ts";
import { testApp } from "#tests/support/app.ts";
import { buyer, checkoutId, current, refresh, selling, subscribe, tell } from "./selling.ts";

const sales = await selling();
const { app, stripe, billing } = sales;
const event = {
  id: "evt_1",
  object: "event",
  type: "invoice.paid",
  data: { object: { object: "invoice", id: "in_1" } },
};

const kept = async (id: string) =>
  (await billing.service((sql) => sql`select 1 from private.stripe_events where id = ${id}`))
    .length;

describe("an event", () => {
  it("is taken by its signature, kept and answered at once, and kept once", async () => {
    const signed = await stripe.signed(event);
    const answers = [await tell(app, signed), await tell(app, signed)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await kept("evt_1")).toBe(1);
    const jobs = await billing.service(
      (sql) => sql`select 1 from private.jobs where data->>'event_id' = 'evt_1'`,
    );
    expect(jobs).toHaveLength(1);
  });

  it("is refused without the signature, with another's, with one of another body, and with an old one", async () => {
    const other = { ...event, id: "evt_2" };
    const { body, signature } = await stripe.signed(other);
    const anothers = await stripe.signed(other, "whsec_of_somebody_else");
    const old = signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) - 400}`);
    for (const wrong of [
      { body },
      anothers,
      { body: body.replace("in_1", "in_2"), signature },
      { body, signature: old },
      { body, signature: "t=1,v1=" },
      { body: "", signature },
    ]) {
      const answer = await tell(app, wrong);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: "bad_signature" });
    }
    expect(await kept("evt_2")).toBe(0);
  });

  it("larger than any of Stripe's is refused before it is looked at", async () => {
    const large = { ...event, id: "evt_large", padding: "x".repeat(256 * 1024) };
    const answer = await tell(app, await stripe.signed(large));
    expect(answer.status).toBe(413);
    expect((await answer.json()).message).toContain("256 KB");
    const fits = { ...event, id: "evt_fits", padding: "x".repeat(250 * 1024) };
    expect((await tell(app, await stripe.signed(fits))).status).toBe(200);
    expect([await kept("evt_large"), await kept("evt_fits")]).toEqual([0, 1]);
  });

  it("says nothing where payments are off", async () => {
    const answer = await tell(await testApp(), await stripe.signed(event));
    expect(answer.status).toBe(503);
  });

  it("is worked on by a job", async () => {
    const ada = await app.person({ plan: "Free" });
    const { checkout_url } = await subscribe(ada, "Pro");
    const before = stripe.books.events.length;
    completeCheckout(stripe.books, checkoutId(checkout_url));
    await app.startJobs();
    for (const one of stripe.books.events.slice(before)) await tell(app, await stripe.signed(one));
    await expect.poll(() => current(ada)).toMatchObject({ plan_name: "Pro" });
  });

  it("believes nothing that it says", async () => {
    const ada = await buyer(sales, "Pro");
    const ben = await app.person({ plan: "Free" });
    await subscribe(ben, "Pro");
    const { books } = stripe;
    const [last] = [...books.subscriptions.values()].reverse();
    const customer = [...books.customers.values()].at(-1)?.id;
    // The event tells of a subscription that somebody else has.
    const told = books.events.findLast(({ type }) => type === "customer.subscription.updated");
    if (!told) throw new Error("somebody has just subscribed");
    await sales.deliver([{ ...told, id: "evt_3", data: { object: { ...last, customer } } }]);
    expect(await refresh(ben)).toMatchObject({ plan_name: "Free" });
    expect(await current(ada)).toMatchObject({ plan_name: "Pro" });
  });
});
