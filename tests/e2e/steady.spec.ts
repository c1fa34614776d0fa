import { expect, type Page } from "@playwright/test";
import { at, type Scene, show } from "#tests/e2e/scenes/scene.ts";
import { scenes } from "#tests/e2e/scenes/scenes.ts";
import { test } from "#tests/e2e/support/journey.ts";

const title = ({ recording }: { recording: { filename: string } }) => recording.filename;

const pages: Scene[] = [
  { name: "login", ...at("/login", "Welcome Back") },
  { name: "register", ...at("/register", "Create Account") },
  { name: "dashboard", who: "owner", ...at("/dashboard", /^Welcome/) },
  { name: "record", who: "owner", ...at("/new-recording", "New Recording") },
  { name: "library", who: "owner", ...at("/my-recordings", "My Videos") },
  {
    name: "video",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: title,
  },
  {
    name: "shared",
    path: ({ publicLink }) => `/shared/${publicLink.share_token}`,
    heading: title,
  },
  { name: "subscription", who: "owner", ...at("/subscription", "Choose Your Plan") },
  { name: "settings", who: "owner", ...at("/settings", "Settings") },
  { name: "admin", who: "superAdmin", ...at("/admin", "Dashboard Overview") },
  { name: "users", who: "superAdmin", ...at("/admin/users", /^All Users/) },
  { name: "videos", who: "superAdmin", ...at("/admin/videos", "Video Management") },
  // With what has to be there before they show anything.
  ...[
    "embed",
    "admin-person",
    "admin-analytics",
    "admin-audit",
    "admin-operations",
    "admin-server",
  ].map(sceneNamed),
];

function sceneNamed(name: string): Scene {
  const scene = scenes.find((one) => one.name === name);
  if (!scene) throw new Error(`There is no scene called ${name}`);
  return scene;
}

/** As the browser adds it up: only what moved without being asked to. */
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
