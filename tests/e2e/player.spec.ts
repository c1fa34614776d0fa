import { expect, type Locator, type Page } from "@playwright/test";
import { newRecording } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { signIn } from "#tests/e2e/support/people.ts";

test.describe("the player", () => {
  test("begins at the moment of a link and obeys the keyboard", async ({ page, newPerson }) => {
    const person = await newPerson();
    const { id } = await newRecording(person, "How we ship");
    await signIn(page, person);
    await page.goto(`/video/${id}?t=2`);
    await expect.poll(() => read(page, "currentTime")).toBe(2);

    await page.keyboard.press("0");
    await expect.poll(() => read(page, "currentTime")).toBe(0);
    await page.keyboard.press(">");
    await expect.poll(() => read(page, "playbackRate")).toBe(1.25);
    await page.keyboard.press("m");
    await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
    await page.keyboard.press("k");
    await expect(page.getByRole("button", { name: "Play again" })).toBeVisible();

    await page.reload();
    await expect.poll(() => read(page, "playbackRate")).toBe(1.25);
    await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();

    // A finger on the bar takes the video along, and sees where it has come.
    await page.getByRole("region", { name: /^Player: / }).hover();
    const bar = page.getByRole("slider", { name: "Seek" });
    await expect(bar, "the page does not scroll under a finger").toHaveCSS("touch-action", "none");
    const finger = await touching(page, bar);
    const preview = page.getByTestId("seek-preview");
    const length = Number(await read(page, "duration"));
    const shownAt = async () => Number(await read(page, "currentTime")) / length;
    await finger.lay(0.1);
    for (const part of [0.3, 0.5]) await finger.move(part);
    await expect.poll(shownAt).toBeCloseTo(0.5, 1);
    await finger.move(0.8);
    await expect(preview).toContainText("0:03");
    await finger.lift();
    await expect.poll(shownAt).toBeCloseTo(0.8, 1);
    await expect(preview).toBeHidden();

    // People who want no motion have as long to read the words for a key.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.keyboard.press("m");
    await expect(page.getByText("Volume 100%")).toHaveCSS("animation-duration", "0.9s");
  });

  test("copies a link to the moment that is shown", async ({ page, newPerson, newBrowser }) => {
    const person = await newPerson();
    const { id } = await newRecording(person, "How we ship");
    await signIn(page, person);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`/video/${id}?t=3`);
    await expect.poll(() => read(page, "currentTime")).toBe(3);
    const copyMoment = async () => {
      await page.getByRole("region", { name: /^Player: / }).hover();
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Copy link at this time" }).click();
    };
    await copyMoment();
    await expect(page.getByText("Link copied")).toBeVisible();
    const readLink = () => page.evaluate(() => navigator.clipboard.readText());
    const link = await readLink();
    await expect(page.getByRole("menu")).toBeHidden(); // an open one takes the key for itself
    await page.keyboard.press("0");
    await copyMoment();
    // The link is the same for every moment, and a visitor needs no account.
    await expect.poll(readLink).toBe(link.replace("t=3", "t=0"));
    const guest = await newBrowser();
    await guest.goto(link);
    await expect.poll(() => read(guest, "currentTime")).toBe(3);
  });

  test("gets a new token when its own is refused, and goes on", async ({ page, newPerson }) => {
    const person = await newPerson();
    const { id } = await newRecording(person, "How we ship");
    await signIn(page, person);
    let refused: string | undefined;
    await page.route("**/stream?token=*", (route) => {
      refused ??= route.request().url();
      return route.request().url() === refused ? route.fulfill({ status: 401 }) : route.continue();
    });
    await page.goto(`/video/${id}?t=2`);
    await expect.poll(() => read(page, "readyState")).toBeGreaterThanOrEqual(2);
    await expect.poll(() => read(page, "currentTime")).toBe(2);
    expect(await read(page, "currentSrc")).not.toBe(refused);
  });
});

const read = (page: Page, property: string): Promise<unknown> =>
  page.locator("video").evaluate((video, name) => Reflect.get(video, name), property);

/** A finger on a bar, at parts of its length. */
async function touching(page: Page, bar: Locator) {
  const devtools = await page.context().newCDPSession(page);
  const box = await bar.boundingBox();
  if (!box) throw new Error("There is no bar to touch");
  const at = (part: number) => ({ x: box.x + box.width * part, y: box.y + box.height / 2 });
  const send = (type: "touchStart" | "touchMove" | "touchEnd", part?: number) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: part === undefined ? [] : [at(part)],
    });
  return {
    lay: (part: number) => send("touchStart", part),
    move: (part: number) => send("touchMove", part),
    lift: () => send("touchEnd"),
  };
}
