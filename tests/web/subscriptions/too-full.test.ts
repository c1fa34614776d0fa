import { describe, expect, it } from "vitest";
import { BYTES_PER_GB } from "#contract/subscriptions.ts";
import { tooFull } from "#web/features/subscriptions/too-full.tsx";

const plan = (id: string, price_usd: number, storage_gb: number) => ({
  id,
  name: id,
  price_usd,
  storage_gb,
  features: {},
});
const plans = [plan("Free", 0, 0), plan("Starter", 5, 25), plan("Pro", 12, 100)];

const on = (plan_id: string, used_gb: number, storage_type: "s3" | "google_drive" = "s3") => ({
  plans,
  subscription: { plan_id, storage_type },
  usage: { storage_used_bytes: used_gb * BYTES_PER_GB, trash_bytes: 0 },
});
const subscribe = (id: string) => ({
  do: "subscribe" as const,
  plan: { id, price_usd: plans.find((plan) => plan.id === id)?.price_usd ?? 0 },
});

describe("a plan is too small", () => {
  it("when more is in the cloud than it has room for", () => {
    expect(tooFull(on("Pro", 26), subscribe("Starter"))?.plan.name).toBe("Starter");
    expect(tooFull(on("Pro", 25), subscribe("Starter"))).toBeUndefined();
  });

  it("when somebody cancels with anything in the cloud", () => {
    expect(tooFull(on("Starter", 1), { do: "cancel" })?.plan.name).toBe("Free");
    expect(tooFull(on("Starter", 0), { do: "cancel" })).toBeUndefined();
  });

  it("never when it is larger, when only the add-on changes, or when all is in a drive", () => {
    expect(tooFull(on("Starter", 200), subscribe("Pro"))).toBeUndefined();
    expect(tooFull(on("Pro", 200), { do: "disable" })).toBeUndefined();
    expect(tooFull(on("Pro", 200, "google_drive"), subscribe("Starter"))).toBeUndefined();
  });

  it("only where it is known what is in the cloud", () => {
    expect(tooFull({ ...on("Pro", 26), usage: undefined }, subscribe("Starter"))).toBeUndefined();
  });
});
