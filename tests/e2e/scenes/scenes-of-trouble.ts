import type { Page } from "@playwright/test";
import { start, untilTimer } from "#tests/e2e/support/recorder.ts";
import { at, type Scene } from "./scene.ts";

const noAnswer = /net::ERR_FAILED|^ApiError: unreachable/;

/** The screens that people see when something is missing, too long, or does not work. */
export const scenesOfTrouble: Scene[] = [
  {
    name: "register-refused",
    ...at("/register", "Create Account"),
    async act(page) {
      await page.getByLabel("Email").fill("not an address");
      await page.getByLabel("Password", { exact: true }).fill("short");
      await page.getByRole("button", { name: "Create Account" }).click();
      await page.getByText("Password must be at least 6 characters long").waitFor();
    },
  },
  { name: "not-found-stranger", ...at("/nowhere", "Page not found") },
  {
    name: "shared-unreachable",
    path: ({ publicLink }) => `/shared/${publicLink.share_token}`,
    heading: () => "Unable to Load Video",
    logs: noAnswer,
    arrange: unreachable("**/api/shared/*"),
  },
  {
    name: "shared-long",
    path: ({ rough }) => `/shared/${rough.link.share_token}`,
    heading: ({ rough }) => rough.discussed.filename,
    act: (page) => page.getByText("Looks good.").first().waitFor(),
  },

  {
    name: "home-unreachable",
    who: "newcomer",
    ...at("/dashboard", "Failed to load recordings"),
    logs: noAnswer,
    arrange: unreachable("**/api/recordings?*"),
  },
  {
    name: "library-unreachable",
    who: "newcomer",
    ...at("/my-recordings", "My Videos"),
    logs: noAnswer,
    arrange: unreachable("**/api/recordings?*"),
    act: (page) => page.getByText("Failed to load recordings").waitFor(),
  },
  {
    name: "subscription-unreachable",
    who: "newcomer",
    ...at("/subscription", "Subscription"),
    logs: noAnswer,
    arrange: unreachable("**/api/subscriptions/current"),
    act: (page) => page.getByRole("button", { name: "Retry" }).waitFor(),
  },
  {
    name: "page-broken",
    who: "newcomer",
    ...at("/dashboard", /^Welcome/),
    logs: /net::ERR_FAILED|Failed to fetch dynamically imported module/,
    async act(page) {
      await page.route("**/assets/settings-*.js", (route) => route.abort());
      await page.getByRole("link", { name: "Settings", exact: true }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "offline",
    who: "newcomer",
    ...at("/dashboard", /^Welcome/),
    logs: /net::ERR_INTERNET_DISCONNECTED/,
    async act(page) {
      await page.context().setOffline(true);
      await page.getByText("You are offline.").waitFor();
    },
  },
  {
    name: "recovery",
    who: "newcomer",
    ...at("/dashboard", /^Welcome/),
    act: async (page) => {
      await interruptRecording(page);
      await page.reload();
      await page.getByText("A recording was interrupted").waitFor();
    },
  },

  {
    name: "video-unreachable",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: ({ recording }) => recording.filename,
    logs: noAnswer,
    async arrange(page) {
      await unreachable("**/stream?token=*")(page);
      await unreachable("**/comments?*")(page);
    },
    async act(page) {
      await page.getByText("Failed to load comments").last().waitFor();
      await page.getByRole("alert").getByRole("button", { name: "Retry" }).first().waitFor();
    },
  },
  {
    name: "share-refused",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: ({ recording }) => recording.filename,
    async act(page) {
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.getByRole("combobox", { name: "Who can open it" }).click();
      await page.getByRole("option", { name: "One person" }).click();
      // Where no email can be sent, the options are open: there is a reason for a password.
      await page.getByLabel("Password", { exact: true }).fill("abc");
      await page.getByRole("button", { name: "Copy link" }).first().click();
      await page.getByText("The password must be at least 4 characters long").waitFor();
    },
  },

  {
    name: "share-dialog-rough",
    who: "rough",
    path: ({ rough }) => `/video/${rough.discussed.id}`,
    heading: ({ rough }) => rough.discussed.filename,
    async act(page) {
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.getByText("Links (1)").waitFor();
    },
  },
  { name: "home-rough", who: "rough", ...at("/dashboard", /^Welcome/) },
  { name: "library-rough", who: "rough", ...at("/my-recordings", "My Videos") },
  {
    name: "video-failed",
    who: "rough",
    path: ({ rough }) => `/video/${rough.failed.id}`,
    heading: ({ rough }) => rough.failed.filename,
  },
  {
    name: "video-interrupted",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: ({ recording }) => recording.filename,
    arrange: interrupted,
  },
  {
    name: "discussion-long",
    who: "rough",
    path: ({ rough }) => `/video/${rough.discussed.id}`,
    heading: ({ rough }) => rough.discussed.filename,
    act: (page) => page.getByText("Looks good.").first().waitFor(),
  },

  {
    name: "admin-unreachable",
    who: "superAdmin",
    ...at("/admin", "Failed to load dashboard statistics"),
    logs: noAnswer,
    arrange: unreachable("**/api/admin/**"),
  },
  {
    name: "admin-users-unreachable",
    who: "superAdmin",
    ...at("/admin/users", "Failed to load users"),
    logs: noAnswer,
    arrange: unreachable("**/api/admin/**"),
  },
  {
    name: "admin-videos-unreachable",
    who: "superAdmin",
    ...at("/admin/videos", "Failed to load videos"),
    logs: noAnswer,
    arrange: unreachable("**/api/admin/**"),
  },
  {
    name: "admin-analytics-unreachable",
    who: "superAdmin",
    ...at("/admin/analytics", "Content Analytics"),
    logs: noAnswer,
    arrange: unreachable("**/api/admin/**"),
  },
  { name: "admin-users-no-hit", who: "superAdmin", ...at("/admin/users?search=nobody", /^All/) },
];

function unreachable(address: string) {
  return (page: Page) => page.route(address, (route) => route.abort());
}

/** The server closes what nobody sends any more after a day; no scene waits for that. */
async function interrupted(page: Page) {
  await page.route(/\/api\/recordings\/[\w-]+$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), interrupted: true } });
  });
}

/** Another tab records a picture that is drawn, and closes in the middle. */
async function interruptRecording(page: Page) {
  const tab = await page.context().newPage();
  await tab.addInitScript(() => {
    const canvas = document.createElement("canvas");
    if (!navigator.mediaDevices) return;
    navigator.mediaDevices.getDisplayMedia = async () => {
      const picture = canvas.getContext("2d");
      setInterval(() => picture?.fillRect(0, 0, 1 + (performance.now() % 300), 150), 40);
      return canvas.captureStream(25);
    };
  });
  await tab.goto("/new-recording");
  await start(tab);
  await untilTimer(tab, 2);
  await tab.close();
}
