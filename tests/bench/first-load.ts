import { type Browser, chromium, type Page, type Response } from "@playwright/test";
import { newRecording, newShare, newThumbnail } from "#tests/e2e/support/belongings.ts";
import { type Person, register } from "#tests/e2e/support/people.ts";
import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";
import type { Bench, Measurement } from "./bench.ts";

const KB = 1024;

/** Scripts as they are sent, without headers. */
async function scriptsOf(responses: Response[]): Promise<number> {
  const scripts = responses.filter((response) => /\.js($|\?)/.test(response.url()));
  const sizes = scripts.map(
    async (response) => (await response.request().sizes()).responseBodySize,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / KB;
}

/** Every script that a browser really fetches until /login stands there. */
export const firstLoad: Bench = {
  work: "first load of /login, JavaScript as sent",
  unit: "KB",
  goal: { atMost: 112 },
  rounds: 1,
  prepare: () =>
    onServer(async (page, { origin }) => {
      const responses = heard(page);
      await page.goto(`${origin}/login`, { waitUntil: "networkidle" });
      return scriptsOf(responses);
    }),
};

/** Every script that a visitor of a link has been sent when the video's picture is there. */
export const firstPicture: Bench = {
  work: "a link until its picture, JavaScript as sent",
  unit: "KB",
  goal: { atMost: 120 },
  rounds: 1,
  prepare: () =>
    onServer(async (page, owner) => {
      const recording = await newRecording(owner, "Have a look");
      const picture = new Uint8Array(await page.screenshot({ type: "jpeg" }));
      await newThumbnail(owner, recording, new Blob([picture]));
      const { share_token } = await newShare(owner, recording);
      const responses = heard(page);
      // Scripts that come after the picture stay away, so that the count ends there.
      await page.route(/\/thumbnail/, async (route) => {
        await page.route(/\.js$/, () => {});
        await route.continue();
      });
      await page.goto(`${owner.origin}/shared/${share_token}`, { waitUntil: "commit" });
      await page.locator("main img").first().waitFor();
      return scriptsOf(responses);
    }),
};

function heard(page: Page): Response[] {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  return responses;
}

async function onServer(
  ours: (page: Page, owner: Person) => Promise<number>,
): Promise<Measurement> {
  const dataDir = newDataDir();
  const server = await startServer({ DATA_DIR: dataDir });
  const owner = await register(server.origin);
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "",
    args: ["--no-sandbox"],
  });
  return {
    ours: async () => ours(await browser.newPage(), owner),
    async close() {
      await browser.close();
      await server.kill("SIGTERM");
      removeDataDir(dataDir);
    },
  };
}
