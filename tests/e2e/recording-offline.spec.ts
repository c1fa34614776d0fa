import { expect, type Page } from "@playwright/test";
import { newShare } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { logOut, type Person } from "#tests/e2e/support/people.ts";
import {
  expectLinkPlays,
  expectVerified,
  onlyRecording,
  openRecorder,
  start,
  stop,
  untilTimer,
} from "#tests/e2e/support/recorder.ts";

test.use({ serviceWorkers: "allow" });

/** A browser in a test does not always tell its page that the network is gone. */
const notSentYet = /goes on when the network is back|does not answer: trying again/;

test("somebody who signed in once records without a network, and all arrives by itself when it is back", async ({
  page: first,
  context,
  newPerson,
  newBrowser,
  quietPage,
}) => {
  quietPage.mayLog(/ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson();
  await openRecorder(first, person, { auto_save_to_cloud: true });
  await isKept(first);
  await first.close();
  await context.setOffline(true);

  const page = await context.newPage();
  await page.addInitScript(() => {
    const { persist } = navigator.storage;
    navigator.storage.persist = () => {
      Object.assign(window, { isAskedToStay: true });
      return persist.call(navigator.storage);
    };
  });
  await page.goto("/new-recording");
  await expect(page.getByText(/^You are offline. The recording is kept/)).toBeVisible();
  await start(page);
  await untilTimer(page, 20);
  expect(await page.evaluate(() => "isAskedToStay" in window), "a full disk may not clear it").toBe(
    true,
  );
  await expect(page.getByText(/^Saved on this computer/)).toBeVisible();
  await stop(page);
  await expect(page.getByText(notSentYet).first()).toBeVisible();
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto("/my-recordings");
  const unfinished = again.getByRole("region", { name: "Unfinished recordings" });
  await expect(unfinished).toContainText("0 Bytes of");
  await context.setOffline(false);
  await expectVerified(again);
  const recording = await onlyRecording(again, person);
  const { share_token } = await newShare(person, recording);
  await expectLinkPlays(await newBrowser(), `${person.origin}/shared/${share_token}`);
});

test("signing out leaves the page in the browser, and nothing of the account", async ({
  page,
  context,
  newPerson,
  quietPage,
}) => {
  quietPage.mayLog(/ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson();
  await openRecorder(page, person);
  await isKept(page);
  const token = await page.evaluate(() => localStorage.getItem("kinora.session"));
  await expect.poll(() => page.evaluate(() => "kinora.kept" in localStorage)).toBe(true);
  await isOfNobody(page, person, token);
  await logOut(page);
  await isOfNobody(page, person, token);
  expect(await page.evaluate(() => "kinora.kept" in localStorage)).toBe(false);

  await context.setOffline(true);
  for (const path of ["/dashboard", "/new-recording", "/settings"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    const text = await page.content();
    expect(text).not.toContain(person.username);
    expect(text).not.toContain(person.email);
  }
});

test("a browser may install it, with a way to a new recording", async ({ page, newPerson }) => {
  await openRecorder(page, await newPerson());
  await isKept(page);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  const errors = installabilityErrors.map(({ errorId }) => errorId);
  expect(errors, "the one thing in its way is that tests browse in private").toEqual([
    "in-incognito",
  ]);
  const { data = "{}", ...manifest } = await session.send("Page.getAppManifest");
  expect(manifest.errors).toEqual([]);
  expect(JSON.parse(data)).toMatchObject({
    icons: expect.arrayContaining(
      ["192x192", "512x512"].map((sizes) => expect.objectContaining({ sizes })),
    ),
    shortcuts: [{ name: "New recording", url: "/new-recording" }],
  });
});

/** The browser has kept all that a build is made of. */
const isKept = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

/** Reads every entry that is kept. */
async function isOfNobody(page: Page, { email, username }: Person, session: string | null) {
  const entries = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        found.push(`${new URL(request.url).pathname}\n${await response?.text()}`);
      }
    }
    return found;
  });
  expect(entries.length).toBeGreaterThan(50);
  const { token } = JSON.parse(session ?? "{}");
  for (const entry of entries) {
    expect(entry).not.toMatch(/^\/(api|realtime)/);
    for (const theirs of [email, username, token]) expect(entry).not.toContain(theirs);
  }
}
