// @vitest-environment happy-dom
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { answering, refusal } from "#tests/web/lib/answering.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { withToasts } from "#tests/web/lib/toasts.ts";
import { SubscriptionPage } from "#web/features/subscriptions/subscription-page.tsx";
import { knowing, plans, server, subscribed, using, writes } from "./world.ts";

// Questions and answers are drawn within their own act.
notifyManager.setScheduler((tell) => tell());
withToasts();
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
});

const { free, starter, pro } = plans;
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const card = () => screen.findByRole("region", { name: "Your plan" });
const open = (cache?: QueryClient) =>
  renderInApp(<SubscriptionPage addonWanted={false} />, { ...(cache && { cache }), asks: true });

const unread = {
  "GET /subscriptions/current": () => refusal(503, "Away"),
  "GET /subscriptions/plans": () => refusal(503, "Away"),
};

describe("the plans", () => {
  it("are changed at once to a larger one; what changes with the plan is read anew", async () => {
    const asked = answering(server({ plan: starter, used: 10 }));
    await open();
    await waitFor(async () => expect((await card()).textContent).toContain("10.00 GB / 25 GB"));
    await press("Upgrade Now: Pro");
    await waitFor(async () => expect((await card()).textContent).toContain("10.00 GB / 100 GB"));
    expect(writes(asked)).toEqual([
      `POST /subscriptions/subscribe {"plan_id":"${pro.id}","storage_type":"s3"}`,
    ]);
    await screen.findByText("Subscription updated successfully!");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("are changed once, however often one is pressed while the usage is read", async () => {
    const answers = server({ plan: starter, used: 10 });
    const usage = Promise.withResolvers<void>();
    const asked = answering({
      ...answers,
      "GET /subscriptions/storage-usage": async () => {
        if (asked.filter((call) => call.includes("storage-usage")).length > 1) await usage.promise;
        return answers["GET /subscriptions/storage-usage"]();
      },
    });
    await open();
    await press("Upgrade Now: Pro");
    await press("Upgrade Now: Pro");
    usage.resolve();
    await screen.findByText("Subscription updated successfully!");
    expect(writes(asked)).toHaveLength(1);
  });

  it("ask before a smaller one, and before cancelling, where everything has room", async () => {
    const asked = answering(server({ plan: pro, used: 0 }));
    await open();
    await press("Downgrade: Starter");
    await screen.findByRole("alertdialog", { name: "Downgrade to Starter?" });
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(writes(asked)).toEqual([]);
    await press("Cancel Subscription");
    await screen.findByRole("alertdialog", { name: /^Are you sure you want to cancel/ });
    expect(screen.getAllByRole("alertdialog"), "one question is enough").toHaveLength(1);
    await press("Confirm");
    await waitFor(async () => expect((await card()).textContent).toContain("Free"));
    expect(writes(asked)).toEqual(["POST /subscriptions/cancel"]);
    await screen.findByText(
      "Subscription cancelled successfully. You have been downgraded to the Free plan.",
    );
    expect(screen.queryByRole("button", { name: "Cancel Subscription" })).toBeNull();
  });

  it("are not cancelled where somebody thinks better of it", async () => {
    const asked = answering(server({ plan: pro, used: 0 }));
    await open();
    await press("Cancel Subscription");
    const question = await screen.findByRole("alertdialog", { name: /^Are you sure/ });
    await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(writes(asked)).toEqual([]);
    expect((await card()).textContent).toContain("Pro");
  });

  it.each([true, false])("lead to their bills once something was paid: %s", async (billed) => {
    const left = vi.spyOn(location, "assign").mockImplementation(() => {});
    answering({
      ...server({ plan: pro, used: 0 }),
      "GET /subscriptions/current": () => subscribed(pro, { payments: true, billed }),
      "POST /subscriptions/portal": () => ({ portal_url: "https://pay.example/bills" }),
    });
    await open();
    const manage = within(await card()).queryByRole("button", { name: "Manage billing" });
    expect(manage !== null).toBe(billed);
    if (manage) await userEvent.click(manage);
    await expect.poll(() => left.mock.calls).toEqual(billed ? [["https://pay.example/bills"]] : []);
    left.mockRestore();
  });

  it("without a cloud of their own send new recordings to the drive", async () => {
    const asked = answering(server({ plan: pro, used: 0 }));
    await open();
    await press("Downgrade: Free");
    await screen.findByRole("alertdialog");
    await press("Confirm");
    await waitFor(async () => expect((await card()).textContent).toContain("Google Drive Storage"));
    const body = JSON.stringify({ plan_id: free.id, storage_type: "google_drive" });
    expect(writes(asked)).toEqual([`POST /subscriptions/subscribe ${body}`]);
  });

  it("say beside the toast why a change was refused, until it is tried again or dismissed", async () => {
    let tries = 0;
    const answers = server({ plan: starter, used: 1 });
    const asked = answering({
      ...answers,
      "POST /subscriptions/subscribe": (body) =>
        tries++ < 2
          ? refusal(409, "Another change is under way")
          : answers["POST /subscriptions/subscribe"](body),
    });
    await open();
    await press("Upgrade Now: Pro");
    const banner = await screen.findByRole("alert");
    expect(banner.textContent).toContain("Another change is under way");
    expect((await card()).textContent).toContain("Starter");
    await userEvent.click(within(banner).getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
    await press("Upgrade Now: Pro");
    await screen.findByRole("alert");
    await press("Upgrade Now: Pro");
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    await waitFor(async () => expect((await card()).textContent).toContain("100 GB"));
    expect(writes(asked)).toHaveLength(3);
  });

  it("that are paid elsewhere are looked for until they count, and no longer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    let pending: ReturnType<typeof subscribed>["pending"] = {
      ...{ plan_id: pro.id, subtitle_addon: false, pay_url: null },
    };
    const asked = answering({
      ...server({ plan: starter, used: 1 }),
      "GET /subscriptions/current": () => subscribed(starter, { payments: true, pending }),
    });
    const looks = () => asked.filter((one) => one.endsWith("/current")).length;
    await open();
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
    await pass(100);
    expect(screen.getByText(/^Your change to Pro waits/)).toBeDefined();
    expect(looks()).toBe(1);
    await pass(3000);
    expect(looks()).toBe(2);
    pending = null;
    await pass(3000);
    expect(looks()).toBe(3);
    await pass(10_000);
    expect(looks()).toBe(3);
    expect(screen.queryByText(/^Your change to Pro waits/)).toBeNull();
  });

  it("that wait for what is paid elsewhere say so at once, and promise nothing yet", async () => {
    const pending = { plan_id: pro.id, subtitle_addon: false, pay_url: null };
    let now = subscribed(starter, { payments: true });
    const asked = answering({
      ...server({ plan: starter, used: 1 }),
      "GET /subscriptions/current": () => now,
      "POST /subscriptions/subscribe": () => {
        now = { ...now, pending };
        return { ...now, checkout_url: null };
      },
    });
    await open();
    await press("Upgrade Now: Pro");
    await screen.findByText(/^Your change to Pro waits/);
    await screen.findByText("The change waits for its payment, at the top of this page.");
    expect(writes(asked)).toHaveLength(1);
    expect(screen.queryByText("Subscription updated successfully!")).toBeNull();
  });

  it("that cost something lead to the page to pay on, and promise nothing before", async () => {
    const left = vi.spyOn(location, "assign").mockImplementation(() => {});
    answering({
      ...server({ plan: free, used: 0 }),
      "POST /subscriptions/subscribe": () => ({
        ...subscribed(free, { payments: true }),
        checkout_url: "https://pay.example/1",
      }),
    });
    await open();
    await press("Upgrade Now: Starter");
    await expect.poll(() => left.mock.calls).toEqual([["https://pay.example/1"]]);
    expect(screen.queryByText("Subscription updated successfully!")).toBeNull();
    left.mockRestore();
  });
});

test("nothing is drawn before everything is read, and then all of it is", async () => {
  const usage = Promise.withResolvers<object>();
  answering({
    ...server({ plan: starter, used: 10 }),
    "GET /subscriptions/storage-usage": () => usage.promise,
  });
  const cache = new QueryClient();
  await open(cache);
  await screen.findByText("Loading subscription plans...");
  await expect.poll(() => cache.isFetching()).toBe(1);
  expect(screen.queryByRole("heading")).toBeNull();
  usage.resolve(using(10, starter));
  expect((await card()).textContent).toContain("10.00 GB / 25 GB");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Choose Your Plan");
});

test("a page that could not be read says so until it is read, and keeps what else has failed", async () => {
  let isAway = true;
  let held = Promise.resolve();
  const now = { plan: starter, used: 1 };
  const answers = server(now);
  answering({
    ...answers,
    "GET /subscriptions/current": async () => {
      await held;
      return isAway ? refusal(503, "Away") : answers["GET /subscriptions/current"]();
    },
    "POST /subscriptions/subscribe": () => refusal(409, "Another change is under way"),
  });
  const cache = new QueryClient();
  await open(cache);
  const alerts = () => screen.queryAllByRole("alert").map(({ textContent }) => textContent);
  await waitFor(() => expect(alerts().join()).toContain("Failed to load subscription information"));
  isAway = false;
  await press("Retry");
  await card();
  await waitFor(() => expect(alerts()).toEqual([]));
  await press("Upgrade Now: Pro");
  const refused = [expect.stringContaining("Another change is under way")];
  await waitFor(() => expect(alerts()).toEqual(refused));
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  now.plan = pro;
  await act(async () => void cache.refetchQueries());
  resolve();
  await waitFor(async () => expect((await card()).textContent).toContain("Pro"));
  expect(alerts()).toEqual(refused);
});

test("a page that could not be read reads all of it again, on request", async () => {
  const asked = answering({ ...server({ plan: starter, used: 1 }), ...unread });
  await open();
  await press("Retry");
  const reads = () => asked.filter((one) => one in unread).sort();
  await expect.poll(reads).toEqual(Object.keys(unread).flatMap((one) => [one, one]));
});

test("where plans are sold, the card of the add-on takes the focus of a person who was sent to it", async () => {
  const subscription = subscribed(pro, { payments: true });
  const cache = knowing({ subscription, usage: using(1, pro) });
  await renderInApp(<SubscriptionPage addonWanted />, { cache });
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Subtitle add-on" }));
  expect(screen.queryByText("Everything is included on this server")).toBeNull();
});
