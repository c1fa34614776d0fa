/** Finds a Chromium for the browser tests, and fetches one only when the machine has none. */
import { existsSync } from "node:fs";
import { run, runQuietly, tool } from "./run.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const places = [
  "/usr/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export async function findChromium(): Promise<string | undefined> {
  const { chromium } = await import("playwright");
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...names.map((name) => Bun.which(name)),
    ...places,
    chromium.executablePath(),
  ];
  for (const path of candidates) if (path && (await isRunnable(path))) return path;
}

export async function fetchChromium(): Promise<string | undefined> {
  console.log("No Chromium found; trying Playwright's download …");
  // The headless shell cannot record a screen, so the whole browser is needed.
  await runQuietly(tool("playwright", "install", "--no-shell", "chromium"));
  const downloaded = await findChromium();
  if (downloaded || !Bun.which("apt-get") || process.getuid?.() !== 0) return downloaded;

  console.log("Playwright's download did not give a working one; installing Debian's chromium …");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run(["apt-get", "update", "-qq"], env);
  await run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], env);
  return findChromium();
}

/** A downloaded browser may lack the system's libraries; it cannot even say its version then. */
async function isRunnable(path: string): Promise<boolean> {
  return existsSync(path) && (await runQuietly([path, "--version"])).code === 0;
}
