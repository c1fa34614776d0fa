import type { Page } from "@playwright/test";
import type { World } from "#tests/e2e/support/world.ts";
import { busyMonth } from "./busy-month.ts";
import { pages, trashScene } from "./pages.ts";
import { at, type Scene } from "./scene.ts";
import { scenesOfEdits } from "./scenes-of-edits.ts";
import { scenesOfFolders } from "./scenes-of-folders.ts";
import { scenesOfPlaces } from "./scenes-of-places.ts";
import { scenesOfSubtitles } from "./scenes-of-subtitles.ts";
import { scenesOfTrouble } from "./scenes-of-trouble.ts";
import { scenesOfViewers } from "./scenes-of-viewers.ts";

/** Every screen in the states that matter. */
export const scenes: Scene[] = [
  ...pages,

  {
    name: "register-shut",
    ...at("/register", "Create Account"),
    arrange: whereInvited,
    act: (page) => page.getByText("New accounts need an invitation here").waitFor(),
  },
  {
    name: "forgot-password-letter",
    ...at("/forgot-password", "Forgot Password"),
    arrange: withMail,
    act: (page) => page.getByRole("button", { name: "Send Email" }).waitFor(),
  },
  {
    name: "second-step",
    ...at("/login", "Welcome Back"),
    arrange: withSecondFactor,
    async act(page) {
      await page.getByLabel("Email").fill("ada@example.org");
      await page.getByLabel("Password", { exact: true }).fill("secret1");
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.getByLabel("Code").fill("123 456");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "second-factor-secret",
    who: "newcomer",
    ...at("/settings#second-factor", "Settings"),
    arrange: withSecondFactor,
    async act(page) {
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByLabel("Password", { exact: true }).fill("secret1");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("img", { name: "QR code" }).waitFor();
    },
  },
  {
    name: "second-factor-codes",
    who: "newcomer",
    ...at("/settings#second-factor", "Settings"),
    arrange: withSecondFactor,
    async act(page) {
      await page.getByRole("button", { name: "Make new ones" }).click();
      await page.getByLabel("Password", { exact: true }).fill("secret1");
      await page.getByRole("button", { name: "Make new codes" }).click();
      await page.getByText("abcd-efgh").first().waitFor();
    },
  },
  {
    name: "shared-signed-in",
    who: "owner",
    path: ({ passingLink }) => `/shared/${passingLink.share_token}`,
    heading: title,
    act: (page) => page.getByRole("button", { name: "Party, 1", pressed: true }).waitFor(),
  },
  {
    name: "shared-locked",
    path: ({ lockedLink }) => `/shared/${lockedLink.share_token}`,
    heading: () => "This recording has a password",
  },
  { name: "shared-gone", ...at("/shared/nothing-opens-with-this", "Unable to Load Video") },

  { name: "home-empty", who: "newcomer", ...at("/dashboard", /^Welcome/) },
  { name: "library-empty", who: "newcomer", ...at("/my-recordings", "My Videos") },
  { name: "not-found", who: "newcomer", ...at("/nowhere", /not here|not found/i) },
  {
    name: "palette",
    who: "newcomer",
    ...at("/settings", "Settings"),
    async act(page) {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
    },
  },

  { name: "library-no-hit", who: "owner", ...at("/my-recordings?search=nothing", "My Videos") },
  {
    name: "import",
    who: "owner",
    ...at("/my-recordings", "My Videos"),
    async act(page) {
      await page.getByRole("button", { name: "Import Video" }).click();
      const file = (name: string) => ({ name, mimeType: "", buffer: Buffer.from("a video") });
      await page.getByLabel("Video files").setInputFiles([file("talk.mp4"), file("notes.txt")]);
    },
  },
  {
    name: "choose-thumbnail",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: title,
    async act(page) {
      await page.getByRole("button", { name: "Recording menu" }).click();
      await page.getByRole("menuitem", { name: "Choose thumbnail" }).click();
      await page.getByRole("slider", { name: "Moment" }).waitFor();
    },
  },
  {
    name: "share-dialog",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: title,
    async act(page) {
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.getByText("Links (4)").waitFor();
    },
  },
  {
    name: "share-dialog-details",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: title,
    async act(page) {
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.getByText("Links (4)").waitFor();
      await page.getByText("Options", { exact: true }).click();
    },
  },
  {
    name: "share-dialog-change",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: title,
    async act(page) {
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.getByRole("button", { name: "Change this link" }).first().click();
      const change = page.getByRole("dialog", { name: "Change this link" });
      await change.getByRole("combobox", { name: "Who can open it" }).click();
      const onePerson = page.getByRole("option", { name: "One person" });
      await onePerson.hover(); // a list takes a press on what it has marked already
      await onePerson.click();
      await page.getByLabel("Their email address").waitFor();
    },
  },
  {
    name: "share-dialog-embed",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: title,
    async act(page) {
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.getByText("Options", { exact: true }).click();
      await page.getByRole("button", { name: "Embed" }).click();
      const preview = page.frameLocator("iframe[title=Preview]");
      await preview.getByRole("button", { name: "Play", exact: true }).waitFor();
    },
  },
  {
    name: "notices",
    who: "owner",
    ...at("/my-recordings", "My Videos"),
    // Phones have a bell of their own.
    widths: [768, 1440],
    act: openNotices,
  },
  {
    name: "notices-phone",
    who: "rough",
    ...at("/my-recordings", "My Videos"),
    widths: [360],
    async act(page) {
      await page.setViewportSize({ width: 360, height: 780 });
      await openNotices(page);
    },
  },
  {
    name: "menu",
    who: "owner",
    ...at("/dashboard", /^Welcome/),
    widths: [360],
    async act(page) {
      await page.setViewportSize({ width: 360, height: 780 });
      await page.getByRole("button", { name: "Open menu" }).click();
      await page.getByRole("dialog", { name: "Menu" }).waitFor();
    },
  },
  {
    ...trashScene,
    name: "confirm",
    async act(page) {
      await page.getByRole("button", { name: "Delete for good" }).first().click();
      await page.getByRole("alertdialog").waitFor();
    },
  },

  {
    name: "admin-analytics-tables",
    who: "superAdmin",
    ...at("/admin/analytics", "Content Analytics"),
    arrange: busyMonth,
    act: async (page) => {
      for (const table of await page.getByRole("button", { name: /as a table$/ }).all())
        await table.click();
    },
  },

  ...scenesOfEdits,
  ...scenesOfFolders,
  ...scenesOfPlaces,
  ...scenesOfSubtitles,
  ...scenesOfTrouble,
  ...scenesOfViewers,
];

async function openNotices(page: Page) {
  await page.getByRole("button", { name: /^Notices/ }).click();
  await page
    .getByRole("link", { name: /Annie Easley commented on/ })
    .first()
    .waitFor();
}

function title({ recording }: World) {
  return recording.filename;
}

/** Answers as where only invited people may sign up. */
async function whereInvited(page: Page) {
  await page.route("**/api/sign-up*", (route) =>
    route.fulfill({ json: { sign_up: "invitation", allowed_domains: [], invitation: null } }),
  );
}

/** Answers for somebody with a passkey who adds an app. */
async function withSecondFactor(page: Page) {
  const answers: Record<string, object> = {
    "POST /api/auth/login": {
      ticket: "a ticket",
      ways: ["passkey", "recovery", "totp"],
      passkey: { challenge: "AAAA", allowCredentials: [] },
    },
    "GET /api/user/second-factor": {
      totp: false,
      passkeys: [
        { id: crypto.randomUUID(), name: "Yellow key", created_at: "2026-11-20T10:00:00Z" },
      ],
      recovery_codes_left: 8,
    },
    "POST /api/user/second-factor/totp": {
      secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      url: "otpauth://totp/Kinora:ada%40example.org?issuer=Kinora&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    },
    "POST /api/user/second-factor/recovery-codes": {
      recovery_codes: Array.from("abcdefghij", (sign) => `${sign}bcd-efgh-ijkl-mnop`),
    },
  };
  await page.route(/\/api\/(auth|user)\/(login|second-factor)/, async (route) => {
    const request = route.request();
    const json = answers[`${request.method()} ${new URL(request.url()).pathname}`];
    await (json ? route.fulfill({ json }) : route.continue());
  });
}

async function withMail(page: Page) {
  await page.route("**/api/config", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mail: true } });
  });
}
