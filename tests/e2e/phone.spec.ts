import { expect, type Locator, type Page } from "@playwright/test";
import { newRecording, newShare, newSubtitle } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { tabTo } from "#tests/e2e/support/keyboard.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import { videoPath } from "#tests/support/videos.ts";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test("a finger shares a film from the library, and moves several into a folder", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  for (const title of ["One", "Two", "Three"]) await newRecording(person, title);
  await signIn(page, person);
  await page.goto("/my-recordings");
  await page.getByRole("button", { name: "More for Two" }).tap();
  await page.getByRole("menuitem", { name: "Share" }).tap();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByRole("button", { name: "Copy link" }).tap();
  await expect(dialog.getByText("Public link")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).tap();
  await expect(dialog).toBeHidden();
  const box = (title: string) => page.getByRole("checkbox", { name: `Select ${title}` });
  await expect(box("Two"), "its menu is no choice of it").not.toBeChecked();

  await box("One").tap({ position: { x: -1, y: 10 } }); // a finger that misses the box by a little means it
  await box("Three").tap();
  const bar = page.getByRole("toolbar", { name: "Selected recordings" });
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Move" }).tap();
  const move = page.getByRole("dialog", { name: "Move 2 recordings" });
  await move.getByRole("textbox", { name: /^New folder/ }).fill("Talks");
  await move.getByRole("button", { name: "Move" }).tap();
  await expect(move).toBeHidden();
  await page.locator("summary", { hasText: "Folders" }).tap();
  await page.getByRole("link", { name: /Talks/ }).tap();
  await expect(page.getByRole("link", { name: "Two", exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Three", exact: true }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "Three" })).toBeVisible();
});

test("a phone that is held sideways shows a film whole, with nothing over it", async ({
  page,
  newPerson,
}) => {
  await page.setViewportSize({ width: 740, height: 360 });
  const person = await newPerson();
  const recording = await newRecording(person, "How we ship");
  const { share_token } = await newShare(person, recording);
  await signIn(page, person);
  for (const address of [`/video/${recording.id}`, `/shared/${share_token}`]) {
    await page.goto(address);
    const player = page.getByRole("region", { name: "Player: How we ship" });
    await player.evaluate((element) => element.scrollIntoView({ block: "end" }));
    await expect(player, address).toBeInViewport({ ratio: 0.999 }); // edges may lie between two pixels
    expect(await player.evaluate(isUncovered), address).toBe(true);
  }
});

test("on a phone that is held sideways, nothing lies under its camera, and the sidebar scrolls", async ({
  page,
  newPerson,
}) => {
  await page.setViewportSize({ width: 844, height: 340 });
  const screen = await page.context().newCDPSession(page);
  const insets = { left: 59, right: 59 };
  await screen.send("Emulation.setSafeAreaInsetsOverride", { insets });
  const person = await newPerson();
  const recording = await newRecording(person, "How we ship");
  const { share_token } = await newShare(person, recording);
  await signIn(page, person);
  for (const address of [`/video/${recording.id}`, `/shared/${share_token}`]) {
    await page.goto(address);
    await page.getByRole("textbox", { name: "Add a comment" }).waitFor();
    expect(await page.evaluate(edges), address).toEqual([59, 844 - 59]);
  }
  await page.goto("/my-recordings");
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const link = sidebar.getByRole("link", { name: "Dashboard" });
  expect((await link.boundingBox())?.height, "as high as a finger").toBe(40);
  await sidebar.getByRole("link", { name: "Settings" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});

/** The outermost places at which anything of the page begins and ends. */
function edges(): [number, number] {
  const boxes = [...document.querySelectorAll("#root *")].map((one) => one.getBoundingClientRect());
  const seen = boxes.filter(({ width, height }) => width > 1 && height > 1);
  return [Math.min(...seen.map(({ left }) => left)), Math.max(...seen.map(({ right }) => right))];
}

test("on a phone, the bar of the editor hides nothing that the keyboard goes back to", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  const { id } = await newRecording(person, "How we ship");
  await signIn(page, person);
  await page.goto(`/video/${id}/edit`);
  const start = page.getByRole("slider", { name: "Start" });
  await start.waitFor();
  await page.getByRole("button", { name: "Save a part as a new recording" }).focus();
  await tabTo(page, start, "Shift+Tab");
  const [handle, bar] = [
    await start.boundingBox(),
    await page.getByRole("toolbar", { name: "Edit" }).boundingBox(),
  ];
  expect(handle?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 740));
});

test("on a phone, the keyboard comes to nothing under the bar at the top or the round button", async ({
  page,
  newPerson,
}) => {
  await signIn(page, await newPerson());
  await page.goto("/settings");
  const current = page.getByLabel("Current password", { exact: true });
  const next = page.getByLabel("New password", { exact: true });
  await current.fill("not the password");
  await next.fill("correct horse");
  await current.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top + 10));
  await next.press("Enter");
  await expect(page.getByText("Current password is incorrect")).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(whatHasTheFocus), "the field that was refused").toBe("in sight");

  const last = page.getByRole("button", { name: "Delete account" });
  const isLast = () => last.evaluate((button) => button === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isLast()); presses++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(whatHasTheFocus)).toBe("in sight");
  }
  expect(await isLast()).toBe(true);
});

