import { describe, expect, it } from "vitest";
import { CurrentSubscription, PlanList } from "#contract/subscriptions.ts";
import { testApp } from "#tests/support/app.ts";

const app = await testApp();

describe("plans", () => {
  it("are listed from the cheapest, with what they hold in the order of their card", async () => {
    const ada = await app.person();
    const response = await ada.call("GET", "/subscriptions/plans");
    expect(response.status).toBe(200);
    const { plans } = PlanList.parse(await response.json());
    expect(plans.map(({ name, price_usd, storage_gb }) => [name, price_usd, storage_gb])).toEqual([
      ["Free", 0, 0],
      ["Starter", 5, 25],
      ["Pro", 12, 100],
      ["Premium", 29, 500],
    ]);
    expect(Object.keys(plans[2]?.features ?? {})).toEqual([
      "recording",
      "room",
      "sharing",
      "account",
    ]);
  });
});

describe("the current subscription", () => {
  it("answers in both shapes at once", async () => {
    const ada = await app.person({ plan: "Pro" });
    const response = await ada.call("GET", "/subscriptions/current");
    const answer = CurrentSubscription.parse(await response.json());
    expect(answer).toMatchObject({
      plan_id: answer.plan.id,
      plan_name: "Pro",
      storage_type: "s3",
      storage_limit_gb: 100,
      storage_limit_bytes: 107_374_182_400,
      subtitle_addon_enabled: false,
      subscription: {
        status: "active",
        storage_type: "s3",
        subtitle_addon_enabled: false,
        subtitle_addon_started_at: null,
        subtitle_addon_billing_id: null,
      },
      plan: { name: "Pro", storage_gb: 100 },
      payments: false,
      storage_configured: true,
    });
  });

  it("says that storage is not set up on Free, until the cloud or a plan is chosen", async () => {
    const ada = await app.person({ plan: "Free" });
    const configured = async () =>
      CurrentSubscription.parse(await (await ada.call("GET", "/subscriptions/current")).json())
        .storage_configured;
    expect(await configured()).toBe(false);

    const preferences = await (await ada.call("GET", "/user/preferences")).json();
    await ada.call("PUT", "/user/preferences", { ...preferences, preferred_storage: "local" });
    expect(await configured()).toBe(false);
    await ada.call("PUT", "/user/preferences", { ...preferences, preferred_storage: "s3" });
    expect(await configured()).toBe(true);
  });

  it("never says that storage is set up where saving says it is not", async () => {
    for (const [plan, preferred, status] of [
      ["Free", null, "active"],
      ["Free", "s3", "active"],
      ["Pro", null, "active"],
      ["Pro", null, "past_due"],
      ["Pro", null, "cancelled"],
    ] as const) {
      const ada = await app.person({ plan });
      if (preferred) await ada.call("PUT", "/user/preferences", { preferred_storage: preferred });
      await app.database.pool`
        update public.subscriptions set status = ${status} where user_id = ${ada.id}
      `;
      const { storage_configured } = await (await ada.call("GET", "/subscriptions/current")).json();
      const form = new FormData();
      form.set("video", new File(["x"], "a.webm"));
      const saved = await ada.call("POST", "/recordings", form);
      const isSaidMissing = (await saved.json()).code === "storage_not_configured";
      expect(isSaidMissing, `${plan}, ${preferred}, ${status}`).toBe(!storage_configured);
    }
  });

  it.each([
    ["GET", "/subscriptions/plans"],
    ["GET", "/subscriptions/current"],
    ["GET", "/subscriptions/storage-usage"],
    ["POST", "/subscriptions/subscribe"],
    ["POST", "/subscriptions/cancel"],
    ["POST", "/subscriptions/subtitle-addon/enable"],
    ["POST", "/subscriptions/subtitle-addon/disable"],
  ] as const)("refuses a visitor: %s %s", async (method, path) => {
    const response = await app.visitor.call(method, path, method === "POST" ? {} : undefined);
    expect(response.status).toBe(401);
  });
});
