import { expect } from "@playwright/test";
import { ShareList } from "#contract/shares.ts";
import { pages } from "#tests/e2e/scenes/pages.ts";
import { changed, show } from "#tests/e2e/scenes/scene.ts";
import { call, newRecording, newShare } from "#tests/e2e/support/belongings.ts";
import { expectFewControls } from "#tests/e2e/support/controls.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { signIn } from "#tests/e2e/support/people.ts";

/** The most controls that a screen may show at once; the result of a recording is counted in its journey. */
const most: Record<string, number> = { home: 7, record: 10 };

for (const [name, own] of Object.entries(most))
  test(`${name} shows at most ${own} controls of its own`, async ({ page, world }) => {
    const scene = pages.find((scene) => scene.name === name);
    if (!scene) throw new Error(`no scene is called ${name}`);
    await show(page, world, scene);
    await page.waitForLoadState("networkidle");
    await expectFewControls(page, { own });
  });

test("a video shows at most 12 controls beside its comments, and 6 to share it first", async ({
  page,
  newPerson,
}) => {
  const owner = await newPerson();
  const { id } = await newRecording(owner, "Nobody has seen it");
  await signIn(page, owner);
  await page.goto(`/video/${id}`);
  await page.getByRole("textbox", { name: "Add a comment" }).waitFor();
  await expectFewControls(page, { own: 12, without: "[role=tabpanel]" });
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy link", exact: true }).waitFor();
  await expectFewControls(page, { own: 6 });
  // A look at the panel has opened nothing.
  expect((await call(owner, "GET", `/recordings/${id}/shares`, ShareList)).shares).toEqual([]);
});

test("a link shows its guest at most 8 controls in all", async ({ page, newPerson }) => {
  const owner = await newPerson();
  const { share_token } = await newShare(owner, await newRecording(owner, "Have a look"));
  await page.goto(`/shared/${share_token}`);
  await page.getByRole("button", { name: "Play", exact: true }).first().waitFor();
  await page.getByText("No comments yet").waitFor();
  await expectFewControls(page, { own: 6, frame: 2 });
});

test("a library with ten videos shows at most 14 controls of its own", async ({
  page,
  newPerson,
}) => {
  const owner = await newPerson();
  const first = await newRecording(owner, "One");
  await signIn(page, owner);
  await changed(page, /\/api\/recordings\?/, (list) => ({
    ...list,
    recordings: Array.from({ length: 10 }, (_, at) => ({ ...list.recordings[0], id: idOf(at) })),
    total: 10,
  }));
  await page.goto("/my-recordings");
  await expect(page.getByRole("link", { name: first.filename })).toHaveCount(10);
  await expectFewControls(page, { own: 14 });
});

test("an admin's list of videos shows at most 34 controls of its own", async ({
  page,
  superAdmin,
  world,
}) => {
  await signIn(page, superAdmin);
  await changed(page, /\/api\/admin\/videos\?/, (list) => ({
    ...list,
    videos: Array.from({ length: 7 }, (_, at) => ({
      ...list.videos[0],
      id: idOf(at),
      filename: world.recording.filename,
    })),
    total: 7,
  }));
  await page.goto("/admin/videos");
  await expect(page.getByRole("row")).toHaveCount(8);
  await expectFewControls(page, { own: 34, frame: 12 });
});

const idOf = (at: number) => `4fd0c1c2-6a1c-4a53-9a3f-0c6c6f4c2a1${at}`;
