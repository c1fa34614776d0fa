import { defineConfig } from "@playwright/test";
import { findChromium, findShell } from "./scripts/chromium.ts";

// Workers read this file again; they inherit what was found.
process.env.CHROMIUM_PATH ??= (await findChromium()) ?? "";
process.env.CHROMIUM_SHELL_PATH ??= (await findShell()) ?? process.env.CHROMIUM_PATH;

/** Of several such lists Chromium takes the last, so what Playwright switches off stands here as well. */
const withoutFeatures = [
  // Drawn by the browser itself for each window, by a process of its own: a third of what a new window cost.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  // A process held ready for a page that a journey does not open.
  "SpareRendererForSitePerProcess",
  // Playwright's own.
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

const quiet = [
  "--no-sandbox", // as root there is no other way
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--disable-sync",
  "--no-first-run",
  `--disable-features=${withoutFeatures.join()}`,
];

/**
 * A screen, a camera and a microphone that need no permission and look the same everywhere. Twenty pictures a second,
 * as Chromium makes them by itself, are twice the work for its encoder, and no journey tells them from ten.
 */
const recording = [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream=fps=10",
  "--autoplay-policy=no-user-gesture-required",
];

const recorder = {
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH,
    args: [...quiet, ...recording],
  },
  permissions: ["microphone", "camera", "clipboard-read", "clipboard-write"],
};

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/support/shared-data-dir.ts",
  outputDir: "test-results",
  workers: 3, // a fourth takes a twentieth off the time, and starves what the others record
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Real recordings need a processor of their own; where another takes it, a journey may go a second and a third
  // time, and is listed as flaky.
  retries: process.env.CI ? 2 : 0,
  reporter: "list",
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    // Without a film of every page, which costs the processor's time and shows little more than the steps do.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    // Only the journeys about it let a service worker answer: what others route, it would ask for behind their back.
    serviceWorkers: "block",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // Without these, what never comes is waited for until the test's time is up, and the report names the wrong line.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
  },
  projects: [
    // The longest journeys first: none is left over for one worker alone.
    {
      name: "recording",
      workers: 2, // they last as long as what they record, and leave room for others beside them
      testMatch: /recording/,
      testIgnore: /recording-speech/,
      use: recorder,
    },
    // By itself, after all others: a browser that must wait for the processor leaves out sound of its own voice,
    // and no word can be found in what was never recorded.
    {
      name: "speech",
      testMatch: /recording-speech/,
      retries: process.env.CI ? 3 : 0,
      use: recorder,
    },
    {
      name: "quiet",
      testIgnore: /recording/,
      // Nothing here records a screen, so the headless shell will do.
      use: { launchOptions: { executablePath: process.env.CHROMIUM_SHELL_PATH, args: quiet } },
    },
  ],
});
