import { expect, type Page } from "@playwright/test";
import { pages } from "#tests/e2e/scenes/pages.ts";
import { show } from "#tests/e2e/scenes/scene.ts";
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
      downloadThroughput: 200_000,
      uploadThroughput: 100_000,
    });
    await show(page, world, scene);
    await page.waitForLoadState("networkidle");
    const moved = await page.evaluate(() => Reflect.get(window, "moved")());
    expect(moved.sum, moved.what.join(" | ")).toBeLessThan(0.05);
  });
}
