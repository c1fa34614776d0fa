import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { newShare } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { haveRecorder, haveVideo } from "#tests/e2e/support/library-page.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import { expectPlays } from "#tests/e2e/support/playback.ts";
import { coveredBy } from "#tests/e2e/support/toast.ts";

test.describe("a video's page", () => {
  test("plays and says what it is, and whom its links are for, on a phone too", async ({
    page,
    newPerson,
  }) => {
    const person = await newPerson();
    const video = await haveVideo(person, "Quarterly review.webm");
    await newShare(person, video, { label: "For the client" });
    await signIn(page, person);
    await page.goto(`/video/${video.id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Quarterly review" })).toBeVisible();
    for (const fact of [
      "Created",
      "Duration",
      "File Size",
      "Storage",
      "Local Storage on this server",
    ])
      await expect(page.getByText(fact, { exact: true })).toBeVisible();
    const tops = await page
      .locator("dl", { hasText: "File Size" })
      .locator("dt")
      .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().top));
    expect(new Set(tops).size, "rows of facts").toBe(1);
    await expect(page.getByText("0:04", { exact: true }).first()).toBeVisible({ timeout: 90_000 });
    await expect(page).toHaveTitle("Quarterly review · Kinora");
    await expectPlays(page);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.setViewportSize({ width: 360, height: 780 });
    const label = page.getByText("For the client", { exact: true });
    const cutOff = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
    expect(await label.evaluate(cutOff), "of the label").toBe(0);
  });

  test("says that it is being recorded, and turns into the player by itself", async ({
    page,
    newPerson,
  }) => {
    const person = await newPerson();
    const recorder = await haveRecorder(person);
    await signIn(page, person);
    await page.goto(`/video/${recorder.recordingId}`);
    await expect(page.getByText("This recording is still being made")).toBeVisible();
    await page.getByRole("button", { name: "Recording menu" }).click();
    await expect(page.getByRole("menuitem", { name: "Download Video" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expectAccessible(page);
    await recorder.finish();
    await expectPlays(page);
    await expect(page.getByText("This recording is still being made")).toBeHidden();
  });

  test("is renamed in place: Enter saves, Escape leaves it, empty is refused", async ({
    page,
    newPerson,
  }) => {
    const person = await newPerson();
    const { id } = await haveVideo(person, "Draft.webm");
    await signIn(page, person);
    await page.goto(`/video/${id}`);
    const title = page.getByRole("heading", { level: 1 });
    const edit = page.getByRole("button", { name: "Edit title" });
    const field = page.getByRole("textbox", { name: "Title" });

    await edit.click();
    await field.fill("Something else");
    await field.press("Escape");
    await expect(title).toHaveText("Draft");
    // The keyboard is where it was: on the page, whose space bar plays.
    await page.keyboard.press(" ");
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitemradio", { name: "Normal" }).press("Escape");
    await expect(page.getByRole("menuitemradio", { name: "Normal" })).toBeHidden();
    await page.keyboard.press(" ");
    await expect(page.getByRole("button", { name: "Play", exact: true }).first()).toBeVisible();

    await edit.click();
    await field.fill("a".repeat(258));
    await expect(page.getByText("A title has at most 255 characters: 3 too many")).toBeVisible();
    await field.press("Enter");
    await expect(field).toHaveValue("a".repeat(258));
    await field.press("Escape");

    await edit.click();
    await field.fill("   ");
    await field.press("Enter");
    await expect(page.getByText("Title cannot be empty")).toBeVisible();
    // The toast lies beside the field that one may be writing in, not over it.
    await expect.poll(() => coveredBy(page)).toEqual([]);
    await field.fill("  <b>Final</b> & done  ");
    await field.press("Enter");
    await expect(title).toHaveText("<b>Final</b> & done");
    await page.reload();
    await expect(title).toHaveText("<b>Final</b> & done");

    await edit.click();
    await field.press("Enter");
    await expect(title).toBeVisible();
  });

  test("gets another thumbnail: a moment of the recording, or a picture of one's own", async ({
    page,
    newPerson,
  }) => {
    const person = await newPerson();
    const { id } = await haveVideo(person, "Changes.webm");
    await signIn(page, person);
    await page.goto(`/video/${id}`);
    await expectPlays(page);
    const dialog = page.getByRole("dialog", { name: "Choose a thumbnail" });
    const choose = async () => {
      await page.getByRole("button", { name: "Recording menu" }).click();
      await page.getByRole("menuitem", { name: "Choose thumbnail" }).click();
    };
    const stored = async () => {
      const picture = await fetch(`${person.origin}/api/recordings/${id}/thumbnail`, {
        headers: { Authorization: `Bearer ${person.token}` },
      });
      return picture.ok
        ? new Bun.CryptoHasher("md5").update(await picture.bytes()).digest("hex")
        : "";
    };

    await choose();
    const film = dialog.locator("video");
    const moment = dialog.getByRole("slider", { name: "Moment" });
    await moment.fill("2");
    await expect(moment).toHaveAttribute("aria-valuetext", "2.00 seconds");
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(2);
    await dialog.getByRole("button", { name: "Use this moment" }).click();
    await expect(page.getByText("Thumbnail changed")).toBeVisible();
    await expect(dialog).toBeHidden();
    const chosen = await stored();
    expect(chosen).not.toBe("");

    await choose();
    const upload = dialog.getByLabel("Picture", { exact: true });
    await upload.setInputFiles({
      name: "notes.png",
      mimeType: "image/png",
      buffer: Buffer.from("no"),
    });
    await expect(page.getByText("Your browser cannot read this picture.")).toBeVisible();
    expect(await stored(), "nothing is lost").toBe(chosen);
    await upload.setInputFiles("docs/video.png");
    await expect(dialog).toBeHidden();
    expect(await stored()).not.toBe(chosen);
  });

  test("does not exist for anybody but its owner", async ({
    page,
    newBrowser,
    newPerson,
    superAdmin,
  }) => {
    const owner = await newPerson();
    const { id } = await haveVideo(owner, "Private.webm");
    await signIn(page, await newPerson());
    await page.goto(`/video/${id}`);
    await expect(page.getByText("Video not found").last()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Back to My Videos" }).click();
    await expect(page).toHaveURL("/my-recordings");

    // But for an admin, who is told whose it is and offered nothing that an admin may not do.
    const admin = await newBrowser();
    await signIn(admin, superAdmin);
    await admin.goto(`/video/${id}`);
    await expect(admin.getByText(`This recording belongs to ${owner.user.username}`)).toBeVisible();
    await expect(admin.getByRole("button", { name: "Delete" }).first()).toBeVisible();
    for (const name of ["Edit title", "Share"])
      await expect(admin.getByRole("button", { name, exact: true })).toHaveCount(0);
    await admin.getByRole("region", { name: /^Player: / }).hover();
    await admin.getByRole("button", { name: "More", exact: true }).click();
    await expect(admin.getByRole("menuitem", { name: "Theatre" })).toBeVisible();
    await expect(admin.getByRole("menuitem", { name: "Copy link at this time" })).toHaveCount(0);
  });
});
