import { expect } from "@playwright/test";
import { newComment, newRecording, newShare } from "#tests/e2e/support/belongings.ts";
import { expectFewControls } from "#tests/e2e/support/controls.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { signIn } from "#tests/e2e/support/people.ts";

test("a guest says a name once and talks; the owner hears it live, marks it done, and bans them", async ({
  page,
  newBrowser,
  newPerson,
}) => {
  const owner = await newPerson();
  const recording = await newRecording(owner, "Have a word");
  const link = await newShare(owner, recording, { guests_may_comment: true });
  await signIn(page, owner);
  await page.goto(`/video/${recording.id}`);
  await page.getByText("No comments yet").waitFor();

  const other = await newBrowser();
  await other.goto(`${owner.origin}/shared/${link.share_token}`);
  await other.getByText("No comments yet").waitFor();
  await other.getByRole("button", { name: "Add a comment" }).waitFor();
  await expectFewControls(other, { own: 6, frame: 2 });
  await other.getByRole("button", { name: "Add a comment" }).click();
  await other.getByLabel("Your name").fill("Gerda");
  await other.getByLabel("Your name").press("Enter");
  await expect(other.getByLabel("Add a comment")).toBeFocused();
  await other.getByLabel("Add a comment").fill("See https://example.com/a");
  await other.getByRole("button", { name: "Comment", exact: true }).click();

  const heard = page.getByRole("article", { name: "Comment by Gerda" });
  await expect(heard).toContainText("Guest");
  await expect(heard).toContainText("See https://example.com/a");
  await expect(heard.getByRole("link")).toHaveCount(0);
  await heard.getByRole("button", { name: "Mark this thread done" }).click();
  await expect(other.getByRole("article").getByText("Done", { exact: true })).toBeVisible();

  // The name is known when the page is opened again, and so is what belongs to it.
  await other.reload();
  await other.getByRole("button", { name: /^More about the comment/ }).click();
  await other.getByRole("menuitem", { name: "Edit" }).click();
  await other.getByLabel("Edit comment").fill("Seen");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(heard).toContainText("Seen");

  await heard.getByRole("button", { name: /^More about the comment/ }).click();
  await page.getByRole("menuitem", { name: "Ban this guest" }).click();
  await expect(heard.getByText("Banned")).toBeVisible();
  await other.getByLabel("Add a comment").fill("Once more");
  await other.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(other.getByText(/has banned you/).first()).toBeVisible();
  await expect(page.getByText("Once more")).toHaveCount(0);
});

test("somebody who talked as a guest signs in, and takes what they said along", async ({
  page,
  newPerson,
}) => {
  const owner = await newPerson();
  const recording = await newRecording(owner, "Have a word");
  const link = await newShare(owner, recording, { guests_may_comment: true });
  await page.goto(`${owner.origin}/shared/${link.share_token}`);
  await page.getByRole("button", { name: "Add a comment" }).click();
  await page.getByLabel("Your name").fill("Gerda");
  await page.getByLabel("Your name").press("Enter");
  await page.getByLabel("Add a comment").fill("It was me");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByRole("article", { name: "Comment by Gerda" })).toBeVisible();
  await expect(page.getByText(/You commented here as/)).toHaveCount(0);

  const person = await newPerson();
  await signIn(page, person);
  await page.goto(`${owner.origin}/shared/${link.share_token}`);
  await expect(page.getByText("You commented here as Gerda.")).toBeVisible();
  await page.getByRole("button", { name: "Move to my account" }).click();
  const moved = page.getByRole("article", { name: `Comment by ${person.username}` });
  await expect(moved).toContainText("It was me");
  await expect(page.getByText(/You commented here as/)).toHaveCount(0);
});

test("a link to a comment opens at its second, and a name is mentioned by the keys", async ({
  page,
  newPerson,
}) => {
  const owner = await newPerson();
  const recording = await newRecording(owner, "At its second");
  const { id } = await newComment(owner, recording, "Here", { at_seconds: 2 });
  await signIn(page, owner);
  // The discussion is there before the player.
  const focused = Promise.withResolvers<void>();
  await page.route("**/media-token", async (route) => {
    await focused.promise;
    await route.continue();
  });
  await page.goto(`/video/${recording.id}#comment-${id}`);
  const article = page.locator(`#comment-${id}`);
  await expect(article).toBeFocused();
  focused.resolve();
  const time = () => page.evaluate(() => document.querySelector("video")?.currentTime);
  await expect.poll(time).toBeCloseTo(2, 0);
  await page.getByLabel("Add a comment").pressSequentially(`@${owner.username.slice(0, 3)}`);
  await expect(page.getByRole("option", { name: owner.username })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Add a comment")).toHaveValue(`@${owner.username} `);
});
