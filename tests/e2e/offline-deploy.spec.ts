import { test as base, expect, type Page } from "@playwright/test";
import { type Builds, serveBuilds } from "#tests/support/builds.ts";

const test = base.extend<{ servers: Builds }>({
  serviceWorkers: "allow",
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  servers: async ({}, use) => {
    const servers = serveBuilds();
    await use(servers);
    await servers.stop();
  },
});

const nameOf = (page: Page) => page.title();
const laterOf = (page: Page) => page.evaluate(() => Reflect.get(window, "later")());
const scriptOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.script);
/** The worker of build B has all of its files, and waits or runs. */
async function isBuildBKept() {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || registration.installing || !(await caches.has("kinora-B"))) return false;
  return Boolean(registration.waiting) || registration.active?.state === "activated";
}
/** Code of a former build then comes from the worker or not at all. */
async function clearBrowserCache(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
}
const whenKept = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

test("a page and its code are of one build, whatever is deployed between two visits", async ({
  servers,
  context,
}) => {
  for (let visit = 0; visit < 20; visit += 1) {
    const now = visit % 2 ? "B" : "A";
    servers.deploy(now);
    const page = await context.newPage();
    await page.goto(servers.origin);
    expect(await nameOf(page), "a new build is seen at once").toBe(now);
    await whenKept(page);
    await context.setOffline(visit % 3 === 0);
    await page.reload();
    const name = await nameOf(page);
    expect(await scriptOf(page)).toBe(name);
    expect(await laterOf(page)).toBe(name);
    await context.setOffline(false);
    await page.close();
  }
});

test("a page that brought the worker gets its own code from there, also without a reload", async ({
  servers,
  page,
}) => {
  await page.goto(servers.origin);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe("activated");
  servers.deploy("B");
  expect([await nameOf(page), await laterOf(page)]).toEqual(["A", "A"]);
});

test("a page of a build whose worker still waits gets its own code, whatever is deployed next", async ({
  servers,
  context,
}) => {
  const former = await context.newPage();
  await former.goto(servers.origin);
  await whenKept(former);
  servers.deploy("B");
  const page = await context.newPage();
  await page.goto(servers.origin);
  await expect.poll(() => page.evaluate(isBuildBKept)).toBe(true);
  servers.deploy("C");
  await clearBrowserCache(page);
  expect([await nameOf(page), await laterOf(page)]).toEqual(["B", "B"]);
});

test("a page that was open before a deploy still gets the code that it asks for later", async ({
  servers,
  context,
}) => {
  const page = await context.newPage();
  await page.goto(servers.origin);
  await whenKept(page);
  await page.reload();
  servers.deploy("B");
  const other = await context.newPage();
  await other.goto(servers.origin);
  expect([await nameOf(other), await laterOf(other)]).toEqual(["B", "B"]);
  await expect.poll(() => other.evaluate(isBuildBKept)).toBe(true);
  await clearBrowserCache(page);
  expect([await nameOf(page), await laterOf(page)]).toEqual(["A", "A"]);
});

test("servers of two builds side by side are never kept as one", async ({ servers, page }) => {
  servers.deploy("A", "B");
  await page.goto(servers.origin);
  const end = await page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register("/sw.js");
    return new Promise((resolve) =>
      installing?.addEventListener("statechange", () => resolve(installing.state)),
    );
  });
  expect(end, "its installation is given up").toBe("redundant");
  servers.deploy("C");
  await page.goto(servers.origin);
  expect([await nameOf(page), await scriptOf(page), await laterOf(page)]).toEqual(["C", "C", "C"]);
});

test("a server in trouble is stood in for by the page that is kept", async ({
  servers,
  context,
}) => {
  const page = await context.newPage();
  await page.goto(servers.origin);
  await whenKept(page);
  servers.deploy("none");
  await page.goto(`${servers.origin}/new-recording`);
  expect([await nameOf(page), await laterOf(page)]).toEqual(["A", "A"]);
});
