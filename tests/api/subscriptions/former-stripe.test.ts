import { expect, test } from "vitest";
import { billedTo, buyer, current, enableAddon, selling } from "./selling.ts";

const sales = await selling();
const { stripe } = sales;

test("what another Stripe account sold is given back one by one, and leaves nothing that must be cancelled before the account goes", async () => {
  const ada = await buyer(sales, "Pro");
  await enableAddon(ada);
  expect(await current(ada)).toMatchObject({ plan_name: "Pro", subtitle_addon_enabled: true });
  stripe.books.customers.delete(billedTo(sales, ada)[0]?.customer ?? "");
  expect((await ada.call("POST", "/subscriptions/subtitle-addon/disable")).status).toBe(200);
  expect(await current(ada)).toMatchObject({
    ...{ plan_name: "Pro", subtitle_addon_enabled: false, billed: false },
  });
  expect((await ada.call("POST", "/subscriptions/portal")).status).toBe(409);
  expect((await ada.call("POST", "/subscriptions/cancel")).status).toBe(200);
  expect(await current(ada)).toMatchObject({ plan_name: "Free", subtitle_addon_enabled: false });
  expect((await ada.call("POST", "/user/delete", { email: ada.email })).status).toBe(200);
});

test("whose customer was another Stripe account's has nothing to manage, and is not told to try again for ever", async () => {
  const ben = await buyer(sales, "Pro");
  stripe.books.customers.delete(billedTo(sales, ben)[0]?.customer ?? "");
  const refreshed = await ben.call("POST", "/subscriptions/refresh");
  expect([refreshed.status, await refreshed.json()]).toMatchObject([
    ...[200, { checkout: "none", plan_name: "Pro" }],
  ]);
  const portal = await ben.call("POST", "/subscriptions/portal");
  expect([portal.status, (await portal.json()).message]).toEqual([
    ...[409, expect.stringContaining("nothing to manage")],
  ]);
});
