import { describe, expect, it } from "vitest";
import { formatPrice, planChoice, storageLine } from "#web/features/subscriptions/plan-grid.tsx";

const plans = [
  { id: "free", price_usd: 0 },
  { id: "starter", price_usd: 5 },
  { id: "pro", price_usd: 12 },
];

describe("the button of a plan", () => {
  it.each([
    ["free", ["Current Plan", "Upgrade Now", "Upgrade Now"]],
    ["starter", ["Downgrade", "Current Plan", "Upgrade Now"]],
    ["pro", ["Downgrade", "Downgrade", "Current Plan"]],
  ])("offers, to somebody on %s, %j", (current, choices) => {
    expect(plans.map((plan) => planChoice(plan, current, plans))).toEqual(choices);
  });

  it("offers everything that costs something to somebody on a plan that is no longer sold", () => {
    expect(plans.map((plan) => planChoice(plan, "gone", plans))).toEqual([
      "Downgrade",
      "Upgrade Now",
      "Upgrade Now",
    ]);
  });
});

describe("a plan's card", () => {
  it("writes prices and storage as people do", () => {
    expect([0, 5, 7.5].map(formatPrice)).toEqual(["$0", "$5", "$7.50"]);
    expect(storageLine({ storage_gb: 0 })).toBe("Google Drive Storage (Unlimited)");
    expect(storageLine({ storage_gb: 25 })).toBe("25 GB cloud storage");
  });
});
