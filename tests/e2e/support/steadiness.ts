import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type Scene, show } from "#tests/e2e/scenes/scene.ts";
import { newRecording, newShare, newThumbnail } from "./belongings.ts";
import type { Person } from "./people.ts";
import type { World } from "./world.ts";

/** Two phones, a tablet, a small laptop, a desk. */
const windows = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1366, 657],
  [1440, 900],
] as const;

/**
 * How far the parts of a page move while it loads over a slow connection, for each size of a window: all at once, since
 * a page that loads slowly leaves the processor to the others.
 */
export function shiftsOf(context: BrowserContext, world: World, scene: Scene) {
  return Promise.all(
    windows.map(async ([width, height]) => {
      const page = await context.newPage();
      await countShifts(page);
      const network = await context.newCDPSession(page);
      await network.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 150,
        downloadThroughput: 300_000,
        uploadThroughput: 300_000,
      });
      await page.setViewportSize({ width, height });
      await show(page, world, scene);
      await page.waitForLoadState("networkidle");
      const { sum, what } = await page.evaluate(() => Reflect.get(window, "moved")());
      return { sum: Number(sum), where: `${scene.name}, ${width}×${height}: ${what.join(" | ")}` };
    }),
  );
}

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

/** The addresses that a guest's page of a link asks for before the picture of its video, and the picture's own. */
export async function askedUntilPicture(page: Page, owner: Person): Promise<string[]> {
  const recording = await newRecording(owner, "Have a look");
  const { share_token } = await newShare(owner, recording);
  const screen = new Uint8Array(await page.screenshot({ type: "jpeg" }));
  await newThumbnail(owner, recording, new Blob([screen]));
  const asked: string[] = [];
  page.on("request", (request) => {
    // The browser itself asks for the icon, where it draws a tab.
    if (!request.url().endsWith("/icon.svg")) asked.push(request.url());
  });
  await page.goto(`${owner.origin}/shared/${share_token}`);
  await expect(page.getByRole("region", { name: "Player: Have a look" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  return asked.slice(0, asked.findIndex((address) => address.includes("/thumbnail")) + 1);
}
