import { expect, type Page } from "@playwright/test";
import { test as base } from "./journey.ts";
import {
  expectVerified,
  onlyRecording,
  openRecorder,
  recordedSeconds,
  start,
  stop,
  untilTimer,
  whenReady,
} from "./recorder.ts";
import { type SurvivingBrowser, survivingBrowser } from "./surviving-browser.ts";

const test = base.extend<{ survivor: SurvivingBrowser }>({
  survivor: async ({ baseURL, launchOptions, permissions }, use) => {
    const browser = survivingBrowser(baseURL ?? "", launchOptions, permissions ?? []);
    await use(browser);
    await browser.remove();
  },
});

const noFiles = "delete FileSystemFileHandle.prototype.createSyncAccessHandle;";
const noDatabase = "Object.defineProperty(self, 'indexedDB', { get() { throw new Error(); } });";

test("where the browser has no such files, its database keeps the recording over a kill", async ({
  survivor,
  newPerson,
}) => {
  const person = await newPerson();
  const page = await survivor.open();
  await haveSpoolLack(page, noFiles);
  await openRecorder(page, person);
  await start(page);
  await untilTimer(page, 4);
  await survivor.kill();

  const back = await survivor.open();
  await back.goto("/dashboard");
  await back.getByRole("button", { name: "Save to cloud" }).click();
  await expectVerified(back);
  const { id } = await onlyRecording(back, person);
  expect((await whenReady(back, person, id)).duration).toBeGreaterThan(3);
});

test("where there is neither, the screen says that the recording is only in memory, and it is saved whole", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  await haveSpoolLack(page, noFiles + noDatabase);
  await openRecorder(page, person, { auto_save_to_cloud: true });
  await start(page);
  await untilTimer(page, 3);
  await expect(page.getByText(/^Only in this tab's memory/)).toBeVisible();
  await stop(page);
  await expectVerified(page);
  const seconds = await recordedSeconds(page);
  const { id } = await onlyRecording(page, person);
  const { duration } = await whenReady(page, person, id);
  expect(Math.abs((duration ?? 0) - seconds)).toBeLessThan(0.3);
});

test("a disk that is full in the middle costs nothing: the rest stays in memory", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  await haveSpoolLack(
    page,
    `const write = FileSystemSyncAccessHandle.prototype.write;
     FileSystemSyncAccessHandle.prototype.write = function (bytes, options) {
       if (options.at > 0) throw new DOMException("full", "QuotaExceededError");
       return write.call(this, bytes, options);
     };`,
  );
  await openRecorder(page, person, { auto_save_to_cloud: true });
  await start(page);
  await untilTimer(page, 3);
  await expect(page.getByText(/more only in this tab's memory/)).toBeVisible();
  await stop(page);
  await expectVerified(page);
});

/** The spool's worker runs in a browser that has less than this one. */
async function haveSpoolLack(page: Page, script: string) {
  await page.context().route(/spool\.worker.*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
}
