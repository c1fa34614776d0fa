import { describe, expect, it } from "vitest";
import { CurrentSubscription, PlanList } from "#contract/subscriptions.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";

const app = await testApp();

describe("subscribing", () => {
  it("takes effect at once, up and down, and the storage follows the plan", async () => {
    const ada = await app.person({ plan: "Free" });
    const pro = await subscribe(ada, "Pro");
    expect(pro.status).toBe(200);
    expect(CurrentSubscription.parse(await pro.json())).toMatchObject({
      plan_name: "Pro",
      storage_type: "s3",
      payments: false,
      billed: false,
    });
    await subscribe(ada, "Starter");
    expect(await current(ada)).toMatchObject({ plan_name: "Starter", storage_limit_gb: 25 });
    // Free is kept on the drive, even where the request asks for the cloud.
    await subscribe(ada, "Free");
    expect(await current(ada)).toMatchObject({ plan_name: "Free", storage_type: "google_drive" });
  });

  it("changes nobody else's plan", async () => {
    const [ada, ben] = await Promise.all([app.person(), app.person()]);
    await subscribe(ada, "Starter");
    expect(await current(ben)).toMatchObject({ plan_name: "Premium" });
  });

  it("refuses the plan one is on", async () => {
    const ada = await app.person({ plan: "Pro" });
    const response = await subscribe(ada, "Pro");
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      code: "same_plan",
      error: "You are on this plan already.",
    });
  });

  it("refuses a plan that does not exist and a body that is none", async () => {
    const ada = await app.person();
    const ask = (body: unknown) => ada.call("POST", "/subscriptions/subscribe", body);
    expect((await ask({ plan_id: crypto.randomUUID() })).status).toBe(404);
    expect((await ask({ plan_id: "Pro" })).status).toBe(422);
    expect((await ask({})).status).toBe(422);
  });
});

describe("cancelling", () => {
  it("returns to Free, and refuses where there is nothing to cancel", async () => {
    const ada = await app.person({ plan: "Pro" });
    const cancelled = await ada.call("POST", "/subscriptions/cancel");
    expect(CurrentSubscription.parse(await cancelled.json())).toMatchObject({
      plan_name: "Free",
      storage_type: "google_drive",
      storage_limit_bytes: 0,
    });
    const again = await ada.call("POST", "/subscriptions/cancel");
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({
      code: "already_free",
      message: "You are on the Free plan already.",
    });
  });
});

describe("the subtitle add-on", () => {
  it("is enabled and disabled, and asking twice keeps its start", async () => {
    const ada = await app.person();
    const enable = async () => {
      const response = await ada.call("POST", "/subscriptions/subtitle-addon/enable");
      return CurrentSubscription.parse(await response.json());
    };
    const first = await enable();
    expect(first.subtitle_addon_enabled).toBe(true);
    expect(first.subscription.subtitle_addon_started_at).not.toBeNull();
    expect(await enable()).toEqual(first);

    await ada.call("POST", "/subscriptions/subtitle-addon/disable");
    expect(await current(ada)).toMatchObject({
      subtitle_addon_enabled: false,
      subscription: { subtitle_addon_enabled: false, subtitle_addon_started_at: null },
    });
  });
});

async function subscribe(person: SignedIn, name: string) {
  const { plans } = PlanList.parse(await (await person.call("GET", "/subscriptions/plans")).json());
  const plan = plans.find((candidate) => candidate.name === name);
  return person.call("POST", "/subscriptions/subscribe", { plan_id: plan?.id });
}

async function current(person: SignedIn) {
  const response = await person.call("GET", "/subscriptions/current");
  return CurrentSubscription.parse(await response.json());
}
