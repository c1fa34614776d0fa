import { expect } from "@playwright/test";
import { test } from "#tests/e2e/support/journey.ts";
import {
  copyLink,
  expectTitle,
  openRecorder,
  retitle,
  start,
  stop,
  untilTimer,
} from "#tests/e2e/support/recorder.ts";

test("a title is mended, and its moments are seen over the seek bar, by its owner and through its link", async ({
  page,
  newBrowser,
  newPerson,
}) => {
  await openRecorder(page, await newPerson(), { auto_save_to_cloud: true });
  await start(page);
  const link = await copyLink(page);
  await untilTimer(page, 3);
  const sent = page.waitForResponse(
    (answer) => answer.url().includes("/contact-sheet?") && answer.request().method() === "POST",
  );
  await stop(page);
  expect((await sent).status()).toBe(200); // by the browser that recorded

  await expectTitle(page, /^Recording, \d{1,2} [A-Z][a-z]{2} \d\d:\d\d$/);
  await retitle(page, "How it went");
  await page.getByRole("link", { name: "Open recording" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "How it went" })).toBeVisible();
  const guest = await newBrowser();
  for (const [browser, address] of [
    [page, page.url()],
    [guest, link],
    [guest, link.replace("/shared/", "/embed/")],
  ] as const) {
    if (browser === guest) await guest.goto(address);
    await browser.getByRole("region", { name: "Player: How it went" }).hover();
    await browser.getByRole("slider", { name: "Seek" }).hover();
    const picture = browser.getByTestId("seek-picture");
    await expect(picture).toBeVisible();
    expect(await picture.evaluate(coloursOf), address).toBeGreaterThan(10);
  }
  await guest.mouse.move(0, 0);
  await expect(guest.getByTestId("seek-picture")).toBeHidden();
  await guest.keyboard.press("Tab");
  await guest.getByRole("slider", { name: "Seek" }).focus();
  await expect(guest.getByTestId("seek-picture")).toBeVisible();
  await guest.setViewportSize({ width: 320, height: 180 });
  const top = async () => (await guest.getByTestId("seek-picture").boundingBox())?.y;
  expect(await top(), "in a small frame").toBeGreaterThanOrEqual(0);
});

/** How many colours its first tile has; one would be an empty grid. */
async function coloursOf(element: Element): Promise<number> {
  const [, src = ""] = /url\("(.+)"\)/.exec(getComputedStyle(element).backgroundImage) ?? [];
  const image = new Image();
  image.src = src;
  await image.decode();
  const canvas = new OffscreenCanvas(160, 90);
  const pencil = canvas.getContext("2d");
  pencil?.drawImage(image, 0, 0);
  const { data = [] } = pencil?.getImageData(0, 0, 160, 90) ?? {};
  return new Set(new Uint32Array(Uint8Array.from(data).buffer)).size;
}
