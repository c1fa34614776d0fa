// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, test } from "vitest";
import { BYTES_PER_GB, type CurrentSubscription, type Plan } from "#contract/subscriptions.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { CurrentPlanCard } from "#web/features/subscriptions/current-plan-card.tsx";
import { AddonCard } from "#web/features/subscriptions/included.tsx";
import { PastDueBanner, PendingBanner } from "#web/features/subscriptions/payment-banners.tsx";
import { PlanGrid } from "#web/features/subscriptions/plan-grid.tsx";
import { Faq } from "#web/features/subscriptions/subscription-page.tsx";
import { allPlans, knowing, plans, subscribed, using } from "./world.ts";

/** A button that cannot be pressed; a busy one keeps the focus all the same. */
const OFF = ":disabled, [aria-disabled=true]";

afterEach(cleanup);

const { free, starter, pro } = plans;

describe("the card of one's plan", () => {
  const draw = (subscription: CurrentSubscription, usage?: ReturnType<typeof using>) => {
    const rest = { disabled: false, cancelling: false, onCancel() {}, manage: null };
    render(<CurrentPlanCard {...rest} subscription={subscription} usage={usage} />);
    return screen.getByRole("region", { name: "Your plan" });
  };

  it.each([
    [0, "0% used", null],
    [0.02, "< 0.1% used", null],
    [0.025, "0.1% used", null],
    [19.99, "80% used", null],
    [20, "80% used", /almost full/],
    [24.99, "100% used", /almost full/],
    [25, "100% used", /^Your storage is full/],
    [26, "100% used", /^Your storage is full/],
  ])("with %d of 25 GB says %s", (used, words, warning) => {
    const card = draw(subscribed(starter), using(used, starter));
    expect(card.textContent).toContain(words);
    expect(card.textContent).toContain(`${used.toFixed(2)} GB / 25 GB`);
    const warned = within(card).queryByText(/^Your storage is/);
    if (warning) expect(warned?.textContent).toMatch(warning);
    else expect(warned).toBeNull();
  });

  it("says what the disk has room for where that is less than the plan has left", () => {
    const left = 5 * BYTES_PER_GB;
    draw(subscribed(starter), using(20, starter, left));
    expect(screen.queryByText(/The disk of this server/)).toBeNull();
    cleanup();
    draw(subscribed(starter), using(20, starter, left - BYTES_PER_GB));
    expect(screen.getByText("This server has room for 4 GB more.")).toBeDefined();
  });

  it("of a drive counts nothing, and nobody cancels what is free", () => {
    const card = draw(subscribed(free), using(3, free));
    expect(card.textContent).toContain("Google Drive Storage (Unlimited)");
    expect(within(card).queryByRole("progressbar")).toBeNull();
    expect(within(card).queryByRole("button")).toBeNull();
  });

  it("says what a gift goes back to, and when", () => {
    const gift = { until: "2026-12-24T12:00:00.000Z", then_plan: "Free" };
    const card = draw(subscribed(pro, { gift }));
    expect(card.textContent).toContain("A gift until Dec 24, 2026; then Free again.");
    expect(within(card).getByRole("button", { name: "Cancel Subscription" })).toBeDefined();
  });
});

describe("the grid of plans", () => {
  it("marks the popular one and one's own, and changes to any other", async () => {
    const chosen: Plan[] = [];
    const rest = { currentId: starter.id, disabled: false, busyId: undefined };
    render(<PlanGrid {...rest} plans={allPlans} onChoose={(plan) => chosen.push(plan)} />);
    expect(
      screen.getAllByRole("article").map((one) => one.textContent?.includes("Most Popular")),
    ).toEqual([false, false, true]);
    const prices = screen.getAllByRole("article").map((one) => /\$\d+/.exec(one.textContent)?.[0]);
    expect(prices).toEqual(["$0", "$5", "$12"]);
    const buttons = screen.getAllByRole<HTMLButtonElement>("button");
    expect(buttons.map((one) => [one.getAttribute("aria-label"), isOff(one)])).toEqual([
      ["Downgrade: Free", false],
      ["Current Plan", true],
      ["Upgrade Now: Pro", false],
    ]);
    for (const button of buttons) await userEvent.click(button);
    expect(chosen).toEqual([free, pro]);
    expect(screen.getByText("Pro support")).toBeDefined();
  });

  it("takes no other choice while one is under way, and says which it is", () => {
    const rest = { currentId: starter.id, disabled: true, busyId: pro.id };
    render(<PlanGrid {...rest} plans={allPlans} onChoose={() => {}} />);
    const buttons = screen.getAllByRole<HTMLButtonElement>("button");
    expect(
      buttons.map((one) => [one.matches(OFF), one.ariaBusy ?? one.getAttribute("aria-busy")]),
    ).toEqual([
      [true, null],
      [true, null],
      [true, "true"],
    ]);
  });
});

