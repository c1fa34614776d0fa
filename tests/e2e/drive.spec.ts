import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { test } from "#tests/e2e/support/drive-server.ts";
import { begin, card, chooseFiles } from "#tests/e2e/support/library-page.ts";
import { register, signIn } from "#tests/e2e/support/people.ts";
import { expectPlays } from "#tests/e2e/support/playback.ts";
import { videoPath } from "#tests/support/videos.ts";

// One test after the other, in one browser: side by side, each would start a server of this kind.
test.describe.configure({ mode: "default" });

/** The person's decision in Google's window. */
async function inPopup(page: Page, press: () => Promise<void>, decide: "Continue" | "Cancel") {
  const opening = page.waitForEvent("popup");
  await press();
  const popup = await opening;
  const closed = popup.waitForEvent("close");
  await popup.getByRole("link", { name: decide }).click();
  return { popup, closed };
}

async function connectInSettings(page: Page, origin: string) {
  await page.goto(`${origin}/settings`);
  const connect = page.getByRole("button", { name: "Connect", exact: true });
  const { closed } = await inPopup(page, () => connect.click(), "Continue");
  await closed;
  await expect(page.getByRole("button", { name: "Disconnect" })).toBeVisible();
}

test.describe("Google Drive", () => {
  test("is chosen where recordings need a place, takes an import, and plays it", async ({
    page,
    drive: { google, server },
  }) => {
    const person = await register(server.origin);
    google.signIn({ email: person.email, permissionId: person.email });
    await signIn(page, person);
    await page.goto(`${server.origin}/new-recording`);
    const dialog = page.getByRole("dialog", { name: "Choose Your Storage" });
    await expect(dialog).toContainText("You can change this preference later in Settings");
    await expect(dialog.getByRole("link", { name: "View Plans" })).toBeVisible();
    await expectAccessible(page);

    const connect = () => dialog.getByRole("button", { name: "Connect" }).click();
    const { popup, closed } = await inPopup(page, connect, "Continue");
    await expect(popup.getByRole("heading", { name: "Google Drive connected" })).toBeVisible();
    await closed;
    await expect(page.getByText("Google Drive connected")).toBeVisible();
    await expect(page.getByRole("button", { name: "Start recording" }).first()).toBeVisible();

    await page.goto(`${server.origin}/my-recordings`);
    await begin(await chooseFiles(page, [videoPath("recorded.webm")]));
    await expect(card(page, "recorded").getByText("Google Drive")).toBeVisible({ timeout: 60_000 });
    expect(google.videos(person.email).map(({ name }) => name)).toEqual(["recorded.webm"]);
    await card(page, "recorded").getByRole("link").click();
    await page.reload(); // who began to watch what came first, goes on with that
    await expectPlays(page);
    expect(google.counted.sent, "bytes that came from the drive").toBeGreaterThan(0);
    await expect(page.getByText("Google Drive", { exact: true })).toBeVisible();
  });

  test("says what becomes of the recordings when it is disconnected, and has them back", async ({
    page,
    drive: { google, server },
  }) => {
    const person = await register(server.origin);
    google.signIn({ email: person.email, permissionId: person.email });
    await signIn(page, person);
    await connectInSettings(page, server.origin);
    await page.goto(`${server.origin}/my-recordings`);
    await begin(await chooseFiles(page, [videoPath("recorded.webm")]));
    await expect(card(page, "recorded").getByText("Google Drive")).toBeVisible({ timeout: 60_000 });

    await page.goto(`${server.origin}/settings`);
    await expect(page.getByText(`${person.email} · 1 recording`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Disconnect" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("will stay in your Drive");
    await question.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("button", { name: "Connect", exact: true })).toBeVisible();

    await page.goto(`${server.origin}/my-recordings`);
    await expect(card(page, "recorded").getByText("Drive not connected")).toBeVisible();
    await card(page, "recorded").getByRole("link").click();
    await expect(page.getByText("Google Drive is not connected")).toBeVisible();
    await expectAccessible(page);
    const [file] = google.videos(person.email);
    if (!file) throw new Error("nothing lies in the drive");
    file.trashed = true; // while nobody can look, because a look that finds it is believed for a while
    await page.getByRole("link", { name: "Connect in Settings" }).click();
    await connectInSettings(page, server.origin);

    await page.goto(`${server.origin}/my-recordings`);
    await card(page, "recorded").getByRole("link").click();
    await expect(page.getByText("This recording is in the trash of your Drive")).toBeVisible();
    file.trashed = false;
    await page.getByRole("button", { name: "Look again" }).click();
    await expectPlays(page);
  });

  test("is not connected by who cancels, and the page says how it ended", async ({
    page,
    drive: { google, server },
  }) => {
    const person = await register(server.origin);
    await signIn(page, person);
    await page.goto(`${server.origin}/settings`);
    const connect = page.getByRole("button", { name: "Connect", exact: true });
    const { popup, closed } = await inPopup(page, () => connect.click(), "Cancel");
    await expect(
      popup.getByRole("heading", { name: "Connection failed. Redirecting..." }),
    ).toBeVisible();
    await closed;
    await expect(page.getByText(/^Google Drive connection error: /)).toBeVisible();

    const opening = page.waitForEvent("popup");
    await connect.click();
    await (await opening).close();
    await expect(page.getByText("Google Drive connection was cancelled")).toBeVisible();
    expect(google.videos(person.email)).toEqual([]);
  });

  test("sends who came back without a small window to the dashboard", async ({
    page,
    drive: { google, server },
  }) => {
    const person = await register(server.origin);
    google.signIn({ email: person.email, permissionId: person.email });
    await signIn(page, person);
    const answer = await page.request.get(`${server.origin}/api/google-drive/auth-url`, {
      headers: { Authorization: `Bearer ${person.token}` },
    });
    await page.goto((await answer.json()).auth_url);
    const redirect = await heldBack(page, 1_500);
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: "Google Drive connected" })).toBeVisible();
    await expectAccessible(page, [360]);
    await redirect();
    await expect(page).toHaveURL(`${server.origin}/dashboard`);
    await expect(page.getByText("in Google Drive, unlimited")).toBeVisible();

    await page.goto(`${server.origin}/auth/google-drive/callback?state=made-up&code=x`);
    await expect(
      page.getByRole("heading", { name: "Connection failed. Redirecting..." }),
    ).toBeVisible();
    await expect(page).toHaveURL(`${server.origin}/dashboard`);
  });
});

/** A timer of this length waits for the call that is given back: a page that soon leaves can be looked at. */
async function heldBack(page: Page, delay: number) {
  await page.addInitScript((held) => {
    const start = window.setTimeout;
    const hold = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === held ? Reflect.set(window, "heldBack", run) && 0 : start(run, ms, ...rest);
    Object.assign(window, { setTimeout: hold });
  }, delay);
  return () => page.evaluate(() => Reflect.get(window, "heldBack")());
}
