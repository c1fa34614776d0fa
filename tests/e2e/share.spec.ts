import { expect, type Page } from "@playwright/test";
import type { z } from "zod";
import type { CreateShare } from "#contract/shares.ts";
import { newRecording, newShare } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { type Person, signIn } from "#tests/e2e/support/people.ts";
import { countNoPreview, openSeen } from "#tests/e2e/support/watching.ts";

test("a link is opened, talked about from two browsers, and revoked", async ({
  page,
  newBrowser,
  newPerson,
}) => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const recording = await newRecording(ada, "How we ship");
  await signIn(page, ada);
  await page.goto(`/video/${recording.id}`);
  const link = await createLink(page);

  // B opens it without an account.
  const other = await newBrowser();
  await openSeen(other, link, { by: page, as: "somebody with the link" });
  await expect(other.getByText("View Only")).toBeVisible();
  await expect(other.getByText("This video was shared with you")).toBeVisible();
  await expect(other.getByText("No comments yet")).toBeVisible();

  // A comments, B sees it without reloading.
  await page.getByRole("button", { name: "Close" }).click();
  await comment(page, "Where does this <b>end</b>?");
  const seen = other.getByText("Where does this <b>end</b>?");
  await expect(seen).toBeVisible();

  // B signs in, comes back, answers, says something about 0:03, and reacts.
  await signIn(other, ben);
  await openSeen(other, link, { by: page, as: ben.username });
  await seekTo(other, 3);
  const thread = other.getByRole("article", { name: `Comment by ${ada.username}` });
  await thread.getByRole("button", { name: "Reply" }).click();
  await other.getByLabel(`Reply to ${ada.username}`).fill("Right here.");
  await other.getByLabel(`Reply to ${ada.username}`).press("Control+Enter");
  await other.getByLabel("Add a comment").fill("And begins here.");
  const moment = other.getByRole("button", { name: "at 0:03" });
  await expect(moment).toHaveAttribute("aria-pressed", "true");
  await other.getByLabel("Add a comment").press("Control+Enter");
  await other.getByRole("button", { name: "React", exact: true }).click();
  await other.getByRole("button", { name: "Fire", exact: true }).click();

  const reply = page.getByRole("article", { name: `Reply by ${ben.username}` });
  await expect(reply).toContainText("Right here.");
  await expect(page.getByRole("button", { name: "Fire, 1" })).toBeVisible();
  await expect(page.getByTestId("seek-dot")).toHaveCount(1);
  await expect(page.getByTestId("seek-curve")).toBeVisible();
  await expect(reply.getByRole("button", { name: /^at / })).toHaveCount(0);
  const comments = page.getByRole("article", { name: `Comment by ${ben.username}` });
  await comments.getByRole("button", { name: "at 0:03" }).click();
  await expect.poll(() => currentTime(page)).toBeCloseTo(3, 0);

  // A revokes: B's page says so, has no video any more, and its address answers nothing.
  const stream = await streamAddress(other);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Revoke Public link" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("No links yet")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Unable to Load Video" })).toBeVisible();
  await expect(other.locator("video")).toHaveCount(0);
  await expect(other.getByRole("link", { name: "Go to Home" })).toBeVisible();
  expect((await fetch(stream)).status).toBe(404);
});

