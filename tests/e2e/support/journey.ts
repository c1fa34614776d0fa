import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { type GoogleStandIn, startGoogle } from "#tests/stand-ins/google.ts";
import { removeDataDir, type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { haveGoogleAnswerFor, newDetails, type Person, register } from "./people.ts";
import { usedDataDir } from "./shared-data-dir.ts";
import { makeWorld, type World } from "./world.ts";

interface PerTest {
  newPerson: () => Promise<Person>;
  /** A page in a browser of its own: another person, or the same one at another desk. */
  newBrowser: (storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>) => Promise<Page>;
  /** Fails the test when the page threw, broke its Content-Security-Policy or logged an error. */
  quietPage: {
    /** But for these: what a page says in the console when something is really wrong. */
    mayLog(said: RegExp): void;
  };
}

interface PerWorker {
  google: GoogleStandIn;
  server: ServerProcess;
  /** The first account of the server. */
  superAdmin: Person;
  world: World;
}

export const test = base.extend<PerTest, PerWorker>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const google = await startGoogle();
      await use(google);
      await google.stop();
    },
    { scope: "worker" },
  ],

  server: [
    async ({ google }, use) => {
      const dataDir = usedDataDir();
      const server = await startServer({
        DATA_DIR: dataDir,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CERTS_URL: google.certsUrl,
        DEFAULT_PLAN: "Premium",
        TRUST_PROXY: "on",
      });
      await use(server);
      await server.kill("SIGTERM");
      removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],

  superAdmin: [async ({ server }, use) => use(await register(server.origin)), { scope: "worker" }],

  world: [async ({ superAdmin }, use) => use(await makeWorld(superAdmin)), { scope: "worker" }],

  baseURL: ({ server }, use) => use(server.origin),

  // The super admin registers first, so that people whom a test makes are ordinary.
  newPerson: ({ server, superAdmin: _first }, use) => use(() => register(server.origin)),

  context: async ({ context, google }, use) => {
    await stayOnThisMachine(context, google);
    await use(context);
    await forgetAnswers(context);
  },

  newBrowser: async ({ browser, server, google }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (storageState) => {
      const context = await browser.newContext({
        baseURL: server.origin,
        ...(storageState && { storageState }),
      });
      contexts.push(context);
      await stayOnThisMachine(context, google);
      return context.newPage();
    });
    for (const context of contexts) {
      await forgetAnswers(context);
      await context.close();
    }
  },

  quietPage: [
    async ({ page }, use) => {
      const said: string[] = [];
      const expected = [refusal];
      page.on("pageerror", (error) => said.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error") said.push(message.text());
      });
      // Chromium's console is silent about those that the page catches.
      await page.addInitScript(() =>
        document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
          console.error(`policy: ${violatedDirective} against ${blockedURI}`),
        ),
      );
      await use({ mayLog: (pattern) => expected.push(pattern) });
      expect(
        said.filter((text) => !expected.some((pattern) => pattern.test(text))),
        "what the page threw, logged, or broke of its policy",
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** Google's button is on the page of every other test, too; somebody stands behind it. */
async function stayOnThisMachine(context: BrowserContext, google: GoogleStandIn) {
  const { username, email } = newDetails();
  await haveGoogleAnswerFor(context, google, { sub: email, email, name: username });
}

/** A question that a page still asks when its journey is over gets no answer, and that is no failure. */
async function forgetAnswers(context: BrowserContext) {
  const routed = [context, ...context.pages()];
  // A page that has closed by itself has nothing left to forget.
  await Promise.allSettled(routed.map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
}

/** The browser logs every answer of 4xx, also those that a journey is about. */
const refusal = /^Failed to load resource: .* status of 4\d\d/;
