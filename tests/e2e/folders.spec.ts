import { expect, type Page } from "@playwright/test";
import { BatchResult } from "#contract/trash.ts";
import { Viewers } from "#contract/viewers.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { call, newRecording, newShare } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { tabTo } from "#tests/e2e/support/keyboard.ts";
import { card, haveVideo } from "#tests/e2e/support/library-page.ts";
import { signIn } from "#tests/e2e/support/people.ts";

test("what is deleted comes back by Undo and from the trash, and its link works again", async ({
  page,
  newPerson,
  newBrowser,
}) => {
  const person = await newPerson();
  const recording = await newRecording(person, "Precious");
  const { share_token } = await newShare(person, recording);
  await signIn(page, person);
  await page.goto("/my-recordings");
  const precious = card(page, "Precious");
  await precious.getByRole("link").press("Delete");
  await expect(precious).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(precious).toBeVisible();
  await precious.getByRole("link").press("Delete");
  await expect(precious).toBeHidden();

  const guest = await newBrowser();
  await guest.goto(`/shared/${share_token}`);
  await expect(guest.getByRole("heading", { name: "Unable to Load Video" })).toBeVisible();

  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("menuitem", { name: "Trash" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Trash" })).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, page.getByRole("button", { name: "Restore Precious" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("A recording that you delete comes here first.")).toBeVisible();
  await expect(page.getByRole("main"), "nothing else is left to lead on to").toBeFocused();
  await guest.reload();
  await expect(guest.getByRole("button", { name: "Play", exact: true }).first()).toBeVisible();

  await page.goto(`/video/${recording.id}`);
  await page.getByRole("button", { name: "Recording menu" }).click();
  await page.getByRole("menuitem", { name: "Delete Video" }).click();
  await expect(page).toHaveURL("/my-recordings");
  await page.goto("/trash");
  await page.getByRole("button", { name: "Empty trash" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("A recording that you delete comes here first.")).toBeVisible();
});

test("three go into a folder by keys, one back by the mouse, and the folder goes with its videos", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  for (const name of ["One.webm", "Two.webm", "Three.webm"]) await haveVideo(person, name);
  await signIn(page, person);
  await page.goto("/my-recordings");
  await card(page, "Three").getByRole("link").focus();
  await page.keyboard.press("Control+a");
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(card(page, "Three").getByRole("link")).toBeFocused();
  await page.keyboard.press("Control+a");
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.getByRole("button", { name: "Move", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Move 3 recordings" });
  await dialog.getByRole("textbox", { name: "New folder in it" }).fill("Talks");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 recordings moved")).toBeVisible();
  await expect(page.getByText("3 selected")).toBeHidden();
  await expect(card(page, "Three").getByRole("link")).toBeFocused();

  const folders = page.getByRole("navigation", { name: "Folders" });
  await folders.getByRole("link", { name: "Talks" }).press("Enter");
  await expect(page).toHaveURL(/folder=/);
  await expect(page.getByRole("navigation", { name: "Path" })).toContainText("Talks");
  await expect(card(page, "Two")).toBeVisible();
  await expectAccessible(page);
  await card(page, "Two").dragTo(folders.getByRole("link", { name: "All recordings" }));
  await expect(card(page, "Two")).toBeHidden();
  await page.reload();
  await expect(card(page, "One")).toBeVisible();
  await expect(card(page, "Two")).toBeHidden();

  await page.getByRole("button", { name: "Folder Talks" }).click();
  await page.getByRole("menuitem", { name: "Delete folder" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete with recordings" }).click();
  await expect(page).toHaveURL("/my-recordings");
  await expect(card(page, "Two")).toBeVisible();
  await expect(card(page, "One")).toBeHidden();
  await expect(folders).toBeHidden();
  await page.goto(`/my-recordings?folder=${crypto.randomUUID()}`); // one that was deleted elsewhere
  await expect(page).toHaveURL("/my-recordings");
});

test("three are dragged into a folder and shared; a guest plays two in a row and comments, and the owner hears and sees it", async ({
  page,
  newPerson,
  newBrowser,
}) => {
  const owner = await newPerson();
  const recordings = [];
  for (const name of ["First", "Second", "Third"]) recordings.push(await newRecording(owner, name));
  const [first, second] = recordings;
  await signIn(page, owner);
  await dragIntoNewFolder(page, "Onboarding", ["First", "Second", "Third"]);
  const shareToken = await shareWithGuests(page, "Onboarding");
  await page.goto(`/video/${second?.id}`);
  await page.getByText("No comments yet").waitFor();

  const guest = await newBrowser();
  await guest.goto(`${owner.origin}/shared/${shareToken}`);
  const list = guest.getByRole("list", { name: "Recordings" });
  const shown = list.locator("[aria-current]");
  await expect(shown).toContainText("First");
  await guest.locator("video").click();
  await expect(shown).toContainText("Second");
  await expect
    .poll(() => guest.locator("video").evaluate((film: HTMLVideoElement) => film.currentTime))
    .toBeGreaterThan(1);
  await guest.locator("video").evaluate((film: HTMLVideoElement) => film.pause());
  await sayAsGuest(guest, "Gerda", "Where is the key?");
  const heard = page.getByRole("article", { name: "Comment by Gerda" });
  await expect(heard).toContainText("Where is the key?");
  await heard.getByRole("button", { name: "Reply" }).click();
  await page.getByLabel("Reply to Gerda").fill("In the drawer");
  await page.getByLabel("Reply to Gerda").press("Control+Enter");
  await expect(guest.getByText("In the drawer")).toBeVisible();
  await heard.getByRole("button", { name: "Mark this thread done" }).click();
  await expect(guest.getByRole("article").getByText("Done", { exact: true })).toBeVisible();

  const told = (id = "") => call(owner, "GET", `/recordings/${id}/viewers`, Viewers);
  await expect.poll(async () => (await told(first?.id)).average_fraction).toBeGreaterThan(0.9);
  await expect.poll(async () => (await told(second?.id)).seconds_watched).toBeGreaterThan(0);
  await page.getByRole("tab", { name: "Viewers" }).click();
  await expect(page.getByRole("list", { name: "Links" })).toContainText("For the new ones");

  // A recording that leaves the folder goes from the open page at once; its owner puts the others in another order.
  await call(owner, "POST", "/recordings/batch", BatchResult, {
    ids: [second?.id],
    act: "move",
    folder_id: null,
  });
  await expect(list.getByRole("link")).toHaveCount(2);
  await expect(shown).toContainText("First");
  await page.goto(`/shared/${shareToken}`);
  await page.getByRole("button", { name: "Move Third up" }).press("Enter");
  await expect(
    page.getByRole("list", { name: "Recordings" }).getByRole("link").first(),
  ).toContainText("Third");
  await guest.reload();
  await expect(list.getByRole("link").first()).toContainText("Third");
  await expectAccessible(guest);
});

/** Makes a link to the folder that is open, and lets guests comment; gives its token. */
async function shareWithGuests(page: Page, folder: string): Promise<string> {
  await page.getByRole("button", { name: `Folder ${folder}` }).click();
  await page.getByRole("menuitem", { name: "Share folder" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByText("Options").click();
  await dialog.getByLabel("Label").fill("For the new ones");
  await dialog.getByRole("switch", { name: "Guests may comment" }).click();
  await expectAccessible(page);
  const made = page.waitForResponse(
    (answer) => /folders\/.*\/shares$/.test(answer.url()) && answer.status() === 201,
  );
  await dialog.getByRole("button", { name: "Copy link" }).click();
  const { share_token } = await (await made).json();
  return share_token;
}

async function sayAsGuest(guest: Page, name: string, words: string) {
  await guest.getByRole("button", { name: "Add a comment" }).click();
  await guest.getByLabel("Your name").fill(name);
  await guest.getByLabel("Your name").press("Enter");
  await guest.getByLabel("Add a comment").fill(words);
  await guest.getByRole("button", { name: "Comment", exact: true }).click();
}

async function dragIntoNewFolder(page: Page, name: string, titles: string[]) {
  await page.goto("/my-recordings");
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("menuitem", { name: "New folder" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.keyboard.press("Enter");
  const folder = page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name });
  for (const [n, title] of titles.entries()) {
    await card(page, title).dragTo(folder);
    await expect(folder).toContainText(String(n + 1));
  }
  await folder.click();
}
