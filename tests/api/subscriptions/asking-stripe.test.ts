import { describe, expect, it } from "vitest";
import { buyer, enableAddon, refresh, selling } from "./selling.ts";

const sales = await selling();
const { app, stripe } = sales;
const { pool } = app.database;

describe("of a product that was forgotten", () => {
  it.each(["plan", "add-on"])(
    "Stripe is asked where the other one is known: the %s",
    async (what) => {
      const ada = await buyer(sales, "Pro");
      const both = { plan_name: "Pro", subtitle_addon_enabled: true };
      expect(await enableAddon(ada)).toMatchObject(both);
      await pool`delete from private.prices where (plan_id is null) = ${what === "add-on"}`;
      expect(await refresh(ada)).toMatchObject(both);
    },
  );
});

describe("for somebody whose session has ended", () => {
  it("nothing is asked of Stripe, whatever they try", async () => {
    const ada = await buyer(sales, "Pro");
    const { plans } = await (await ada.call("GET", "/subscriptions/plans")).json();
    const tries: [path: string, body?: object][] = [
      ...plans.map(({ id }: { id: string }) => ["/subscriptions/subscribe", { plan_id: id }]),
      ["/subscriptions/cancel"],
      ["/subscriptions/subtitle-addon/enable"],
      ["/subscriptions/subtitle-addon/disable"],
      ["/subscriptions/refresh"],
      ["/subscriptions/portal"],
    ];
    await pool`delete from public.sessions where user_id = ${ada.id}`;
    const before = stripe.asked.length;
    for (const [path, body] of tries) {
      const { status } = await ada.call("POST", path, body);
      expect([path, status, stripe.asked.slice(before)]).toEqual([path, 401, []]);
    }
  });
});

describe("for an add-on that was given", () => {
  it("nothing is asked of Stripe: it is not sold once more", async () => {
    const ada = await app.person({ plan: "Free" });
    await pool`update public.subscriptions set subtitle_addon_enabled = true where user_id = ${ada.id}`;
    const before = stripe.asked.length;
    expect(await enableAddon(ada)).toMatchObject({
      subtitle_addon_enabled: true,
      checkout_url: null,
    });
    expect(stripe.asked.slice(before)).toEqual([]);
  });
});
