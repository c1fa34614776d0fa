import { describe, expect, it } from "vitest";
import { completeCheckout } from "#tests/stand-ins/stripe-life.ts";
import { checkoutId, current, enableAddon, selling, subscribe } from "./selling.ts";

const { app, stripe, deliverAll } = await selling();

async function paid({ checkout_url }: { checkout_url: string | null }): Promise<void> {
  expect(completeCheckout(stripe.books, checkoutId(checkout_url))).toBe(true);
  await deliverAll();
}

describe("what somebody has without paying for it", () => {
  it("is an add-on that stays when they buy a plan", async () => {
    const ada = await app.person({ plan: "Free" });
    await app.database.as(ada.caller)((sql) => sql`select app.switch_subtitle_addon(true)`);
    await paid(await subscribe(ada, "Pro"));
    expect(await current(ada)).toMatchObject({ plan_name: "Pro", subtitle_addon_enabled: true });
  });

  it("is a plan that stays when they buy the add-on", async () => {
    const ada = await app.person({ plan: "Pro" });
    await paid(await enableAddon(ada));
    expect(await current(ada)).toMatchObject({ plan_name: "Pro", subtitle_addon_enabled: true });
  });

  it("is no gift any more once its payment has come", async () => {
    const [ada, admin] = [await app.person({ plan: "Free" }), await app.person({ role: "admin" })];
    const asked = await subscribe(ada, "Pro");
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const { plan_id } = await current(await app.person({ plan: "Pro" }));
    await admin.call("PUT", `/admin/users/${ada.id}/plan`, { plan_id, until });
    expect((await current(ada)).gift).toEqual({ until, then_plan: "Free" });
    await paid(asked);
    expect(await current(ada)).toMatchObject({ plan_name: "Pro", billed: true, gift: null });
  });
});
