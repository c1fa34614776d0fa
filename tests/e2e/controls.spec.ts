import { expect, type Locator } from "@playwright/test";
import { ShareList } from "#contract/shares.ts";
import { pages } from "#tests/e2e/scenes/pages.ts";
import { changed, show } from "#tests/e2e/scenes/scene.ts";
import { call, newRecording, newShare, newSubtitle } from "#tests/e2e/support/belongings.ts";
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

test("record shows at most 10 controls also with captions, and with a choice of microphones and cameras", async ({
  page,
  newPerson,
}) => {
  await page.addInitScript(haveTwoOfEach);
  await signIn(page, await newPerson());
  await changed(page, "**/api/config", (config) => ({ ...config, transcription: "service" }));
  await changed(page, "**/api/subscriptions/current", (current) => ({
    ...current,
    subtitle_minutes: { ...current.subtitle_minutes, limit: null },
  }));
  await page.goto("/new-recording");
  await page.getByRole("switch", { name: /^Instant link/ }).click();
  await page.getByRole("switch", { name: "Camera" }).click();
  const more = page.getByText("More", { exact: true });
  await more.click();
  await page.getByRole("switch", { name: /^Captions while I record/ }).click();
  await expect(page.getByRole("combobox", { name: "Spoken language" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Quality" })).toBeVisible();
  await more.click();
  for (const name of ["Which microphone", "Which camera"])
    await expect(page.getByRole("combobox", { name })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Camera\. Arrow keys/ })).toBeVisible();
  await expectFewControls(page, { own: 10 });
});

test("a video shows at most 12 controls beside its comments, 6 to share it, and gives a link in two clicks", async ({
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
  const links = async () =>
    (await call(owner, "GET", `/recordings/${id}/shares`, ShareList)).shares;
  expect(await links()).toEqual([]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link", exact: true }).click();
  await expect
    .poll(links)
    .toMatchObject([{ is_public: true, permission_type: "view", expires_at: null }]);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain((await links())[0]?.share_token ?? "no link");
});

test("a link shows its guest at most 8 controls in all", async ({ page, newPerson }) => {
  const owner = await newPerson();
  const recording = await newRecording(owner, "Have a look");
  await newSubtitle(owner, recording, "en", "WEBVTT\n\n00:00.200 --> 00:01.600\nHave a look.\n");
  const { share_token } = await newShare(owner, recording);
  await page.goto(`/shared/${share_token}`);
  await page.getByRole("tab", { name: "Transcript" }).waitFor();
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

test("with a person's own colours, controls show what is chosen", async ({ page, world }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await signIn(page, world.owner);
  const looks = async (control: Locator, act: () => Promise<unknown>) => {
    const before = await control.screenshot();
    await act();
    await page.mouse.move(0, 0);
    await expect.poll(async () => before.equals(await control.screenshot())).toBe(false);
  };
  await page.goto("/settings");
  for (const control of [
    page.getByRole("switch", { name: /^Named as a viewer/ }),
    page.getByRole("radio", { name: "Dark" }),
  ])
    await looks(control, () => control.click());
  // A link in the look of a button has an edge as well.
  const link = page.getByRole("link", { name: "Start recording" }).first();
  await expect(link).toHaveCSS("border-top-width", "1px");
  await page.goto(`/video/${world.recording.id}`);
  const transcript = page.getByRole("tab", { name: "Transcript" });
  await looks(transcript, () => transcript.click());
  await page.getByRole("button", { name: "Recording menu" }).click();
  const item = page.getByRole("menuitem").first();
  await looks(item, () => page.keyboard.press("ArrowDown"));
  await page.keyboard.press("Escape");
  // The picture is dark for everybody, and so what lies on it is light.
  const play = page.getByRole("button", { name: "Play", exact: true });
  const colour = () => play.evaluate((control) => getComputedStyle(control).color);
  const given = await colour();
  await page.emulateMedia({ forcedColors: "none" });
  expect(given).toBe(await colour());
});

test("with a person's own colours, the place in the sidebar and the handles of a cut can be told from what is around them", async ({
  page,
  world,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, world.owner);
  await page.goto("/settings");
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  const background = (element: Locator) =>
    element.evaluate((one) => getComputedStyle(one).backgroundColor);
  const here = await background(sidebar.getByRole("link", { name: "Settings" }));
  const elsewhere = sidebar.getByRole("link", { name: "Dashboard" });
  expect(here).not.toBe(await background(elsewhere));
  await page.goto(`/video/${world.recording.id}/edit`);
  const handle = page.getByRole("slider", { name: "Start", exact: true }).locator("> span");
  expect(await background(handle)).not.toBe(await background(page.getByTestId("timeline")));
});

test("icons grow with the text of a person who reads large text", async ({ page, world }) => {
  await signIn(page, world.owner);
  await page.goto(`/video/${world.recording.id}/edit`);
  const icons = [
    page.getByRole("button", { name: "Undo" }),
    page.getByRole("button", { name: "Collapse sidebar" }),
    page.getByRole("link", { name: "Settings" }),
  ].map((control) => control.locator("svg"));
  await icons[0]?.waitFor();
  const sizes = () =>
    Promise.all(icons.map(async (icon) => (await icon.boundingBox())?.width ?? 0));
  const before = await sizes();
  await page.addStyleTag({ content: ":root { font-size: 32px }" });
  expect(await sizes()).toEqual(before.map((size) => 2 * size));
});

const idOf = (at: number) => `4fd0c1c2-6a1c-4a53-9a3f-0c6c6f4c2a1${at}`;

/** Runs in the page: two microphones and two cameras, which say and show nothing. */
function haveTwoOfEach() {
  const kinds = ["audioinput", "videoinput"];
  const devices = kinds.flatMap((kind) =>
    ["One", "Two"].map((label) => ({ kind, label, deviceId: `${kind} ${label}`, groupId: "" })),
  );
  const picture = () => document.createElement("canvas").captureStream();
  const sound = () => new AudioContext().createMediaStreamDestination().stream;
  Object.assign(navigator.mediaDevices, {
    enumerateDevices: async () => devices,
    getUserMedia: async ({ video }: MediaStreamConstraints) => (video ? picture() : sound()),
  });
}
