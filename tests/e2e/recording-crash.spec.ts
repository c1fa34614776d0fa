import { expect } from "@playwright/test";
import { test } from "#tests/e2e/support/crashes.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import {
  copyLink,
  expectLinkPlays,
  expectVerified,
  onlyRecording,
  openRecorder,
  record,
  recordingsOf,
  start,
  stop,
  untilTimer,
  whenReady,
} from "#tests/e2e/support/recorder.ts";

const offer = "A recording was interrupted";

test("a killed browser loses at most a second, and the recording ends on its own link", async ({
  survivor,
  newBrowser,
  newPerson,
}) => {
  const person = await newPerson();
  const page = await survivor.open();
  await openRecorder(page, person, { auto_save_to_cloud: true });
  await start(page);
  const link = await copyLink(page);
  await untilTimer(page, 7);
  await survivor.kill();

  const back = await survivor.open();
  await back.goto("/dashboard");
  await expect(back.getByText(offer)).toBeVisible();
  await back.getByRole("button", { name: "Finish it" }).click();
  await expectVerified(back);
  await expectLinkPlays(await newBrowser(), link);

  const { id } = await onlyRecording(back, person);
  const { duration } = await whenReady(back, person, id);
  expect(duration).toBeGreaterThan(6);
  // Nothing is left to offer, and nothing of it stays on this computer.
  await back.reload();
  await expect(back.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(back.getByText(offer)).toBeHidden();
  await expect.poll(() => back.evaluate(filesOnThisComputer)).toEqual([]);
});

test("without an instant link nothing had left, and it is saved afterwards", async ({
  survivor,
  newPerson,
}) => {
  const person = await newPerson();
  const page = await survivor.open();
  const sent: string[] = [];
  page.context().on("request", (request) => {
    if (request.url().includes("/api/uploads")) sent.push(request.url());
  });
  await record(page, person, 4);
  await survivor.kill();
  expect(sent, "what left this computer").toEqual([]);

  const back = await survivor.open();
  await back.goto("/settings");
  await expect(back.getByText(offer)).toBeVisible();
  const downloading = back.waitForEvent("download");
  await back.getByRole("button", { name: "Download", exact: true }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^Recording-.*\.webm$/);
  await back.getByRole("button", { name: "Save to cloud" }).click();
  await expectVerified(back);
  const { id } = await onlyRecording(back, person);
  expect((await whenReady(back, person, id)).duration).toBeGreaterThan(3);
});

test("an interrupted recording can be discarded, here and on the server", async ({
  survivor,
  newPerson,
}) => {
  const person = await newPerson();
  const page = await survivor.open();
  await record(page, person, 3, { auto_save_to_cloud: true });
  await survivor.kill();

  const back = await survivor.open();
  await back.goto("/dashboard");
  await back.getByRole("button", { name: "Discard" }).click();
  await back.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(back.getByText(offer)).toBeHidden();
  await expect.poll(() => back.evaluate(filesOnThisComputer)).toEqual([]);
  await expect.poll(() => recordingsOf(back, person)).toEqual([]);
});

test("two crashes in one recording are no different from one", async ({ survivor, newPerson }) => {
  const person = await newPerson();
  const page = await survivor.open();
  await record(page, person, 3, { auto_save_to_cloud: true });
  await survivor.kill();

  // The second one comes while it is being finished: the network is too slow for the last part.
  const second = await survivor.open();
  await second.route("**/api/uploads/*", (route) =>
    route.request().method() === "PATCH" ? undefined : route.continue(),
  );
  await second.goto("/dashboard");
  await second.getByRole("button", { name: "Finish it" }).click();
  await expect(second.getByRole("progressbar", { name: "Saving to cloud" })).toBeVisible();
  await survivor.kill();

  const third = await survivor.open();
  await third.goto("/dashboard");
  await third.getByRole("button", { name: "Finish it" }).click();
  await expectVerified(third);
  await onlyRecording(third, person);
});

test("a second tab does not recover what the first one is recording", async ({
  survivor,
  newPerson,
}) => {
  const page = await survivor.open();
  await record(page, await newPerson(), 2);
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.getByText(offer)).toBeHidden();

  // The first tab goes; now it is an orphan.
  await page.close();
  await other.reload();
  await expect(other.getByText(offer)).toBeVisible();
});

test("a second tab does not recover what the first one is saving", async ({
  survivor,
  newPerson,
}) => {
  const page = await survivor.open();
  await record(page, await newPerson(), 2);
  await stop(page);
  await page.context().route("**/api/uploads", () => {}); // no answer: it is being saved for long
  await page.getByRole("button", { name: "Save to cloud" }).click();
  const other = await page.context().newPage();
  await other.addInitScript(listRefusedLocks);
  await other.goto("/dashboard");
  await expect
    .poll(() => other.evaluate(() => sessionStorage.getItem("refused")), {
      message: "the other tab looked for the take, and found it taken",
    })
    .toMatch(/^kinora-take-/);
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.getByRole("region", { name: "Unfinished recordings" })).toBeHidden();

  await page.close();
  await other.reload();
  await expect(other.getByText("A recording is not saved yet")).toBeVisible();
});

test("the next account on this browser is offered nothing, and sends nothing, of the last one's", async ({
  survivor,
  newPerson,
}) => {
  const page = await survivor.open();
  const [ada, ben] = [await newPerson(), await newPerson()];
  await record(page, ada, 2, { auto_save_to_cloud: true });
  await survivor.kill();

  const back = await survivor.open();
  await record(back, ben, 1);
  await stop(back);
  const next = await back.context().newPage();
  await back.close();
  await next.goto("/dashboard");
  const rows = next.getByRole("button", { name: "Save to cloud" });
  await expect(rows).toHaveCount(1);
  await expect(next.getByRole("button", { name: "Finish it" })).toHaveCount(0);
  await rows.click();
  await expectVerified(next);
  await onlyRecording(next, ben);

  await signIn(next, ada);
  await next.goto("/dashboard");
  await next.getByRole("button", { name: "Finish it" }).click();
  await expectVerified(next);
  await onlyRecording(next, ada);
});

test("a tab closed before saving keeps its recording for the next visit", async ({
  survivor,
  newPerson,
}) => {
  const page = await survivor.open();
  await record(page, await newPerson(), 2);
  await stop(page);
  const next = await page.context().newPage();
  await page.close();
  await next.goto("/dashboard");
  await expect(next.getByText("A recording is not saved yet")).toBeVisible();
  await next.getByRole("button", { name: "Save to cloud" }).click();
  await expectVerified(next);
  await next.getByRole("link", { name: "Open recording" }).click();
  await expect(next).toHaveURL(/\/video\//);
});

/** Notes the lock that this page asked for and somebody else has. */
function listRefusedLocks() {
  const request = navigator.locks.request.bind(navigator.locks);
  const noting = (name: string, options: LockOptions, held: LockGrantedCallback<unknown>) =>
    request(name, options, (lock) => {
      if (!lock) sessionStorage.setItem("refused", name);
      return held(lock);
    });
  navigator.locks.request = noting as typeof request; // it may be called without options; we never do
}

async function filesOnThisComputer(): Promise<string[]> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("takes", { create: true });
  return Array.fromAsync(folder.keys());
}
