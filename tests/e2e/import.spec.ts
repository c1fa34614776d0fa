import { appendFile, copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "#tests/e2e/support/crashes.ts";
import { begin, card, chooseFiles } from "#tests/e2e/support/library-page.ts";
import { register, signIn } from "#tests/e2e/support/people.ts";
import { expectPlays, playsH264 } from "#tests/e2e/support/playback.ts";
import { videoPath } from "#tests/support/videos.ts";

const MB = 2 ** 20;
let folder = "";
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-import-"));
});
test.afterAll(() => rm(folder, { recursive: true }));

test.describe("importing", () => {
  test.beforeEach(async ({ page, newPerson }) => {
    await signIn(page, await newPerson());
    await page.goto("/my-recordings");
  });

  test("takes WebM, MP4, MOV and MKV at once, and all of them play", async ({ page }) => {
    const names = ["recorded.webm", "recorded.mp4", "h264.mov", "h264.mkv"] as const;
    // Nothing is sent before it was seen that it is being sent.
    const seen = Promise.withResolvers<void>();
    await page.route("**/api/uploads", async (route) => {
      await seen.promise;
      await route.fallback();
    });
    const dialog = await chooseFiles(page, names.map(videoPath));
    await begin(dialog);
    await expect(dialog.getByRole("progressbar").first()).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Close" })).toBeHidden();
    seen.resolve();
    await expect(dialog).toBeHidden();

    await expect(page.getByRole("list", { name: "Recordings" }).getByRole("listitem")).toHaveCount(
      4,
    );
    const h264 = await playsH264(page);
    for (const title of h264 ? ["recorded", "h264"] : ["recorded"]) {
      for (const index of [0, 1]) {
        await card(page, title).nth(index).getByRole("link").click();
        await expectPlays(page);
        await page.getByRole("link", { name: "My Videos" }).first().click();
      }
    }
  });

  test("keeps an AVI and says plainly what can be done with it", async ({ page }) => {
    const dialog = await chooseFiles(page, [videoPath("xvid.avi")]);
    await begin(dialog);
    await expect(dialog).toBeHidden();
    await card(page, "xvid").getByRole("link").click();
    // With ffmpeg on the machine the video is converted; without, the page says what to do instead.
    const said = page.getByText("Browsers cannot play this recording");
    const player = page.locator("video[aria-label]");
    await expect(said.or(player)).toBeVisible({ timeout: 90_000 });
    await page.getByRole("button", { name: "Recording menu" }).click();
    await expect(page.getByRole("menuitem", { name: "Download Video" })).toBeEnabled();
  });

  test("refuses a text with the name of a video, and leaves nothing behind", async ({ page }) => {
    const renamed = join(folder, "renamed.mp4");
    await writeFile(renamed, "This is a text and no video at all. ".repeat(100));
    const dialog = await chooseFiles(page, [renamed]);
    await begin(dialog);
    await expect(
      dialog.getByText("Invalid file type. Supported: MP4, WebM, MOV, AVI, MKV"),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("No recordings found")).toBeVisible();
  });

  test("takes files that are dropped anywhere on the page", async ({ page }) => {
    const bytes = Buffer.from(await Bun.file(videoPath("h264.mov")).arrayBuffer());
    const transfer = await page.evaluateHandle((base64) => {
      const data = new DataTransfer();
      const file = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([file], "dropped.mov", { type: "video/quicktime" }));
      return data;
    }, bytes.toString("base64"));
    await expect(page.getByText("No recordings found")).toBeVisible();
    await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
    await expect(page.getByText("Drop to import into My Videos")).toBeVisible();
    await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
    await expect(page.getByText("Drop to import into My Videos")).toBeHidden();
    const dialog = page.getByRole("dialog", { name: "Import Video" });
    await begin(dialog);
    await expect(dialog).toBeHidden();
    await expect(card(page, "dropped")).toBeVisible();
  });

  test("can be cancelled before the server has answered, and nothing of it stays", async ({
    page,
  }) => {
    const asked = Promise.withResolvers<void>();
    const cancelled = Promise.withResolvers<void>();
    await page.route("**/api/uploads", async (route) => {
      asked.resolve();
      await cancelled.promise;
      await route.fallback();
    });
    const dialog = await chooseFiles(page, [videoPath("recorded.webm")]);
    await begin(dialog);
    await asked.promise;
    const ended = page.waitForResponse((response) => response.request().method() === "DELETE");
    await dialog.getByRole("button", { name: "Cancel import" }).click();
    cancelled.resolve();
    expect((await ended).status()).toBe(204);
  });

  test("can be cancelled half-way, and nothing of it stays", async ({ page }) => {
    const sending = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    await page.route("**/api/uploads/*", async (route) => {
      if (route.request().method() === "PATCH") {
        sending.resolve();
        await never.promise;
      }
      await route.fallback();
    });
    const dialog = await chooseFiles(page, [videoPath("recorded.webm")]);
    await begin(dialog);
    await sending.promise;
    const ended = page.waitForResponse((response) => response.request().method() === "DELETE");
    await dialog.getByRole("button", { name: "Cancel import" }).click();
    await ended;
    never.resolve();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("No recordings found")).toBeVisible();
  });
});

