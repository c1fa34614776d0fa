import { expect } from "@playwright/test";
import { distance } from "#tests/e2e/support/distance.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import { expectNoControlCovered, toast } from "#tests/e2e/support/toast.ts";

test("a toast lies below the head of the page, and an error's goes when it is mended or the page changes", async ({
  page,
  newPerson,
}) => {
  await signIn(page, await newPerson());
  await page.goto("/my-recordings");
  await expect(page.getByText("No recordings found")).toBeVisible();
  let isBroken = true;
  await page.route("**/api/recordings?*", (route) =>
    isBroken
      ? route.fulfill({ status: 400, json: { error: "No", message: "No", code: "bad_request" } })
      : route.continue(),
  );
  const refresh = page.getByRole("button", { name: "Refresh" });
  const said = toast(page, "Failed to load recordings");

  await refresh.click();
  await expect(said).toBeVisible();
  const head = page.locator("[data-page-head]");
  const belowHead = () => distance(head, said);
  // The toast comes in from above.
  await expect.poll(belowHead).toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(belowHead, "in a window of another shape").toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  // Under the pointer the toast stays for as long as nothing takes it away.
  await said.hover();
  isBroken = false;
  await refresh.press("Enter");
  await expect(said).toBeHidden();

  isBroken = true;
  await refresh.press("Enter");
  await said.hover();
  await page.getByRole("link", { name: "Settings" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(said).toBeHidden();
});

test("a toast that was said on the way to a page lies below the head of that page", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  await page.goto("/login");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  const arriving = Promise.withResolvers<void>();
  // The answer that the page waits for is late: the toast is there first.
  await page.route("**/api/recordings?*", async (route) => {
    await arriving.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  const said = toast(page, `Welcome back, ${person.username}!`);
  await said.hover();
  arriving.resolve();
  const head = page.locator("[data-page-head]");
  await expect(head).toBeVisible();
  await expect.poll(() => distance(head, said)).toBeGreaterThanOrEqual(0);
});

test("a toast covers no control of the recorder, of a video's page or of a dialog", async ({
  page,
  world,
}) => {
  await signIn(page, world.owner);
  // It stays until it is answered.
  const ask = () => page.getByRole("button", { name: "Logout" }).press("Enter");
  const question = page.getByRole("alertdialog");
  await page.goto("/new-recording");
  await expect(page.getByRole("switch", { name: "Microphone" })).toBeVisible();
  await ask();
  await expect(question).toBeVisible();
  await expectNoControlCovered(page);
  await page.getByRole("button", { name: "Search" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoControlCovered(page);

  await page.goto(`/video/${world.recording.id}`);
  await expect(page.getByRole("textbox", { name: "Add a comment" })).toBeVisible();
  await ask();
  await expect(question).toBeVisible();
  await expectNoControlCovered(page);
});
