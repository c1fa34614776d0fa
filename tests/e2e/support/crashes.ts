import { removeDataDir, type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { test as base } from "./journey.ts";
import { usedDataDir } from "./shared-data-dir.ts";
import { type SurvivingBrowser, survivingBrowser } from "./surviving-browser.ts";

/** A server for one test alone, which keeps its data and its address over a kill. */
interface SurvivingServer {
  origin: string;
  /** SIGKILL: nothing gets to say goodbye. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
}

/** Journeys in which a browser or the server dies in the middle. */
export const test = base.extend<{ survivor: SurvivingBrowser; ownServer: SurvivingServer }>({
  survivor: async ({ baseURL, launchOptions, permissions }, use) => {
    const browser = survivingBrowser(baseURL ?? "", launchOptions, permissions ?? []);
    await use(browser);
    await browser.remove();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  ownServer: async ({}, use) => {
    const dataDir = usedDataDir();
    const settings = { DATA_DIR: dataDir, DEFAULT_PLAN: "Premium", TRUST_PROXY: "on" };
    let server: ServerProcess | undefined = await startServer(settings);
    const { origin } = server;
    await use({
      origin,
      async kill() {
        await server?.kill("SIGKILL");
        server = undefined;
      },
      async startAgain() {
        server = await startServer({ ...settings, PORT: new URL(origin).port });
      },
    });
    await server?.kill("SIGTERM");
    removeDataDir(dataDir);
  },
});
