import { type Browser, chromium, type Page, type Response } from "@playwright/test";
import { pages } from "#tests/e2e/scenes/pages.ts";
import { newRecording, newShare, newThumbnail } from "#tests/e2e/support/belongings.ts";
import { type Person, register } from "#tests/e2e/support/people.ts";
import { askedUntilPicture, shiftsOf } from "#tests/e2e/support/steadiness.ts";
import { makeWorld } from "#tests/e2e/support/world.ts";
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

/** Every script that a browser really fetches until the form of /login has been sent. */
export const firstLoad: Bench = {
  work: "/login until its form is sent, JavaScript as sent",
  unit: "KB",
  goal: { atMost: 90 },
  rounds: 1,
  prepare: () =>
    onServer(async (page, { origin, email, password }) => {
      const responses = heard(page);
      const first = await (await page.request.get(`${origin}/login`)).text();
      // The scripts that the document does not name stay away: without them the form must do.
      await page.route(/\.js$/, async (route) => {
        if (first.includes(new URL(route.request().url()).pathname)) await route.continue();
      });
      await page.goto(`${origin}/login`);
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      const sent = page.waitForResponse(/\/auth\/login$/);
      await page.getByRole("button", { name: "Sign In" }).click();
      await sent;
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

/** The page of a link itself, its scripts and all else that it asks for. */
export const firstRequests: Bench = {
  work: "a link until its picture, requests",
  unit: "requests",
  goal: { atMost: 10 },
  rounds: 1,
  prepare: () => onServer(async (page, owner) => (await askedUntilPicture(page, owner)).length),
};

/** The page that moves most while it loads, of all that the router has, at five sizes. */
export const shifts: Bench = {
  work: "layout shift while a page loads, the worst of all pages",
  unit: "of the window",
  goal: { atMost: 0.01 },
  rounds: 1,
  prepare: () =>
    onServer(async (page, superAdmin) => {
      const world = await makeWorld(superAdmin);
      let worst = 0;
      for (const scene of pages) {
        const context = await page.context().browser()?.newContext({ baseURL: superAdmin.origin });
        if (!context) throw new Error("The browser is gone");
        for (const { sum } of await shiftsOf(context, world, scene)) worst = Math.max(worst, sum);
        await context.close();
      }
      return worst;
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
  const server = await startServer({ DATA_DIR: dataDir, TRUST_PROXY: "on" });
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