test("a locked link asks for its password once", async ({ page, newPerson }) => {
  const ada = await newPerson();
  const share = await shareVideo(ada, { password: "open sesame" });
  await page.goto(`/shared/${share.share_token}`);
  await page.getByLabel("Password", { exact: true }).fill("guess");
  await page.getByRole("button", { name: "Watch recording" }).click();
  await expect(page.getByText("That is not the password of this link.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("open sesame");
  await page.getByRole("button", { name: "Watch recording" }).click();
  await expect(page.getByText("View Only")).toBeVisible();
  await page.reload();
  await expect(page.getByText("View Only")).toBeVisible();
  await expect.poll(() => hasPicture(page)).toBe(true);
});

test("a link is kept for one person later, whose other account can be switched, and embedded", async ({
  page,
  newBrowser,
  newPerson,
}) => {
  const [ada, ben, cleo] = [await newPerson(), await newPerson(), await newPerson()];
  const recording = await newRecording(ada, "How we ship");
  const { share_token } = await newShare(ada, recording, {});
  await signIn(page, ada);
  await page.goto(`/video/${recording.id}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const other = await newBrowser();
  await countNoPreview(other, { id: recording.id, link: `/shared/${share_token}`, by: page });
  await page.getByRole("combobox", { name: "Size" }).click();
  await page.getByRole("option", { name: "640 × 360" }).click();
  await expect(page.getByLabel("Code")).toHaveValue(
    new RegExp(`/embed/${share_token}" title="How we ship" width="640" height="360"`),
  );
  await expect(page.frameLocator("iframe").locator("video")).toHaveCount(1);

  await page.getByRole("button", { name: "Change this link" }).click();
  const change = page.getByRole("dialog", { name: "Change this link" });
  await change.getByRole("combobox", { name: "Who can open it" }).click();
  await page.getByRole("option", { name: "One person" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A private share needs an email address")).toBeVisible();
  await page.getByLabel("Their email address").fill(ben.email);
  await change.getByRole("combobox", { name: "Permission" }).click();
  await page.getByRole("option", { name: "can edit" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(ben.email)).toBeVisible();

  await other.goto(`/shared/${share_token}`);
  const first = other.getByRole("alert").getByRole("link").first();
  await expect(first).toHaveText("Sign In");
  await signIn(other, cleo);
  await other.goto(`/shared/${share_token}`);
  await other.getByRole("button", { name: "Switch account" }).click();
  await other.getByLabel("Email").fill(ben.email);
  await other.getByLabel("Password", { exact: true }).fill(ben.password);
  await other.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(other.getByText("Can Edit")).toBeVisible();
  await expect(page.getByText("1 other is watching now")).toBeVisible();
  await comment(other, "See https://example.com/a.");
  const address = other.getByRole("link", { name: "https://example.com/a", exact: true });
  await expect(address).toHaveAttribute("rel", "ugc noopener nofollow");
});

test("what a link opens is asked once, while the page's scripts are still on their way", async ({
  page,
  newPerson,
}) => {
  const { share_token } = await shareVideo(await newPerson());
  const question = `/api/shared/${share_token}`;
  const asked = page.waitForRequest(`**${question}`, { timeout: 0 }); // the test has a limit of its own
  // When realtime has joined, the page asks once more for what it may have missed; here it never joins.
  await page.route("**/api/realtime/token", () => {});
  await page.route("**/assets/first-*.js", async (route) => {
    await asked;
    await route.continue();
  });
  let times = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(question)) times++;
  });
  await page.goto(`/shared/${share_token}`);
  await expect.poll(() => hasPicture(page)).toBe(true);
  expect(times).toBe(1);
});

test("a link opens in a browser that forbids storage, also one with a password", async ({
  page,
  newPerson,
}) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
  const { share_token } = await shareVideo(await newPerson(), { password: "open sesame" });
  await page.goto(`/shared/${share_token}`);
  await page.getByLabel("Password", { exact: true }).fill("open sesame");
  await page.getByRole("button", { name: "Watch recording" }).click();
  await expect.poll(() => hasPicture(page)).toBe(true);
});

test("an editor renames the video through the link, a viewer cannot", async ({
  page,
  newPerson,
}) => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const share = await shareVideo(ada, { permission_type: "edit" });
  await page.goto(`/shared/${share.share_token}`);
  await expect(page.getByText("Can Edit")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit title" })).toHaveCount(0);

  await signIn(page, ben);
  await page.goto(`/shared/${share.share_token}`);
  await page.getByRole("button", { name: "Edit title" }).click();
  await page.getByLabel("Title").fill("A better title");
  await page.getByLabel("Title").press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "A better title" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "A better title" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download Video" })).toBeVisible();
});

test("the owner has all their rights behind a link that is for somebody else", async ({
  page,
  newPerson,
}) => {
  const ada = await newPerson();
  const share = await shareVideo(ada, { is_public: false, allowed_email: "ben@example.org" });
  await signIn(page, ada);
  await page.goto(`/shared/${share.share_token}`);
  await expect(page.getByText("Your recording", { exact: true })).toBeVisible();
  await expect(page.getByText("Through this link, others can watch it.")).toBeVisible();
  await page.getByRole("button", { name: "Edit title" }).click();
  await page.getByLabel("Title").fill("Still mine");
  await page.getByLabel("Title").press("Enter");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Still mine" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download Video" })).toBeVisible();
  await page.getByRole("link", { name: "Go to your recording" }).click();
  await expect(page).toHaveURL(/\/video\//);
});

test("the bell tells the owner, and leads to the comment", async ({
  page,
  newBrowser,
  newPerson,
}) => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const share = await shareVideo(ada);
  await signIn(page, ada);
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Notices", exact: true })).toBeVisible();

  const other = await newBrowser();
  await signIn(other, ben);
  await other.goto(`/shared/${share.share_token}`);
  await comment(other, "Well said.");
  await page.getByRole("button", { name: /Notices, \d+ new/ }).click();
  // Opening reads them; what was new is still marked.
  await expect(page.getByRole("button", { name: "Notices", exact: true })).toBeVisible();
  await expect(
    page.getByRole("link", { name: new RegExp(`^New: ${ben.username} commented on`) }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Mark all read" }).click();
  await page.getByRole("link", { name: new RegExp(`^${ben.username} commented on`) }).click();
  await expect(page).toHaveURL(new RegExp(`/video/${share.recording_id}#comment-`));
  await expect(
    page.getByRole("region", { name: "Comments" }).getByText("Well said."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Notices", exact: true })).toBeVisible();
});

/** Two clicks from an open video to its link, which is read from the clipboard as a person would. */
async function createLink(page: Page) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByText("No links yet. Only you can open this recording.")).toBeVisible();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied. Anyone with it can watch.")).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function comment(page: Page, words: string) {
  await page.getByLabel("Add a comment").fill(words);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
}

async function seekTo(page: Page, seconds: number) {
  await expect.poll(() => hasPicture(page)).toBe(true);
  await page.locator("video").evaluate((video, time) => {
    if (video instanceof HTMLVideoElement) video.currentTime = time;
  }, seconds);
  await expect.poll(() => currentTime(page)).toBeCloseTo(seconds, 0);
}

const currentTime = (page: Page) =>
  page.locator("video").evaluate((video) => Number(Reflect.get(video, "currentTime")));

const streamAddress = (page: Page) =>
  page.locator("video").evaluate((video) => String(Reflect.get(video, "currentSrc")));

const hasPicture = (page: Page) =>
  page.locator("video").evaluate((video) => Number(Reflect.get(video, "readyState")) >= 2);

async function shareVideo(owner: Person, share: Partial<z.input<typeof CreateShare>> = {}) {
  return newShare(owner, await newRecording(owner, "How we ship"), share);
}
