/**
 * `bun run screenshots [words]`: every screen in its states, light and dark, at three widths, into ./screenshots;
 * without words also the README's pictures, into ./docs.
 */
import { mkdirSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { type Scene, show } from "#tests/e2e/scenes/scene.ts";
import { scenes } from "#tests/e2e/scenes/scenes.ts";
import { settled, themes, widths } from "#tests/e2e/support/accessibility.ts";
import { newDetails, register } from "#tests/e2e/support/people.ts";
import { makeWorld, type World } from "#tests/e2e/support/world.ts";
import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";
import { buildWebClient } from "./build.ts";
import { findChromium } from "./chromium.ts";
import { films } from "./screenshot-films.ts";

/** README's pictures: a scene, and the file it becomes. */
const pictures = [
  { scene: "video", theme: "light", file: "docs/video.png" },
  { scene: "admin-analytics", theme: "light", file: "docs/admin.png" },
] as const;

const words = process.argv.slice(2);
const isWanted = ({ name }: Scene) =>
  words.length === 0 || words.some((word) => name.includes(word));

if (!(await buildWebClient())) process.exit(1);
const dataDir = newDataDir();
const server = await startServer({ DATA_DIR: dataDir, TRUST_PROXY: "on", LOG_LEVEL: "error" });
const browser = await chromium.launch({
  executablePath: (await findChromium()) ?? "",
  args: ["--no-sandbox", "--auto-accept-this-tab-capture", "--force-color-profile=srgb"],
});
try {
  const superAdmin = await register(server.origin, {
    ...newDetails(),
    username: "Ada Lovelace",
    email: "ada.lovelace@example.com",
  });
  const world = await makeWorld(superAdmin, await films(browser, server.origin));
  mkdirSync("screenshots", { recursive: true });
  mkdirSync("docs", { recursive: true });
  for (const scene of scenes.filter(isWanted)) await takeAll(browser, world, scene);
} finally {
  await browser.close();
  await server.kill("SIGTERM");
  removeDataDir(dataDir);
}

async function takeAll(browser: Browser, world: World, scene: Scene) {
  for (const theme of themes) {
    const context = await browser.newContext({
      baseURL: server.origin,
      colorScheme: theme,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await show(page, world, scene);
    await page.waitForLoadState("networkidle");
    for (const width of scene.widths ?? widths) {
      await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
      await settled(page);
      await page.screenshot({ path: `screenshots/${scene.name}-${theme}-${width}.png` });
    }
    // The README's pictures are as wide as the last one.
    const picture = pictures.find((one) => one.scene === scene.name && one.theme === theme);
    if (picture && words.length === 0) await page.screenshot({ path: picture.file });
    await context.close();
  }
  console.log(scene.name);
}
