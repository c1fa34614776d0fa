import { expect } from "@playwright/test";
import { test } from "#tests/e2e/support/crashes.ts";
import { distance } from "#tests/e2e/support/distance.ts";
import { logOut, register } from "#tests/e2e/support/people.ts";
import {
  ask,
  copyLink,
  expectLinkPlays,
  expectVerified,
  expectWhole,
  openRecorder,
  record,
  start,
  stop,
  untilTimer,
} from "#tests/e2e/support/recorder.ts";
import { toast } from "#tests/e2e/support/toast.ts";

test("a network that is gone for five seconds costs nothing", async ({
  page,
  context,
  newBrowser,
  newPerson,
  quietPage,
}) => {
  quietPage.mayLog(/ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson();
  await openRecorder(page, person, { auto_save_to_cloud: true });
  await start(page);
  const link = await copyLink(page);
  await untilTimer(page, 3);
  await context.setOffline(true);
  await expect(page.getByText(/offline: the rest follows/)).toBeVisible();
  await untilTimer(page, 8);
  await context.setOffline(false);
  await untilTimer(page, 9);
  await stop(page);
  await expectVerified(page);
  await expectLinkPlays(await newBrowser(), link);
  await expectWhole(page, person);
});

test("a session that ends during a recording costs nothing but signing in again", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  await record(page, person, 2, { auto_save_to_cloud: true });
  const password = "another good one";
  // Elsewhere: every other session of this account ends.
  await ask(page, person, "POST", "/user/change-password", {
    current_password: person.password,
    new_password: password,
  });
  await expect(page.getByText(/sign in again to send the rest/)).toBeVisible();
  // Realtime asks for a new token meanwhile, and is refused as well.
  await untilTimer(page, 8);
  await expect(page).toHaveURL("/new-recording");
  await stop(page);

  await expect(toast(page, "Session expired. Please log in again.")).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/new-recording");
  await expectVerified(page);
});

test("who logs out leaves nothing of a finished recording on the screen, and finds it again", async ({
  page,
  newPerson,
}) => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  await record(page, ada, 1);
  await stop(page);
  await page.getByRole("link", { name: "My Videos" }).click();
  const dock = page.getByRole("region", { name: "Recorder" });
  await expect(dock).toContainText("A recording is not saved yet");
  await logOut(page);
  await expect(dock).toHaveCount(0);

  const logIn = async ({ email, password, username }: typeof ada) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page.getByText(username).first()).toBeVisible();
  };
  const unfinished = page.getByRole("region", { name: "Unfinished recordings" });
  await logIn(ben);
  await page.getByRole("link", { name: "New Recording" }).first().click();
  await expect(page.getByRole("button", { name: "Start recording" }).last()).toBeVisible();
  await expect(unfinished).toHaveCount(0);
  await logOut(page);

  await logIn(ada);
  await expect(unfinished).toContainText("A recording is not saved yet");
  const welcome = toast(page, `Welcome back, ${ada.username}!`);
  await welcome.hover(); // stays under the pointer
  await expect.poll(() => distance(unfinished, welcome)).toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 360, height: 780 });
  const isJustBelow = async () => {
    const gap = await distance(unfinished, welcome);
    return gap >= 0 && gap < 60;
  };
  await expect
    .poll(isJustBelow, "a head that fills the screen keeps no toast at its foot")
    .toBe(true);
  await unfinished.getByRole("button", { name: "Save to cloud" }).click();
  await expectVerified(page);
});

test("a server that is killed and started again costs nothing", async ({
  ownServer,
  newBrowser,
}) => {
  const person = await register(ownServer.origin);
  const page = await newBrowser();
  await openRecorder(page, person, { auto_save_to_cloud: true });
  await start(page);
  const link = await copyLink(page);
  await untilTimer(page, 4);
  await ownServer.kill();
  await untilTimer(page, 8);
  await ownServer.startAgain();
  await untilTimer(page, 10);
  await stop(page);
  await expectVerified(page);
  await expectWhole(page, person);
  await expectLinkPlays(await newBrowser(), link);
});

test("who has the recorder open records to the end, though the server has the code of another build", async ({
  page,
  newPerson,
}) => {
  await openRecorder(page, await newPerson());
  await page.waitForLoadState("networkidle");
  await page.route(/\/assets\/(?!.*worker)/, (route) => route.fulfill({ status: 404 }));
  await start(page);
  await untilTimer(page, 1);
  await stop(page);
});

test("who watches a recording goes on where its killed server comes back", async ({
  ownServer,
  newBrowser,
}) => {
  const person = await register(ownServer.origin);
  const page = await newBrowser();
  await openRecorder(page, person, { auto_save_to_cloud: true });
  await start(page);
  const link = await copyLink(page);
  await untilTimer(page, 4);
  const visitor = await newBrowser();
  await visitor.goto(link);
  const video = visitor.locator("video[aria-label]");
  const time = () => video.last().evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect.poll(time).toBeGreaterThan(2);
  await ownServer.kill();
  await expect(visitor.getByText("Waiting for the recorder")).toBeVisible({ timeout: 30_000 });
  const before = await time();
  await ownServer.startAgain();
  await expect.poll(time, { timeout: 60_000 }).toBeGreaterThan(before + 2);
  await expect(visitor.getByRole("button", { name: "Live", exact: true })).toBeVisible();
  await stop(page);
  await expectVerified(page);
});
