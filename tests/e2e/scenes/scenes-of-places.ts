import type { Page } from "@playwright/test";
import type { DriveConnection } from "#contract/drive.ts";
import type { Plan } from "#contract/subscriptions.ts";
import type { World } from "#tests/e2e/support/world.ts";
import { nobodyLeaves } from "./pages.ts";
import { at, changed, type Scene } from "./scene.ts";

const GB = 2 ** 30;
const video = {
  who: "owner" as const,
  path: ({ recording }: World) => `/video/${recording.id}`,
  heading: ({ recording }: World) => recording.filename,
};
const subscription = { who: "owner" as const, ...at("/subscription", "Choose Your Plan") };

/** Where recordings lie, and what is paid for it. */
export const scenesOfPlaces: Scene[] = [
  {
    name: "places-choose",
    who: "newcomer",
    ...at("/new-recording", "Choose Your Storage"),
    arrange: async (page) => {
      await withDrive(page);
      await current(page, { storage_configured: false });
    },
  },
  {
    name: "places-returned",
    who: "newcomer",
    ...at("/auth/google-drive/callback?state=ours&code=given", "Google Drive connected"),
    arrange: async (page) => {
      await page.addInitScript(nobodyLeaves);
      await page.route("**/api/google-drive/callback", (route) =>
        route.fulfill({ json: connection("connected", { count: 0, bytes: 0, problem: null }) }),
      );
    },
  },
  {
    name: "places-connected",
    who: "owner",
    ...at("/settings#cloud-storage", "Settings"),
    arrange: async (page) => {
      await drive(page, "connected", { count: 2, bytes: 0.4 * GB, problem: "drive_full" });
      await moves(page, { total: 7, moved: 3, percent: 42, failed: 0 });
    },
    act: (page) => page.getByText("3 of 7").waitFor(),
  },
  {
    name: "places-ended",
    who: "owner",
    ...at("/settings#cloud-storage", "Settings"),
    arrange: async (page) => {
      await drive(page, "ended", { count: 0, bytes: 0, problem: null });
      await moves(page, { total: 0, moved: 0, percent: 0, failed: 2 });
    },
    act: (page) => page.getByText("Google has ended the connection").waitFor(),
  },
  {
    name: "places-full",
    who: "owner",
    ...at("/dashboard", /^Welcome/),
    arrange: async (page) => {
      await changed(page, "**/api/config", (config) => ({ ...config, payments: true }));
      await used(page, 50);
    },
    act: (page) => page.getByRole("link", { name: "See plans" }).waitFor(),
  },
  {
    ...video,
    name: "places-moving",
    arrange: (page) =>
      recording(page, { moving: { to: "google_drive", percent: 42, failed: null } }),
    act: (page) => page.getByRole("button", { name: "Cancel Move" }).waitFor(),
  },
  {
    ...video,
    name: "places-move-failed",
    arrange: (page) =>
      recording(page, {
        missing: "trashed",
        moving: {
          ...{ to: "s3", percent: 0 },
          failed: "There is no room left on this server. Try again when there is.",
        },
      }),
    act: (page) => page.getByRole("button", { name: "Look again" }).waitFor(),
  },
  {
    name: "subscription-plans",
    who: "owner",
    ...at("/subscription", "Subscription"),
    act: (page) => page.getByText("Plans", { exact: true }).click(),
  },
  {
    ...subscription,
    name: "paid-owing",
    arrange: async (page) => {
      await paid(page, "Pro", {
        past_due: {
          ...{ since: "2026-11-01T08:00:00Z", works_until: "2026-11-08T08:00:00Z" },
          ...{ is_over: true, pay_url: null },
        },
      });
      await used(page, 41);
    },
    act: (page) => page.getByText("Your last payment has failed").waitFor(),
  },
  {
    ...subscription,
    name: "paid-pending",
    arrange: async (page) => {
      await paid(page, "Starter", { subtitle_addon_enabled: true }, "Premium");
    },
    act: (page) => page.getByRole("link", { name: "Pay now" }).waitFor(),
  },
  {
    ...subscription,
    name: "paid-downgrade",
    arrange: (page) => paid(page, "Premium", {}),
    act: async (page) => {
      await page.getByRole("button", { name: /Starter/ }).click();
      await page.getByRole("alertdialog", { name: "Downgrade to Starter?" }).waitFor();
    },
  },
  {
    ...subscription,
    name: "paid-too-full",
    arrange: (page) => paid(page, "Premium", { subtitle_addon_enabled: true }),
    act: async (page) => {
      await page.getByRole("button", { name: "Cancel Subscription" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Downgrade Anyway" }).waitFor();
    },
  },
  {
    name: "paid-waiting",
    who: "owner",
    ...at("/subscription?paid=plan", "Waiting for your payment"),
    arrange: processing,
  },
];

/** The page asks every two seconds: the server but once. */
async function processing(page: Page) {
  let json: object | undefined;
  await page.route("**/api/subscriptions/refresh", async (route) => {
    json ??= { ...(await (await route.fetch()).json()), checkout: "processing" };
    await route.fulfill({ json });
  });
}

const withDrive = (page: Page) =>
  changed(page, "**/api/config", (config) => ({ ...config, drive: true }));

/** The account's own subscription, but for this. */
const current = (page: Page, differs: object) =>
  changed(page, "**/api/subscriptions/current", (now) => ({ ...now, ...differs }));

const recording = (page: Page, differs: object) =>
  changed(page, /\/api\/recordings\/[\w-]{36}$/, (now) => ({ ...now, ...differs }));

async function drive(
  page: Page,
  state: DriveConnection["state"],
  waiting: DriveConnection["waiting"],
) {
  await withDrive(page);
  await changed(page, "**/api/user/preferences", (now) => ({
    ...now,
    google_drive_connected: state === "connected",
  }));
  await page.route("**/api/google-drive", (route) =>
    route.fulfill({ json: connection(state, waiting) }),
  );
}

const connection = (state: DriveConnection["state"], waiting: DriveConnection["waiting"]) => ({
  ...{ state, email: "grace.hopper@gmail.example", connected_at: "2026-11-01T08:00:00Z" },
  ...{ recordings: { count: 12, bytes: 3.1 * GB }, waiting },
});

const moves = (page: Page, progress: object) =>
  page.route("**/api/recordings/move-all", (route) =>
    route.fulfill({ json: { storage_type: "google_drive", ...progress, places: [] } }),
  );

const used = (page: Page, gigabytes: number) =>
  changed(page, "**/api/subscriptions/storage-usage", (now) => ({
    ...now,
    ...{ used_gb: gigabytes, limit_gb: 50, percentage: gigabytes * 2 },
    ...{ storage_used_bytes: gigabytes * GB, storage_limit_bytes: 50 * GB },
    available_bytes: (50 - gigabytes) * GB,
  }));

/** Answers as a server that sells would. */
async function paid(page: Page, name: string, differs: object, pending?: string) {
  await changed(page, "**/api/config", (config) => ({ ...config, payments: true }));
  await page.route("**/api/subscriptions/current", async (route) => {
    const address = new URL("plans", route.request().url()).href;
    const [now, { plans }] = await Promise.all(
      [route.fetch(), route.fetch({ url: address })].map(async (answer) => (await answer).json()),
    );
    const named = (wanted?: string) => plans.find((one: Plan) => one.name === wanted);
    const { id, storage_gb } = named(name);
    const json = {
      ...now,
      ...{ plan_id: id, plan_name: name, plan: { id, name, storage_gb } },
      ...{ storage_limit_gb: storage_gb, payments: true, billed: true },
      pending: pending
        ? { plan_id: named(pending).id, subtitle_addon: false, pay_url: "https://pay.example/i" }
        : null,
      ...differs,
    };
    await route.fulfill({ json });
  });
}