test("an import begins anew when the server has forgotten its first half", async ({
  newBrowser,
  newPerson,
}) => {
  const page = await newBrowser();
  const person = await newPerson();
  await signIn(page, person);
  await page.goto("/my-recordings");
  await page.route("**/api/uploads/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.fallback(),
  );
  const dialog = await chooseFiles(page, [videoPath("recorded.webm")]);
  const begun = page.waitForResponse((response) => response.url().endsWith("/api/uploads"));
  await begin(dialog);
  const upload = new URL((await begun).headers().location ?? "", person.origin);
  await expect(dialog.getByText("Waiting for the server")).toBeVisible();
  await fetch(upload, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${person.token}`, "Tus-Resumable": "1.0.0" },
  });
  await page.unroute("**/api/uploads/*");
  await expect(dialog).toBeHidden({ timeout: 90_000 });
  await expect(page.getByRole("list", { name: "Recordings" }).getByRole("listitem")).toHaveCount(1);
});

test("an import goes on after a reload and a restart of the server", async ({
  newBrowser,
  ownServer,
}) => {
  const page = await newBrowser();
  const path = await longVideo();
  await signIn(page, await register(ownServer.origin));
  await page.goto(`${ownServer.origin}/my-recordings`);

  let parts = 0;
  await page.route("**/api/uploads/*", (route) =>
    route.request().method() === "PATCH" && ++parts > 3 ? route.abort() : route.fallback(),
  );
  const dialog = await chooseFiles(page, [path]);
  await begin(dialog);
  await expect(dialog.getByText("Waiting for the server")).toBeVisible();
  await ownServer.kill();

  await ownServer.startAgain();
  await page.unroute("**/api/uploads/*");
  page.once("dialog", (leaving) => leaving.accept());
  await page.reload();
  await page.getByRole("button", { name: "Import Video" }).click();
  await expect(page.getByText(/long\.mp4 was cut off at \d+%/)).toBeVisible();

  let resumedFrom = 0;
  page.on("request", (sent) => {
    if (sent.method() === "PATCH") resumedFrom ||= Number(sent.headers()["upload-offset"]);
  });
  await dialog.getByLabel("Video files").setInputFiles([path]);
  await begin(dialog);
  await expect(dialog).toBeHidden({ timeout: 90_000 });
  expect(resumedFrom).toBeGreaterThanOrEqual(MB);
  await card(page, "long").getByRole("link").click();
  await expectPlays(page);
});

/** A short video in a long file: 24 MB of nothing follow, in a box that players skip. */
async function longVideo() {
  const path = join(folder, "long.mp4");
  await copyFile(videoPath("recorded.mp4"), path);
  const box = Buffer.alloc(24 * MB);
  box.writeUInt32BE(box.length, 0);
  box.write("free", 4, "ascii");
  await appendFile(path, box);
  return path;
}