describe("the add-on", () => {
  const minutes = { used: 12, limit: 300, resets_at: "2026-12-01T12:00:00.000Z" };
  const draw = (enabled: boolean, limit: number | null) =>
    render(
      <AddonCard
        {...{ enabled, wanted: false, disabled: false, busy: false, onSwitch() {} }}
        transcription="local"
        minutes={{ ...minutes, limit }}
      />,
    );
  it.each([
    [true, 300, "Disable", 1],
    [true, null, "Disable", 0],
    [false, 300, "Enable", 0],
  ])("enabled: %s, with %s minutes, can be switched by '%s'", (enabled, limit, word, bars) => {
    draw(enabled, limit);
    expect(screen.getByRole("button").textContent).toBe(word);
    expect(screen.getByText(enabled ? "Enabled" : "Disabled")).toBeDefined();
    expect(screen.queryAllByRole("progressbar")).toHaveLength(bars);
    expect(screen.getByText(/the sound does not leave it/)).toBeDefined();
    const card = screen.getByRole("region", { name: "Subtitle add-on" });
    expect(card.textContent).toContain("$3/month");
    expect(document.activeElement).toBe(document.body);
  });
});

describe("what is not paid", () => {
  const since = "2026-11-20T12:00:00.000Z";
  const past_due = {
    since,
    works_until: "2026-11-27T12:00:00.000Z",
    is_over: false,
    pay_url: null,
  };
  const draw = (subscription: CurrentSubscription) =>
    renderInApp(<PastDueBanner />, { cache: knowing({ subscription }) });

  it("is told on every page with its days, and as an error when they are over", async () => {
    await draw(subscribed(pro, { past_due }));
    expect(screen.getByRole("status").textContent).toContain(
      "Your payment of Nov 20, 2026 has failed. Everything works until Nov 27, 2026;",
    );
    cleanup();
    await draw(subscribed(pro, { past_due: { ...past_due, is_over: true } }));
    expect(screen.getByRole("alert").textContent).toMatch(/Nothing new is kept in the cloud/);
    expect(screen.getByRole("button", { name: "Manage billing" })).toBeDefined();
    cleanup();
    await draw(subscribed(pro));
    expect(screen.queryByRole("status")).toBeNull();
  });

  it.each([
    [
      { plan_id: pro.id, subtitle_addon: false, pay_url: "/pay" },
      "Your change to Pro waits",
      "/pay",
    ],
    [
      { plan_id: null, subtitle_addon: true, pay_url: null },
      "Your subtitle add-on waits",
      undefined,
    ],
  ])("is named while it waits: %j", (pending, words, link) => {
    render(<PendingBanner pending={pending} plans={allPlans} />);
    expect(screen.getByRole("status").textContent).toContain(`${words} for its payment.`);
    expect(screen.queryByText("Pay now")?.getAttribute("href")).toBe(link);
  });
});

test("what was paid and not used is spoken of only where anything is paid", () => {
  const { rerender } = render(<Faq payments />);
  const credit = () => document.body.textContent?.match(/kept as credit/g)?.length ?? 0;
  expect(credit()).toBe(1);
  expect(screen.getByText(/kept as credit/).textContent).toMatch(/^Yes\. You are moved/);
  rerender(<Faq payments={false} />);
  expect(credit()).toBe(0);
});
