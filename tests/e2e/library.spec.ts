import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { card, haveUpload, haveVideo } from "#tests/e2e/support/library-page.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import { joining } from "#tests/e2e/support/realtime.ts";

test.describe("the library", () => {
  test("pages, searches every page, sorts, and keeps all of it in the address", async ({
    page,
    newPerson,
  }) => {
    const person = await newPerson();
    for (let number = 1; number <= 12; number++)
      await haveUpload(person, `Talk ${String(number).padStart(2, "0")}.webm`);
    await signIn(page, person);
    await page.goto("/my-recordings");
    const cards = page.getByRole("list", { name: "Recordings" }).getByRole("listitem");
    await expect(cards).toHaveCount(10);
    await expect(cards.first()).toContainText("Talk 12");
    // Ten in full rows.
    for (const [width, columns] of [
      [360, 2],
      [768, 2],
      [1440, 5],
      [1280, 5],
    ] as const) {
      await page.setViewportSize({ width, height: 720 });
      await expect.poll(() => cards.evaluateAll(inFirstRow), `${width} px`).toBe(columns);
    }

    await page.getByRole("button", { name: "Page 2" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(cards).toHaveCount(2);
    await page.goBack();
    await expect(cards).toHaveCount(10);

    const search = page.getByRole("searchbox", { name: "Search recordings" });
    await search.fill("TALK 01");
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText("Talk 01");
    await expect(page).toHaveURL(/search=/);
    await page.reload();
    await expect(search).toHaveValue("TALK 01");
    await expect(cards).toHaveCount(1);

    await search.fill("nothing like it");
    await expect(page.getByText("No recordings match your search criteria.")).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(cards).toHaveCount(10);

    await page.getByRole("button", { name: "View" }).click();
    await page.getByRole("menuitemradio", { name: "Title", exact: true }).click();
    await expect(page).toHaveURL(/sort=title/);
    await expect(cards.first()).toContainText("Talk 01");
  });

  test("shows what arrives by itself, with a picture and its length", async ({
    page,
    newPerson,
  }) => {
    const person = await newPerson();
    await signIn(page, person);
    const joined = joining(page, `user:${person.user.id}`);
    await page.goto("/my-recordings");
    await expect(page.getByText("No recordings found")).toBeVisible();
    await joined();
    await haveVideo(person, "Arrives.webm");
    await expect(card(page, "Arrives")).toBeVisible();
    await expect(card(page, "Arrives")).toContainText("0:04", { timeout: 90_000 });
    await expect(card(page, "Arrives").locator("img")).toBeVisible({ timeout: 90_000 });
    await page.reload();
    await expect(card(page, "Arrives").locator("img")).toBeVisible();
  });

  test("is walked, selected and emptied by keys alone", async ({ page, newPerson }) => {
    const person = await newPerson();
    for (const name of ["One.webm", "Two.webm", "Three.webm"]) await haveVideo(person, name);
    await signIn(page, person);
    await page.goto("/my-recordings");
    await card(page, "Three").getByRole("link").focus();
    await page.keyboard.press("ArrowRight");
    await expect(card(page, "Two").getByRole("link")).toBeFocused();
    await page.keyboard.press("x");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await expect(page.getByText("2 selected")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).press("Enter");
    await expect(page.getByText("2 recordings moved to the trash")).toBeVisible();
    await expect(card(page, "Two")).toBeHidden();
    await expect(card(page, "One")).toBeHidden();
    await expect(card(page, "Three").getByRole("link")).toBeFocused();

    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Shortcuts" })).toContainText(
      "Select the recording",
    );
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
  });

  test("downloads a video under its title, deletes it, and takes that back", async ({
    page,
    newPerson,
  }) => {
    const person = await newPerson();
    await haveVideo(person, "Ünïcode & more.webm");
    await signIn(page, person);
    await page.goto("/my-recordings");
    const video = card(page, "Ünïcode & more");
    const before = await placesOf(video);
    await video.hover();
    expect(await placesOf(video), "under the pointer").toEqual(before);
    const downloading = page.waitForEvent("download");
    await choose(page, video, "Download");
    expect((await downloading).suggestedFilename()).toBe("Ünïcode & more.webm");

    await choose(page, video, "Delete");
    await expect(page.getByText("No recordings found")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(video).toBeVisible();
    await expectAccessible(page);
  });

  test("copies a link that plays for anyone by one press on a card", async ({
    page,
    newPerson,
    newBrowser,
  }) => {
    const person = await newPerson();
    await haveVideo(person, "To be sent.webm");
    await signIn(page, person);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/my-recordings");
    await card(page, "To be sent").hover();
    await card(page, "To be sent")
      .getByRole("button", { name: /^Copy link/ })
      .click();
    await expect(page.getByText("Link copied. Anyone with it can watch.")).toBeVisible();
    const other = await newBrowser();
    await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await expect(other.getByRole("heading", { name: "To be sent" })).toBeVisible();
  });
});

const inFirstRow = (cards: Element[]) => {
  const tops = cards.map((card) => card.getBoundingClientRect().top);
  return tops.filter((top) => top === tops[0]).length;
};

/** An act of the menu on a card. */
async function choose(page: Page, video: Locator, act: string) {
  await video.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: act }).click();
}

/** Where a card, its parts and its picture are, when nothing is on its way to another place. */
const placesOf = (card: Locator) =>
  card.evaluate(async (whole) => {
    const moves = whole
      .getAnimations({ subtree: true })
      .filter((animation) => animation instanceof CSSTransition);
    await Promise.all(moves.map(({ finished }) => finished));
    const parts = whole.querySelectorAll(":scope > div, :scope > div > span:first-child, h2");
    return [whole, ...parts].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x, y, width, height];
    });
  });
