/**
 * `bun run screenshots [words]`: every screen in its states, light and dark, at three widths, into ./screenshots;
 * without words, or with README, also the README's pictures, into ./docs.
 */
import { mkdirSync } from "node:fs";
import { type Browser, chromium, type Page } from "@playwright/test";
import { busyMonth } from "#tests/e2e/scenes/busy-month.ts";
import { type Scene, show } from "#tests/e2e/scenes/scene.ts";
import { scenes } from "#tests/e2e/scenes/scenes.ts";
import { settled, themes, widths } from "#tests/e2e/support/accessibility.ts";
import { newDetails, register } from "#tests/e2e/support/people.ts";
import { makeWorld, type World } from "#tests/e2e/support/world.ts";
import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";
import { buildWebClient } from "./build.ts";
import { findChromium } from "./chromium.ts";
import { films } from "./screenshot-films.ts";

/** README's pictures: a scene, what is there in it, and the file it becomes. */
const pictures: { scene: string; arrange?: Scene["arrange"]; file: string }[] = [
  { scene: "video", file: "docs/video.png" },
  { scene: "admin", arrange: busyMonth, file: "docs/dashboard.png" },
  { scene: "admin-analytics", file: "docs/analytics.png" },
];

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
  if (words.length === 0 || words.includes("README")) await takePictures(browser, world);
} finally {
  await browser.close();
  await server.kill("SIGTERM");
  removeDataDir(dataDir);
}

async function takeAll(browser: Browser, world: World, scene: Scene) {
  for (const theme of themes) {
    const page = await open(browser, theme);
    await show(page, world, scene);
    await page.waitForLoadState("networkidle");
    for (const width of scene.widths ?? widths) {
      await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
      await settled(page);
      await page.screenshot({ path: `screenshots/${scene.name}-${theme}-${width}.png` });
    }
    await page.context().close();
  }
  console.log(scene.name);
}

async function takePictures(browser: Browser, world: World) {
  for (const { scene: name, file, ...arranged } of pictures) {
    const scene = scenes.find((one) => one.name === name);
    if (!scene) throw new Error(`There is no scene ${name}`);
    const page = await open(browser, "light");
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(page, world, { ...scene, ...arranged });
    await page.waitForLoadState("networkidle");
    await settled(page);
    await page.screenshot({ path: file });
    await page.context().close();
  }
}

async function open(browser: Browser, theme: (typeof themes)[number]): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.origin,
    colorScheme: theme,
    reducedMotion: "reduce",
    serviceWorkers: "block", // it would answer behind the back of a scene that brings something out of order
  });
  return context.newPage();
}
