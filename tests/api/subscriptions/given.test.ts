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
});
