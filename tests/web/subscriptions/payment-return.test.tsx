// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RefreshedSubscription } from "#contract/subscriptions.ts";
import { answering, refusal } from "#tests/web/lib/answering.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { withToasts } from "#tests/web/lib/toasts.ts";
import { subscriptionQuery } from "#web/data/subscriptions.ts";
import { PaymentReturn } from "#web/features/subscriptions/payment-return.tsx";
import { knowing, plans, subscribed } from "./world.ts";

withToasts();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type State = RefreshedSubscription["checkout"] | "away";

/** The page of somebody who comes back, and what Stripe knows by then. */
async function comeBack(first: State, bought: "plan" | "subtitle" = "plan", transcribes = true) {
  const stripe = { knows: first };
  const asked = answering({
    "POST /subscriptions/refresh": () =>
      stripe.knows === "away"
        ? refusal(503, "Stripe cannot be reached")
        : { ...subscribed(plans.pro), checkout: stripe.knows },
    "GET /subscriptions/current": () => subscribed(plans.pro),
  });
  const cache = knowing({
    subscription: subscribed(plans.free),
    config: { transcription: transcribes ? "local" : "off" },
  });
  await renderInApp(<PaymentReturn bought={bought} />, { cache, asks: true });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  await pass(100);
  return { stripe, cache, pass, looks: () => asked.length };
}
const heading = () => screen.getByRole("heading").textContent;
const look = () => screen.getByRole("button", { name: "Look again" });

test("a payment on its way is looked for every two seconds, until it has come", async () => {
  const { stripe, cache, pass, looks } = await comeBack("processing");
  expect(heading()).toBe("Waiting for your payment");
  expect(looks()).toBe(1);
  await pass(2000);
  expect(looks()).toBe(2);
  expect(screen.queryByText("Subscription updated successfully!")).toBeNull();
  stripe.knows = "none";
  await pass(2000);
  await pass(100);
  expect(screen.getByText("Subscription updated successfully!")).toBeDefined();
  await pass(60_000);
  expect(looks(), "then there is nothing to look for").toBe(3);
  expect(cache.getQueryState(subscriptionQuery.queryKey)?.isInvalidated).toBe(true);
});

test.each([
  ["processing", "Waiting for your payment"],
  ["away", "Your payment cannot be looked up just now"],
] as const)(
  "a payment that does not come is not looked for without end: %s",
  async (state, words) => {
    const { pass, looks } = await comeBack(state);
    await pass(600_000);
    expect(looks()).toBe(20);
    expect(heading()).toBe(words);
  },
);

test("nothing more is looked for by itself where nobody has paid, but by a press", async () => {
  const { stripe, pass, looks } = await comeBack("open");
  expect(heading()).toBe("Nothing was paid");
  await pass(60_000);
  expect(looks()).toBe(1);
  stripe.knows = "processing";
  vi.useRealTimers();
  await userEvent.click(look());
  await waitFor(() => expect(heading()).toBe("Waiting for your payment"));
  expect(looks()).toBe(2);
});

test("a look that fails is said, nothing is promised, and the next may succeed", async () => {
  const { stripe, pass, looks } = await comeBack("away");
  expect(heading()).toBe("Your payment cannot be looked up just now");
  stripe.knows = "processing";
  await pass(2000);
  expect(looks()).toBe(2);
  expect(heading()).toBe("Waiting for your payment");
  await pass(0);
  expect(screen.queryByText("Subscription updated successfully!")).toBeNull();
});

test.each([
  [true, "Subtitle add-on enabled! You can now generate subtitles for your videos."],
  [false, "Subtitle add-on enabled!"],
])("who bought the add-on is promised subtitles where they are made: %s", async (makes, words) => {
  await comeBack("none", "subtitle", makes);
  vi.useRealTimers();
  await screen.findByText(words);
});
