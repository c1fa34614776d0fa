import { expect } from "@playwright/test";
import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";
import { test } from "./journey.ts";
import { register } from "./people.ts";
import {
  ask,
  copyLink,
  expectPlays,
  expectVerified,
  onlyRecording,
  openRecorder,
  recordedSeconds,
  start,
  stop,
  untilTimer,
  whenReady,
} from "./recorder.ts";

test("a network that is gone for five seconds costs nothing", async ({
  page,
  context,
  newBrowser,
  newPerson,
}) => {
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
  await expectPlays(await newBrowser(), link);
  const seconds = await recordedSeconds(page);
  const { id } = await onlyRecording(page, person);
  const { duration } = await whenReady(page, person, id);
  expect(Math.abs((duration ?? 0) - seconds)).toBeLessThan(0.3);
});

test("a session that ends during a recording costs nothing but signing in again", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  await openRecorder(page, person, { auto_save_to_cloud: true });
  await start(page);
  await untilTimer(page, 2);
  const password = "another good one";
  // Elsewhere: every other session of this account ends.
  await ask(page, person, "POST", "/user/change-password", {
    current_password: person.password,
    new_password: password,
  });
  await expect(page.getByText(/sign in again to send the rest/)).toBeVisible();
  await untilTimer(page, 5);
  await stop(page);

  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/new-recording");
  await expectVerified(page);
});

test("a server that is killed and started again costs nothing", async ({ browser }) => {
  const dataDir = newDataDir();
  const settings = { DATA_DIR: dataDir, DEFAULT_PLAN: "Premium", TRUST_PROXY: "on" };
  let server = await startServer(settings);
  const { origin } = server;

  const person = await register(origin);
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  try {
    await openRecorder(page, person, { auto_save_to_cloud: true });
    await start(page);
    const link = await copyLink(page);
    await untilTimer(page, 4);
    await server.kill("SIGKILL");
    await untilTimer(page, 8);
    server = await startServer({ ...settings, PORT: new URL(origin).port });
    await untilTimer(page, 10);
    await stop(page);
    await expectVerified(page);
    const seconds = await recordedSeconds(page);
    const { id } = await onlyRecording(page, person);
    const { duration } = await whenReady(page, person, id);
    expect(Math.abs((duration ?? 0) - seconds)).toBeLessThan(0.3);
    await expectPlays(await context.newPage(), link);
  } finally {
    await context.close();

    await server.kill("SIGTERM");
    removeDataDir(dataDir);
  }
});
