import { expect, type Page } from "@playwright/test";
import { pages } from "#tests/e2e/scenes/pages.ts";
import { type Scene, show } from "#tests/e2e/scenes/scene.ts";
import { scenes } from "#tests/e2e/scenes/scenes.ts";
import { expectNothingSticksOut } from "#tests/e2e/support/accessibility.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { newDetails, register, signIn } from "#tests/e2e/support/people.ts";
import type { World } from "#tests/e2e/support/world.ts";

/** The longest texts that people may write, with no place to break a line. */
const longest: Record<string, number> = {
  username: 60,
  author_name: 60,
  email: 254,
  allowed_email: 254,
  actor: 254,
  target: 254,
  filename: 255,
  original_filename: 255,
  recording_title: 255,
  label: 100,
  share_label: 100,
  content: 2000,
  excerpt: 200,
  text: 2000,
  title: 100,
  announcement: 500,
  default_filename_prefix: 100,
  device: 200,
};

const atLength = (key: string, value: unknown) => {
  const length = longest[key];
  return length && typeof value === "string" && value ? "W".repeat(length) : value;
};

const longer = (json: string): string => JSON.stringify(JSON.parse(json, atLength));

/** Answers as if everybody had written as much as they may, wherever they may. */
async function haveAllWrittenAtLength(page: Page) {
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    const isJson = response.headers()["content-type"]?.startsWith("application/json");
    await route.fulfill({ response, ...(isJson && { body: longer(await response.text()) }) });
  });
}

const named = [
  "share-dialog",
  "share-dialog-change",
  "transcript",
  "admin-users-no-hit",
  "confirm",
];

const seen: Scene[] = [
  ...pages,
  ...scenes.filter(({ name }) => named.includes(name)),
  {
    name: "notices",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: ({ recording }) => recording.filename,
    async act(page) {
      await page.getByRole("button", { name: /^Notices/ }).click();
      const notice = page.getByRole("link", { name: /commented on/ }).first();
      await notice.waitFor();
      // A title is clamped: others have room beneath it.
      expect((await notice.boundingBox())?.height).toBeLessThan(160);
    },
  },
];

for (const scene of seen) {
  test(`nothing of ${scene.name} sticks out, however long what people write`, async ({
    page,
    quietPage,
    world,
  }) => {
    if (scene.logs) quietPage.mayLog(scene.logs);
    const written: World = JSON.parse(longer(JSON.stringify(world)));
    await haveAllWrittenAtLength(page);
    await show(page, written, scene);
    await page.waitForLoadState("networkidle");
    await expectNothingSticksOut(page);
  });
}

test("a name that reads from the right keeps its beginning where there is no room for all", async ({
  page,
  server,
}) => {
  const username = "שלום ".repeat(12).trim();
  await signIn(page, await register(server.origin, { ...newDetails(), username }));
  await page.goto(`${server.origin}/dashboard`);
  const first = await page.getByText(username, { exact: true }).evaluate((name) => {
    const letter = document.createRange();
    letter.setStart(name.firstChild ?? name, 0);
    letter.setEnd(name.firstChild ?? name, 1);
    const [place, room] = [letter.getBoundingClientRect(), name.getBoundingClientRect()];
    return { isCut: name.scrollWidth > name.clientWidth, isSeen: place.right <= room.right };
  });
  expect(first).toEqual({ isCut: true, isSeen: true });
});
