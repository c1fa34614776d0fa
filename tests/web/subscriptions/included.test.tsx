// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BYTES_PER_GB } from "#contract/subscriptions.ts";
import { answering } from "#tests/web/lib/answering.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { withToasts } from "#tests/web/lib/toasts.ts";
import { SubscriptionPage } from "#web/features/subscriptions/subscription-page.tsx";
import { signIn, signOut } from "#web/lib/session.ts";
import { allPlans, config, knowing, plans, subscribed, using, writes } from "./world.ts";

withToasts();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  signOut();
});

const { pro } = plans;
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("a server that sells nothing", () => {
  type Differs = Parameters<typeof subscribed>[1];
  const open = (differs: Differs = {}, transcription: "local" | "off" = "local") => {
    signIn({ token: "t", user: ada });
    const subscription = subscribed(pro, differs);
    const usage = using(1, pro, 3 * BYTES_PER_GB);
    const cache = knowing({ subscription, usage, config: { transcription } });
    return renderInApp(<SubscriptionPage addonWanted={false} />, { cache });
  };
  const fold = () => screen.getByText("Plans").closest("details");
  const included = () => screen.getByRole("region", { name: "What you have" });
  const minutes = { used: 12.2, limit: 300, resets_at: "2026-12-01T12:00:00.000Z" };

  it("says so first, with what is used and left; prices are behind a fold", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Subscription");
    expect(included().textContent).toMatch(/^Everything is included on this server/);
    expect(included().textContent).toContain("1 GB usedRoom for 3 GB more");
    expect(within(included()).getByRole("progressbar").getAttribute("aria-valuenow")).toBe("25");
    expect(fold()?.open).toBe(false);
    const inSight = document.body.textContent?.replace(fold()?.textContent ?? "", "");
    expect(inSight).toContain("Everything is included");
    expect(inSight).not.toMatch(/\$|upgrade|premium/i);
    const folded = within(fold() ?? document.body);
    expect(folded.getByText("Choose Your Plan")).toBeDefined();
    expect(
      folded.getByText("Upgrade to unlock premium storage and advanced features"),
    ).toBeDefined();
    expect(folded.getByRole("region", { name: "Your plan" })).toBeDefined();
    expect(folded.getByRole("button", { name: "Downgrade: Starter" })).toBeDefined();
    expect(folded.getByText("How is storage calculated?")).toBeDefined();
  });

  it("opens the plans where recordings have no place yet", async () => {
    await open({ storage_configured: false });
    expect(fold()?.open).toBe(true);
    expect(included().textContent).toContain("New recordings have no place yet.");
  });

  it("has a bar also where there is no room at all", async () => {
    signIn({ token: "t", user: ada });
    const cache = knowing({ subscription: subscribed(pro), usage: using(0, pro, 0) });
    await renderInApp(<SubscriptionPage addonWanted={false} />, { cache });
    expect(within(included()).getByRole("progressbar").getAttribute("aria-valuenow")).toBe("0");
  });

  it("counts no room where recordings are kept in a drive", async () => {
    await open({ storage_type: "google_drive" });
    expect(included().textContent).toContain("1 GB usedGoogle Drive, unlimited");
    expect(included().textContent).not.toContain("Room for");
    expect(within(included()).queryByRole("progressbar")).toBeNull();
  });

  it.each([
    [false, "Subtitles This server transcribes by itself: the sound does not leave it."],
    [true, "13 of 300 minutes are used this month."],
  ])("has one switch for subtitles, on: %s", async (enabled, words) => {
    await open({ subtitle_addon_enabled: enabled, subtitle_minutes: minutes });
    const line = within(included()).getByRole("switch", { name: /^Subtitles/ });
    expect(line.getAttribute("aria-checked")).toBe(String(enabled));
    expect(line.closest("label")?.textContent).toContain(words.replace("Subtitles ", ""));
  });

  it("switches subtitles on at once, and off after asking", async () => {
    let addon = false;
    const become = (enabled: boolean) => {
      addon = enabled;
      return subscribed(pro, { subtitle_addon_enabled: addon });
    };
    const asked = answering({
      "GET /subscriptions/plans": () => ({ plans: allPlans }),
      "GET /subscriptions/storage-usage": () => using(1, pro),
      "GET /config": () => config,
      "GET /subscriptions/current": () => become(addon),
      "POST /subscriptions/subtitle-addon/enable": () => ({
        ...become(true),
        checkout_url: null,
      }),
      "POST /subscriptions/subtitle-addon/disable": () => become(false),
    });
    signIn({ token: "t", user: ada });
    await renderInApp(<SubscriptionPage addonWanted={false} />, { asks: true });
    const line = () => screen.findByRole("switch", { name: /^Subtitles/ });
    await userEvent.click(await line());
    await waitFor(async () => expect((await line()).getAttribute("aria-checked")).toBe("true"));
    await screen.findByText(/^Subtitle add-on enabled!/);
    await userEvent.click(await line());
    await screen.findByRole("alertdialog", { name: /^Are you sure you want to disable/ });
    expect(writes(asked)).toHaveLength(1);
    await press("Confirm");
    await waitFor(async () => expect((await line()).getAttribute("aria-checked")).toBe("false"));
    await screen.findByText("Subtitle add-on disabled successfully.");
    expect(writes(asked)).toHaveLength(2);
  });

  it("promises no subtitles that it cannot make, and asks for no switch where they are always on", async () => {
    await open({}, "off");
    const line = within(included()).getByRole("switch");
    expect(line.getAttribute("aria-disabled") ?? line.hasAttribute("disabled")).toBeTruthy();
    expect(included().textContent).toContain("Transcription is not set up on this server.");
    cleanup();
    await open({ subtitle_minutes: { ...minutes, limit: null } });
    expect(within(included()).queryByRole("switch")).toBeNull();
    expect(included().textContent).toContain("Subtitles are on.");
  });

  it("names the variables that sell plans to an admin, and to nobody else", async () => {
    await open();
    expect(screen.queryByText(/STRIPE_/)).toBeNull();
    cleanup();
    signIn({ token: "t", user: { ...ada, role: "admin" } });
    const cache = knowing({ subscription: subscribed(pro), usage: using(1, pro) });
    await renderInApp(<SubscriptionPage addonWanted={false} />, { cache });
    expect(included().textContent).toContain(
      "To sell plans, start this server with STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.",
    );
  });
});
