// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast as shown } from "sonner";
import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { BYTES_PER_GB } from "#contract/subscriptions.ts";
import { answering, refusal } from "#tests/web/lib/answering.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { movesQuery } from "#web/data/moves.ts";
import { SubscriptionPage } from "#web/features/subscriptions/subscription-page.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";
import { allPlans, config, knowing, plans, subscribed, using } from "./world.ts";

beforeAll(loadToasts);
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  shown.dismiss();
  await waitFor(() => expect(document.querySelector("[data-sonner-toast]")).toBeNull());
  vi.unstubAllGlobals();
});

const { free, starter, pro } = plans;
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const card = () => screen.findByRole("region", { name: "Your plan" });
const open = (cache?: QueryClient) =>
  renderInApp(<SubscriptionPage addonWanted={false} />, { ...(cache && { cache }), asks: true });

/** A server that sells plans, on which somebody is on one and uses so much of it. */
function server(now: { plan: typeof pro; used: number }) {
  const current = () => subscribed(now.plan, { payments: true });
  const become = (plan: typeof pro) => {
    now.plan = plan;
    return current();
  };
  return {
    "GET /subscriptions/plans": () => ({ plans: allPlans }),
    "GET /subscriptions/current": current,
    "GET /subscriptions/storage-usage": () => using(now.used, now.plan),
    "GET /config": () => config,
    "GET /recordings/move-all": () => ({ places: [], total: 0, waiting: 0, failed: 0 }),
    "POST /subscriptions/subscribe": (body: unknown) => {
      const { plan_id } = body as { plan_id: string }; // as the client says it
      return { ...become(allPlans.find(({ id }) => id === plan_id) ?? free), checkout_url: null };
    },
    "POST /subscriptions/cancel": () => become(free),
  };
}
const unread = {
  "GET /subscriptions/current": () => refusal(503, "Away"),
  "GET /subscriptions/plans": () => refusal(503, "Away"),
};
const writes = (asked: string[]) => asked.filter((one) => !one.startsWith("GET"));

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

  it("that wait for what is paid elsewhere promise nothing yet", async () => {
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

describe("a plan that is too small for what is in the cloud", () => {
  const drive = { storage_type: "google_drive", count: 1, bytes: 1 };
  const ask = async (used: number, to: string, differs: object = {}, places: object[] = []) => {
    const answers = server({ plan: pro, used });
    const asked = answering({ ...answers, "POST /recordings/move-all": () => refusal(409, "No") });
    const subscription = subscribed(pro, { payments: true });
    const cache = knowing({ subscription, usage: using(0, pro), config: differs });
    cache.setQueryData(movesQuery.queryKey, { places } as never); // no more of it is read
    await renderInApp(<SubscriptionPage addonWanted={false} />, { cache });
    await press(to);
    return { asked, dialog: await screen.findByRole("dialog") };
  };

  it("is said with what is there now, and taken anyway where somebody wants it", async () => {
    const { asked, dialog } = await ask(26, "Downgrade: Starter");
    expect(dialog.textContent).toContain("Starter has too little room");
    expect(dialog.textContent).toContain(
      "You keep 26 GB on this server, and Starter has room for 25 GB: 1 GB would be too much.",
    );
    expect(dialog.textContent).toContain("Everything stays where it is and plays");
    expect(screen.queryByRole("button", { name: "Empty trash" }), "nothing lies there").toBeNull();
    expect(writes(asked)).toEqual([]);
    await press("Downgrade Anyway");
    await expect
      .poll(() => writes(asked))
      .toEqual([`POST /subscriptions/subscribe {"plan_id":"${starter.id}","storage_type":"s3"}`]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("alertdialog"), "it was asked already").toBeNull();
  });

  it("is not taken where somebody would rather not", async () => {
    const { asked, dialog } = await ask(1, "Cancel Subscription", { drive: true });
    expect(dialog.textContent).toMatch(/and Free has no room there: 1 GB would be too much/);
    expect(dialog.textContent).toMatch(/Your recordings move to your Google Drive/);
    expect(screen.getByRole("link", { name: "Cloud Storage Settings" }).getAttribute("href")).toBe(
      "/settings#cloud-storage",
    );
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(writes(asked)).toEqual([]);
  });

  it("is taken after everything was sent to the drive, and not where that was refused", async () => {
    const { asked } = await ask(26, "Downgrade: Starter", { drive: true }, [drive]);
    await press("Move to Google Drive and Downgrade");
    await expect
      .poll(() => writes(asked))
      .toEqual(['POST /recordings/move-all {"storage_type":"google_drive"}']);
    await screen.findByText("No");
    expect(screen.getByRole("dialog")).toBeDefined();
    expect(writes(asked)).toHaveLength(1);
  });
});

test("the trash is emptied where a plan is too small, which is then looked at again", async () => {
  let trash_bytes = 2 * BYTES_PER_GB;
  const used = () => 24 + trash_bytes / BYTES_PER_GB;
  const asked = answering({
    ...server({ plan: pro, used: 0 }),
    "GET /subscriptions/storage-usage": () => ({ ...using(used(), pro), trash_bytes }),
    "DELETE /trash": () => {
      trash_bytes = 0;
      return { success: true };
    },
  });
  await open();
  await press("Downgrade: Starter");
  const dialog = await screen.findByRole("dialog", { name: "Starter has too little room" });
  expect(dialog.textContent).toContain("2 GB of it lies in the trash.");
  await press("Empty trash");
  await press("Confirm");
  await screen.findByRole("alertdialog", { name: "Downgrade to Starter?" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(writes(asked)).toEqual(["DELETE /trash"]);
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
