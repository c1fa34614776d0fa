import { createServer } from "node:net";
import { createEmulator } from "emulate";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { readEnv } from "#api/env.ts";
import { openPayments } from "#api/services/stripe.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

const WEBHOOK_SECRET = "whsec_second_opinion";

/** The events that the emulator has sent. */
const sent: { body: string; signature: string }[] = [];
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const signature = request.headers.get("Stripe-Signature") ?? "";
    sent.push({ body: await request.text(), signature });
    return new Response("ok");
  },
});
atEndOfFile(() => receiver.stop(true));

const emulator = await createEmulator({
  service: "stripe",
  port: await freePort(),
  seed: {
    stripe: {
      webhooks: [
        { url: `http://127.0.0.1:${receiver.port}/`, secret: WEBHOOK_SECRET, events: ["*"] },
      ],
    },
  },
});
atEndOfFile(() => emulator.close());

const payments = openPayments(
  readEnv({
    STRIPE_API_URL: emulator.url,
    STRIPE_SECRET_KEY: "sk_test_second_opinion",
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  }),
  pino({ level: "silent" }),
);
if (!payments) throw new Error("payments are set up");

/** An emulator that others built, for the calls that it knows: customers, prices, Checkout, signatures. */
describe("by a second opinion", () => {
  it("a customer is made and found again", async () => {
    const buyer = { account: crypto.randomUUID(), email: "ada@example.org" };
    const customer = await payments.customerFor(buyer, "first");
    expect(customer).toMatch(/^cus_/);
    expect(await payments.customerFor(buyer, "second")).toBe(customer);
  });

  it("a page to pay on is open, then paid; another one is closed", async () => {
    const buyer = { account: crypto.randomUUID(), email: "ben@example.org" };
    const customer = await payments.customerFor(buyer, "customer");
    const offer = { lookupKey: "kinora_pro", name: "Pro", cents: 1200 };
    const { id: price } = await payments.priceOf(offer);
    const open = (key: string) =>
      payments.openCheckout(
        {
          account: buyer.account,
          customer,
          price,
          paidUrl: "http://localhost/paid",
          leaveUrl: "http://localhost/",
        },
        key,
      );
    const first = await open("one");
    expect(first).toMatchObject({ status: "open", url: expect.stringContaining(first.id) });
    await fetch(`${emulator.url}/checkout/${first.id}/complete`, {
      method: "POST",
      redirect: "manual",
    });
    expect(await payments.readCheckout(first.id)).toMatchObject({ status: "complete" });

    const second = await open("two");
    await payments.closeCheckout(second.id);
    expect(await payments.readCheckout(second.id)).toMatchObject({ status: "expired" });
  });

  it("what it signs carries the signature, and what it does not know is no object", async () => {
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    const [{ body, signature } = { body: "", signature: "" }] = sent;
    // The emulator's events have no id, so they are refused, but only after their signature was believed.
    await expect(payments.readEvent(body, signature)).rejects.toMatchObject({ code: "bad_event" });
    await expect(payments.readEvent(`${body} `, signature)).rejects.toMatchObject({
      code: "bad_signature",
    });
    await expect(payments.subscriptionsOf("cus_x")).rejects.toMatchObject({
      code: "payments_unreachable",
    });
  });
});

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
  });
  return promise;
}
