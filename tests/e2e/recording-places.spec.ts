import { expect, type Page } from "@playwright/test";
import { test } from "#tests/e2e/support/crashes.ts";
import {
  expectVerified,
  expectWhole,
  onlyRecording,
  record,
  stop,
  whenReady,
} from "#tests/e2e/support/recorder.ts";

const noFiles = "delete FileSystemFileHandle.prototype.createSyncAccessHandle;";
const noDatabase = "Object.defineProperty(self, 'indexedDB', { get() { throw new Error(); } });";

test("where the browser has no such files, its database keeps the recording over a kill", async ({
  survivor,
  newPerson,
}) => {
  const person = await newPerson();
  const page = await survivor.open();
  await haveSpoolLack(page, noFiles);
  await record(page, person, 4);
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
  await record(page, person, 3, { auto_save_to_cloud: true });
  await expect(page.getByText(/^Only in this tab's memory/)).toBeVisible();
  await stop(page);
  await expectVerified(page);
  await expectWhole(page, person);
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
  await record(page, person, 3, { auto_save_to_cloud: true });
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
