import { expect, type Page, type Request } from "@playwright/test";
import { pages } from "#tests/e2e/scenes/pages.ts";
import { show } from "#tests/e2e/scenes/scene.ts";
import { newRecording, newShare, newThumbnail } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";

/** Shifts as the browser adds them up: only parts that moved without being asked to. */
async function countShifts(page: Page) {
  await page.addInitScript(() => {
    const what: string[] = [];
    let sum = 0;
    Object.assign(window, { moved: () => ({ sum, what }) });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        // The DOM's types do not know these entries yet.
        if (Reflect.get(shift, "hadRecentInput")) continue;
        sum += Reflect.get(shift, "value");
        for (const { node } of Reflect.get(shift, "sources"))
          what.push(node?.textContent?.slice(0, 40) ?? "");
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Two phones, a tablet, a small laptop, a desk. */
const windows = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1366, 657],
  [1440, 900],
] as const;

for (const scene of pages) {
  test(`${scene.name} stands still while it loads over a slow connection`, async ({
    page,
    world,
  }) => {
    await countShifts(page);
    const network = await page.context().newCDPSession(page);
    await network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: 300_000,
      uploadThroughput: 300_000,
    });
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      await show(page, world, scene);
      await page.waitForLoadState("networkidle");
      const moved = await page.evaluate(() => Reflect.get(window, "moved")());
      expect.soft(moved.sum, `${width}×${height}: ${moved.what.join(" | ")}`).toBeLessThan(0.01);
    }
  });
}

test("a link asks for at most ten things until the picture of its video is in sight", async ({
  page,
  newPerson,
}) => {
  const owner = await newPerson();
  const recording = await newRecording(owner, "Have a look");
  const { share_token } = await newShare(owner, recording);
  const picture = new Uint8Array(await page.screenshot({ type: "jpeg" }));
  await newThumbnail(owner, recording, new Blob([picture]));
  const asked: Request[] = [];
  page.on("request", (request) => asked.push(request));
  await page.addInitScript(() => {
    const look = () => {
      const picture = document.querySelector<HTMLImageElement>("main img[src*=thumbnail]");
      if (!picture?.complete) requestAnimationFrame(look);
      else Object.assign(window, { seenAt: performance.timeOrigin + performance.now() });
    };
    look();
  });
  await page.goto(`/shared/${share_token}`);
  await expect(page.getByRole("region", { name: "Player: Have a look" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const seenAt = await page.evaluate(() => Reflect.get(window, "seenAt"));
  const until = asked.filter((request) => request.timing().startTime < seenAt);
  const things = until.map((request) => request.url());
  expect(things.length).toBeGreaterThan(4);
  expect(things.length, things.join("\n")).toBeLessThanOrEqual(10);
});
