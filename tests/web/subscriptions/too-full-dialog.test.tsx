// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BYTES_PER_GB } from "#contract/subscriptions.ts";
import { answering, refusal } from "#tests/web/lib/answering.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { withToasts } from "#tests/web/lib/toasts.ts";
import { movesQuery } from "#web/data/moves.ts";
import { storageUsageQuery } from "#web/data/subscriptions.ts";
import { SubscriptionPage } from "#web/features/subscriptions/subscription-page.tsx";
import { knowing, plans, server, subscribed, using, writes } from "./world.ts";

withToasts();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const { starter, pro } = plans;
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

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

  it.each([
    [[], "With a Google Drive connected, your recordings could be moved there."],
    [[drive], "Your recordings can move to your Google Drive."],
  ])("says what a drive is good for, connected or not: %j", async (places, words) => {
    const { dialog } = await ask(26, "Downgrade: Starter", { drive: true }, places);
    expect(dialog.textContent).toContain("Everything stays where it is and plays");
    expect(dialog.textContent).toContain(words);
    const settings = screen.queryByRole("link", { name: "Cloud Storage Settings" });
    expect(settings !== null, "where one can be connected").toBe(places.length === 0);
  });
});

describe("before a smaller plan is taken", () => {
  const away = () => refusal(503, "Away");
  const ask = async (used: number, more: object) => {
    answering({ ...server({ plan: pro, used }), ...more });
    await renderInApp(<SubscriptionPage addonWanted={false} />, { asks: true });
    await press("Downgrade: Starter");
  };

  it("it is said what lies in the cloud, also where nobody knows what that is called", async () => {
    await ask(26, { "GET /config": away });
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("You keep 26 GB in the cloud, and Starter has room for");
    expect(dialog.textContent).not.toContain("Google Drive");
  });

  it.each([
    ["what is taken", {}, "have 25 GB of room then, of which they take 10 GB."],
    [
      "no more than is known",
      { "GET /subscriptions/storage-usage": away },
      "have 25 GB of room then.",
    ],
  ])("its question says %s", async (_, more, words) => {
    await ask(10, more);
    const question = await screen.findByRole("alertdialog", { name: "Downgrade to Starter?" });
    expect(question.textContent).toContain(words);
  });

  it("what is in the cloud is read again where it could not be read, and the page stays", async () => {
    const again = Promise.withResolvers<object>();
    let reads = 0;
    await ask(0, {
      "GET /subscriptions/storage-usage": () => (reads++ === 0 ? away() : again.promise),
    });
    await expect.poll(() => reads).toBe(2);
    expect(screen.getByRole("region", { name: "Your plan" })).toBeDefined();
    again.resolve(using(26, pro));
    await screen.findByRole("dialog", { name: "Starter has too little room" });
    expect(reads).toBe(2);
  });

  it("what is in the cloud is read as it is now, and not as it was when the page was opened", async () => {
    const now = { plan: pro, used: 10 };
    const cache = new QueryClient();
    cache.setQueryDefaults(storageUsageQuery.queryKey, { staleTime: 30_000 });
    answering(server(now));
    await renderInApp(<SubscriptionPage addonWanted={false} />, { cache, asks: true });
    await screen.findByRole("button", { name: "Downgrade: Starter" });
    now.used = 26;
    await press("Downgrade: Starter");
    await screen.findByRole("dialog", { name: "Starter has too little room" });
  });

  it("the trash can be emptied, and is counted anew then", async () => {
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
    await renderInApp(<SubscriptionPage addonWanted={false} />, { asks: true });
    await press("Downgrade: Starter");
    const dialog = await screen.findByRole("dialog", { name: "Starter has too little room" });
    expect(dialog.textContent).toContain("2 GB of it lies in the trash.");
    await press("Empty trash");
    await press("Confirm");
    await screen.findByRole("alertdialog", { name: "Downgrade to Starter?" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(writes(asked)).toEqual(["DELETE /trash"]);
  });
});
