import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { newRecording, newShare } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
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
  await page.getByRole("button", { name: "Restore Precious" }).click();
  await expect(page.getByText("A recording that you delete comes here first.")).toBeVisible();
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
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "Move 3 recordings" });
  await dialog.getByRole("textbox", { name: "New folder in it" }).fill("Talks");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 recordings moved")).toBeVisible();
  await expect(page.getByText("3 selected")).toBeHidden();

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
