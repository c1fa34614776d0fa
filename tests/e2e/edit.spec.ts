import { expect, type Page } from "@playwright/test";
import { z } from "zod";
import { Edit } from "#contract/edits.ts";
import { call, newRecording, newShare, newSubtitle } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { type Person, signIn } from "#tests/e2e/support/people.ts";
import { spokenRecording } from "#tests/support/spoken-recording.ts";
import { videoPath } from "#tests/support/videos.ts";

const SENTENCES = [
  "00:00.200 --> 00:02.800\nThis is how the new export works",
  "00:03.200 --> 00:06.800\nMy password is swordfish",
  "00:07.200 --> 00:10.500\nAnd that is all there is to say",
];
const SUBTITLE = ["WEBVTT", ...SENTENCES].join("\n\n");

const film = () => Bun.file(videoPath("spoken.mp4"));
const handle = (page: Page, name: string) => page.getByRole("slider", { name, exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

/** The cut is made by a job: the page says so until it is done. */
async function untilReady(page: Page, owner: Person, id: string) {
  await expect
    .poll(async () => (await call(owner, "GET", `/recordings/${id}/edit`, Edit)).status, {
      timeout: 120_000,
    })
    .toBe("ready");
  await expect(page.getByText(/^The new film is being made/)).toBeHidden();
}

async function drag(page: Page, name: string, by: number) {
  const box = await handle(page, name).boundingBox();
  if (!box) throw new Error(`there is no handle ${name}`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 5 });
  await page.mouse.up();
}

test("both ends are trimmed and the cut is shared, in five clicks", async ({ page, newPerson }) => {
  const owner = await newPerson();
  const { id } = await newRecording(owner, "How we ship", film());
  await signIn(page, owner);
  await page.goto(`/video/${id}`);
  await page.getByRole("button", { name: "Recording menu" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await handle(page, "Start").waitFor();
  await drag(page, "Start", 120);
  await drag(page, "End", -120);
  const start = Number(await handle(page, "Start").getAttribute("aria-valuenow"));
  const end = Number(await handle(page, "End").getAttribute("aria-valuenow"));
  expect([start > 0.5, end < 10.5]).toEqual([true, true]);
  await save(page).click();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy link", exact: true }).click();
  await page.getByText(/Anyone with it can watch/).waitFor();
  await untilReady(page, owner, id);
  const edit = await call(owner, "GET", `/recordings/${id}/edit`, Edit);
  expect(edit.duration).toBeCloseTo(end - start, 0);

  // The page that was open goes on by itself, and one click shows the original again.
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Restore the original" }).click();
  await expect(page.getByText("The original is shown again")).toBeVisible();
  await expect(handle(page, "Start")).toHaveAttribute("aria-valuenow", "0");
});

test("a sentence is deleted by its words, by the keyboard alone, and no viewer reads it", async ({
  page,
  newPerson,
  newBrowser,
}) => {
  const owner = await newPerson();
  const recording = await newRecording(owner, "How we ship", film());
  await newSubtitle(owner, recording, "en", SUBTITLE);
  const { share_token } = await newShare(owner, recording);
  const viewer = await newBrowser();
  await viewer.goto(`/shared/${share_token}`);
  await viewer.getByRole("tab", { name: "Transcript" }).click();
  await expect(viewer.getByText(/swordfish/)).toBeVisible();

  await signIn(page, owner);
  await page.goto(`/video/${recording.id}/edit`);
  await page.getByRole("listbox", { name: "Words" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Delete");
  const secret = page.getByRole("option", { name: /swordfish/ });
  await expect(secret).toHaveAccessibleName(/deleted$/);
  await page.reload();
  await expect(secret, "after a reload").toHaveAccessibleName(/deleted$/);
  await page.keyboard.press("Control+z");
  await expect(secret).not.toHaveAccessibleName(/deleted$/);
  await page.keyboard.press("Control+Shift+z");
  await expect(secret).toHaveAccessibleName(/deleted$/);
  await page.keyboard.press("Control+s");
  await untilReady(page, owner, recording.id);

  // The viewer's page follows by itself.
  await expect(viewer.getByText(/swordfish/)).toBeHidden();
  await expect(viewer.getByText(/all there is to say/)).toBeVisible();
  const read = await viewer.request.get(`/api/recordings/${recording.id}/transcript`, {
    headers: { "X-Share-Token": share_token },
  });
  expect(await read.text()).not.toContain("swordfish");

  // The owner still has the original, until it is removed for good.
  const original = () =>
    call(owner, "GET", `/recordings/${recording.id}/transcript?original=true`, z.unknown());
  expect(JSON.stringify(await original())).toContain("swordfish");
  await page.getByRole("button", { name: "Remove for good" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove the original for good?" });
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("The original was removed for good")).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore the original" })).toBeHidden();
  expect(JSON.stringify(await original())).not.toContain("swordfish");
  await page.reload();
  await expect(page.getByRole("option", { name: /all there is to say/ })).toBeVisible();
  await expect(secret).toBeHidden();
  await expect(page.getByText(/swordfish/)).toBeHidden();
});

test("people with a link to edit cut a hidden recording, and it opens by itself for those who wait", async ({
  page,
  newPerson,
  newBrowser,
}) => {
  const [owner, editor] = [await newPerson(), await newPerson()];
  const recording = await newRecording(owner, "How we ship", film());
  const toEdit = await newShare(owner, recording, { permission_type: "edit" });
  const toWatch = await newShare(owner, recording);
  const viewer = await newBrowser();
  const elsewhere = await newBrowser();
  await signIn(elsewhere, owner);
  await elsewhere.goto(`/video/${recording.id}/edit`);
  await handle(elsewhere, "Start").waitFor();
  await elsewhere.keyboard.press("Shift+ArrowRight");
  await elsewhere.keyboard.press("i");

  await signIn(page, editor);
  await page.goto(`/shared/${toEdit.share_token}`);
  await page.getByRole("link", { name: "Edit" }).click();
  await handle(page, "End").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.getByRole("checkbox", { name: "Hide until it is ready" }).click();
  await expect(page.getByRole("button", { name: "Remove for good" })).toBeHidden();
  await save(page).click();
  await viewer.goto(`/shared/${toWatch.share_token}`);
  await viewer
    .getByRole("heading", { name: "This recording is being edited" })
    .or(viewer.getByRole("heading", { name: "How we ship" }))
    .waitFor();
  await expect(viewer.getByRole("heading", { name: "How we ship" })).toBeVisible({
    timeout: 120_000,
  });

  // Nothing of the owner's edit is written over, and nothing of it is lost.
  await save(elsewhere).click();
  await expect(elsewhere.getByText("Somebody else has saved another cut.")).toBeVisible();
  await expect(handle(elsewhere, "Start")).toHaveAttribute("aria-valuenow", "1");
  await elsewhere.getByRole("button", { name: "Look at theirs" }).click();
  await expect(handle(elsewhere, "Start")).toHaveAttribute("aria-valuenow", "0");
  await elsewhere.keyboard.press("Control+z");
  await expect(handle(elsewhere, "Start")).toHaveAttribute("aria-valuenow", "1");
});

test("silences are removed, and a part becomes a recording of its own", async ({
  page,
  newPerson,
}) => {
  const owner = await newPerson();
  const said = [1, 14].map((at) => ({ sentence: 0 as const, at }));
  const sound = new Blob([Buffer.from(await spokenRecording(said, 20))]);
  const { id } = await newRecording(owner, "Two sentences", sound);
  await signIn(page, owner);
  await page.goto(`/video/${id}/edit`);
  await page.getByRole("button", { name: "Remove silences" }).click();
  // Shown before they are taken, and nothing is taken by looking.
  const take = page.getByRole("button", { name: /^Remove [1-9]\d* silences?$/ });
  await take.waitFor({ timeout: 90_000 });
  const after = page.getByText("After").locator("xpath=following-sibling::dd");
  await expect(after).toHaveText(/^0:(19|20)/);
  await take.click();
  await expect(after).toHaveText(/^0:0\d/);
  await page.keyboard.press("Control+s");
  await untilReady(page, owner, id);

  await page.getByRole("button", { name: "Save a part as a new recording" }).click();
  await page.getByLabel("Title").fill("The first sentence");
  await page.getByRole("button", { name: "Save recording" }).click();
  await page.getByRole("link", { name: "Open it" }).click();
  await expect(page.getByRole("heading", { name: "The first sentence" })).toBeVisible();
});
