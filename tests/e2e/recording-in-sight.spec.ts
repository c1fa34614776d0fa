import { expect } from "@playwright/test";
import { test } from "#tests/e2e/support/journey.ts";
import { openRecorder, start } from "#tests/e2e/support/recorder.ts";

const smallWindows = [
  [1366, 657],
  [1440, 600],
  [768, 640],
  [360, 640],
] as const;

test("whatever the window, all that one needs is in sight before and while recording, and its link after", async ({
  page,
  newPerson,
}) => {
  await openRecorder(page, await newPerson(), { auto_save_to_cloud: true });
  const begin = page.getByRole("button", { name: "Start recording" }).last();
  for (const [width, height] of smallWindows) {
    await page.setViewportSize({ width, height });
    const instantLink = page.locator("label").filter({ hasText: /^Instant link/ });
    await expect(instantLink, `at ${width} by ${height}`).toBeInViewport({ ratio: 1 });
    const line = await instantLink.boundingBox();
    expect(line?.height, `one line at ${width} by ${height}`).toBeLessThan(30);
    await begin.click();
    const cancel = page.getByRole("button", { name: "Cancel", exact: true });
    await expect(cancel, `at ${width} by ${height}`).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await expect(begin).toBeVisible();
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await start(page);
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await expect(sidebar.getByRole("button", { name: "Stop recording" })).toHaveText(
    /^\d+:\d\d Stop recording$/,
  );
  const inSight = async (...names: string[]) => {
    for (const [width, height] of smallWindows) {
      await page.setViewportSize({ width, height });
      for (const name of names) {
        const button = page.getByRole("button", { name, exact: true });
        await expect(button, `${name} at ${width} by ${height}`).toBeInViewport({ ratio: 1 });
      }
    }
  };
  await inSight("Pause", "Stop", "Copy link");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const stopAt = await page.getByRole("button", { name: "Stop", exact: true }).boundingBox();
  await page.getByRole("button", { name: "Resume" }).click();
  expect(await page.getByRole("button", { name: "Stop", exact: true }).boundingBox()).toEqual(
    stopAt,
  );
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByRole("region", { name: /^Player: / })).toBeVisible();
  await inSight("Copy link");
  const main = page.getByRole("main");
  const acts = main.getByRole("button", { name: /^(Copy link|Download|Record another)$/ });
  const first = acts.or(main.getByRole("link", { name: "Open recording" })).first();
  await expect(first).toHaveText("Copy link");
});

test("on a phone, time and buttons of a recording that runs are in sight, also held sideways, and the buttons on other pages", async ({
  page,
  newPerson,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openRecorder(page, await newPerson());
  await start(page);
  const isWhole = (name: string) =>
    expect(page.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  const timer = page.getByRole("timer");
  // The bar of a browser takes some of a phone's height.
  for (const [width, height] of [
    [740, 360],
    [640, 280],
  ] as const) {
    await page.setViewportSize({ width, height });
    await isWhole("Pause");
    await isWhole("Stop");
    expect(await timer.evaluate(isUncovered), `time at ${width} by ${height}`).toBe(true);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await isWhole("Pause recording");
  await isWhole("Stop");
});

/** Whether the element itself is seen at its top and at its foot. */
function isUncovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const x = (left + right) / 2;
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(x, y)));
}