/** The text of the focused element, where something that floats lies over a part of it. */
function whatHasTheFocus(): string {
  const focused = document.activeElement ?? document.body;
  const own = focused.getBoundingClientRect();
  const isOver = (floating: Element) => {
    const { left, right, top, bottom } = floating.getBoundingClientRect();
    return own.left < right && own.right > left && own.top < bottom && own.bottom > top;
  };
  const floating = [...document.querySelectorAll("[data-bar], [data-phone-action] > *")];
  return floating.some(isOver) ? focused.outerHTML : "in sight";
}

/** Whether a finger meets the film itself in each of its corners, and in the middle of its foot. */
function isUncovered(film: Element): boolean {
  const { left, right, top, bottom } = film.getBoundingClientRect();
  const [near, middle, far] = [left + 20, (left + right) / 2, right - 20];
  const places = [near, far].map((x) => [x, top + 20] as const);
  for (const x of [near, middle, far]) places.push([x, bottom - 20]);
  return places.every(([x, y]) => film.contains(document.elementFromPoint(x, y)));
}

test("a finger plays a film on a phone, has its bar shown, and pauses it", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  const { id } = await newRecording(person, "How we ship");
  await signIn(page, person);
  await page.goto(`/video/${id}`);
  const picture = page.locator("video[aria-label]");
  const isPaused = () => picture.evaluate(({ paused }: HTMLVideoElement) => paused);
  await picture.evaluate((element: HTMLVideoElement) => {
    element.loop = true; // it does not end under the finger
  });
  await picture.tap();
  await expect.poll(isPaused).toBe(false);
  const pause = page.getByRole("button", { name: "Pause", exact: true });
  const isShown = () =>
    pause.evaluate((element) => element.checkVisibility({ opacityProperty: true }));
  await expect.poll(isShown).toBe(true);
  await expect.poll(isShown, "it goes while the film plays").toBe(false);
  await picture.tap();
  await pause.tap();
  expect(await isPaused()).toBe(true);
});

test("a finger cuts a film by its timeline and by its words, and scrolls past both", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson();
  const recording = await newRecording(person, "How we ship", Bun.file(videoPath("spoken.mp4")));
  const time = (seconds: number) => `00:${seconds.toFixed(3).padStart(6, "0")}`;
  const lines = Array.from(
    { length: 20 },
    (_, at) => `${time(at / 2)} --> ${time(at / 2 + 0.4)}\nLine ${at}`,
  );
  await newSubtitle(person, recording, "en", ["WEBVTT", ...lines].join("\n\n"));
  await signIn(page, person);
  await page.goto(`/video/${recording.id}/edit`);
  const start = page.getByRole("slider", { name: "Start", exact: true });
  const timeline = page.getByTestId("timeline");
  const last = page.getByRole("option", { name: /^Line 19/ });
  await last.waitFor();
  await drag(page, start, { x: 80, y: 0 });
  await expect(start).toHaveAttribute("aria-valuenow", /^[2-4]/);
  expect(await start.evaluate(goesUnderHeader)).toBe(true);

  const scrolled = () => page.evaluate(() => scrollY);
  const moved = () => timeline.evaluate(({ scrollLeft }) => scrollLeft);
  const beyond = () => timeline.evaluate((one) => one.scrollWidth - one.clientWidth);
  // A page that has just been scrolled may take a tap for another place.
  await expect(async () => {
    await page.getByRole("button", { name: "Zoom in" }).tap();
    expect(await beyond()).toBeGreaterThan(60);
  }).toPass({ timeout: 20_000 });
  await drag(page, timeline, { x: -60, y: 0 });
  await expect.poll(moved, "the timeline itself").toBeGreaterThan(20);
  await drag(page, timeline, { x: 0, y: -200 });
  await expect.poll(scrolled, "the page, from its timeline").toBeGreaterThan(100);

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await last.tap();
  const away = await scrolled();
  await page.getByRole("button", { name: "Delete", exact: true }).tap();
  await expect(last).toHaveAccessibleName("Line 19, deleted");
  expect(await scrolled(), "the button was in sight beside the words").toBe(away);
});

/** Whether the head of a handle goes under the bar at the top of the page, where the page scrolls it there. */
function goesUnderHeader(handle: Element): boolean {
  scrollBy(0, handle.getBoundingClientRect().top - 30);
  const { left, right, top } = handle.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, top + 4);
  scrollTo(0, 0);
  return there !== null && there.closest("header") !== null;
}

/** Puts a finger down in the middle of something, and lifts it elsewhere. */
async function drag(page: Page, from: Locator, by: { x: number; y: number }) {
  await from.scrollIntoViewIfNeeded();
  const box = await from.boundingBox();
  if (!box) throw new Error("there is nothing to take hold of");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const finger = await page.context().newCDPSession(page);
  const steps = 10;
  for (let step = 0; step <= steps; step++) {
    const part = step / steps;
    const at = { x: x + by.x * part, y: y + by.y * part };
    const type = step === 0 ? "touchStart" : "touchMove";
    await finger.send("Input.dispatchTouchEvent", { type, touchPoints: [at] });
  }
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
