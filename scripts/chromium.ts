/**
 * Finds a Chromium for the browser tests, and fetches one only when the machine has none. Beside the whole
 * browser there is its headless shell, which needs a sixth less of the processor and cannot record a screen.
 */
import { existsSync } from "node:fs";
import { run, runQuietly, tool } from "./run.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const shellNames = ["chromium-headless-shell", "chrome-headless-shell"];
const places = [
  "/usr/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export async function findChromium(): Promise<string | undefined> {
  const { chromium } = await import("playwright");
  return firstRunnable([
    process.env.CHROMIUM_PATH,
    ...names.map((name) => Bun.which(name)),
    ...places,
    chromium.executablePath(),
  ]);
}

/** For journeys that record no screen. */
export async function findShell(): Promise<string | undefined> {
  const named = [process.env.CHROMIUM_SHELL_PATH, ...shellNames.map((name) => Bun.which(name))];
  return (await firstRunnable(named)) ?? (await downloadedShell());
}

export async function fetchChromium(): Promise<string | undefined> {
  console.log("No Chromium found; trying Playwright's download …");
  await runQuietly(tool("playwright", "install", "--no-shell", "chromium"));
  const downloaded = await findChromium();
  if (downloaded || !hasApt()) return downloaded;

  console.log("Playwright's download did not give a working one; installing Debian's chromium …");
  for (const command of aptInstalls("chromium")) await run(command, UNASKED);
  return findChromium();
}

/** Where none can be had, the whole browser serves for all. */
export async function fetchShell(): Promise<string | undefined> {
  console.log("No headless shell of Chromium found; trying Playwright's download, then Debian's …");
  await runQuietly(tool("playwright", "install", "--only-shell", "chromium"));
  const downloaded = await findShell();
  if (downloaded || !hasApt()) return downloaded;

  for (const command of aptInstalls("chromium-headless-shell")) await runQuietly(command, UNASKED);
  return findShell();
}

const hasApt = () => Boolean(Bun.which("apt-get")) && process.getuid?.() === 0;

const UNASKED = { DEBIAN_FRONTEND: "noninteractive" };

const aptInstalls = (name: string) => [
  ["apt-get", "update", "-qq"],
  ["apt-get", "install", "-y", "-qq", "--no-install-recommends", name],
];

/** Playwright tells where its own lies only by starting it. */
async function downloadedShell(): Promise<string | undefined> {
  const { chromium } = await import("playwright");
  const server = await chromium.launchServer({ args: ["--no-sandbox"] }).catch(() => undefined);
  await server?.close();
  return server?.process().spawnfile;
}

async function firstRunnable(paths: (string | null | undefined)[]): Promise<string | undefined> {
  for (const path of paths) if (path && (await isRunnable(path))) return path;
}

/** A downloaded browser may lack the system's libraries; it cannot even say its version then. */
async function isRunnable(path: string): Promise<boolean> {
  return existsSync(path) && (await runQuietly([path, "--version"])).code === 0;
}
