import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { Edit } from "#contract/edits.ts";
import { MediaToken } from "#contract/recordings.ts";
import type { KeptRange } from "#contract/timeline.ts";
import { test } from "#tests/e2e/support/bare-server.ts";
import { call, newRecording } from "#tests/e2e/support/belongings.ts";
import { type Person, signIn } from "#tests/e2e/support/people.ts";
import {
  makeNumberedFilm,
  picturesOf,
  soundShifts,
  wrongMoments,
} from "#tests/support/numbered-film.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const SECONDS = 8;
const KEYS = "-g 60 -keyint_min 60";
const codecs = [
  ["VP8", "webm", `-c:v libvpx -deadline realtime -cpu-used 8 -b:v 1M -auto-alt-ref 0 ${KEYS}`],
  ["VP9", "webm", `-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 1M ${KEYS}`],
  ["AV1", "webm", `-c:v libsvtav1 -preset 12 -crf 40 ${KEYS}`],
  ["H.264 with pictures that wait", "mp4", `-c:v libx264 -preset veryfast -bf 3 ${KEYS}`],
] as const;
/** Edges between key frames, and a removed part within a group of pictures. */
const KEPT = [
  { start: 0.413, end: 1.207 },
  { start: 3.3, end: 5.05 },
  { start: 5.4, end: 7.3217 },
];

async function film(name: string, encoder: string) {
  const path = join(temporaryDirectory(), name);
  const sound = name.endsWith("mp4") ? "aac" : "libopus";
  await makeNumberedFilm(path, SECONDS, `${encoder} -c:a ${sound}`);
  return path;
}

const editOf = (owner: Person, id: string) => call(owner, "GET", `/recordings/${id}/edit`, Edit);
const untilReady = (owner: Person, id: string) =>
  expect.poll(async () => (await editOf(owner, id)).status, { timeout: 120_000 }).toBe("ready");

/** The film that a person gets, compared with the original moment by moment. */
async function wrongIn(page: Page, owner: Person, id: string, kept: readonly KeptRange[]) {
  const { token } = await call(owner, "POST", `/recordings/${id}/media-token`, MediaToken);
  const directory = temporaryDirectory();
  const path = (name: string) => join(directory, name);
  const read = async (name: string, query: string) => {
    const answer = await page.request.get(`/api/recordings/${id}/stream?token=${token}${query}`);
    await Bun.write(path(name), await answer.body());
    return picturesOf(path(name));
  };
  const [cut, original] = [await read("cut", ""), await read("original", "&original=true")];
  const isRising = cut.every(({ at }, index) => at > (cut[index - 1]?.at ?? -1));
  expect(isRising, "times rise strictly").toBe(true);
  const shifts = await soundShifts(path("cut"), kept);
  expect(shifts.length).toBeGreaterThan(10);
  expect(Math.max(...shifts.map(Math.abs)), "how late or early the sound is").toBeLessThan(0.03);
  return wrongMoments(kept, original, cut);
}

for (const [codec, container, encoder] of codecs)
  test(`without ffmpeg on the server, the owner's browser cuts ${codec} exactly`, async ({
    page,
    newPerson,
  }) => {
    const owner = await newPerson();
    const path = await film(`numbered.${container}`, encoder);
    const { id } = await newRecording(owner, "Numbers", Bun.file(path));
    const { version } = await editOf(owner, id);
    await call(owner, "PUT", `/recordings/${id}/edit`, Edit, {
      ...{ version, kept: KEPT, render: "browser" },
    });
    await signIn(page, owner);
    await page.goto(`/video/${id}/edit`);
    await untilReady(owner, id);
    expect(await wrongIn(page, owner, id, KEPT)).toEqual([]);
  });

const press = async (page: Page, keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const PASSAGES = /\/edit\/passages/;

/** In the editor of a recording of eight seconds. */
async function editing(page: Page, owner: Person) {
  const [, container, encoder] = codecs[0];
  const path = await film(`numbered.${container}`, encoder);
  const { id } = await newRecording(owner, "Numbers", Bun.file(path));
  await signIn(page, owner);
  await page.goto(`/video/${id}/edit`);
  await page.getByRole("slider", { name: "Start", exact: true }).waitFor();
  return id;
}
/** Trims a second and a bit from the start. */
const TRIM = ["Shift+ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "i"];

test("a cut in the browser asks before the page is closed, and goes on another time", async ({
  page,
  newPerson,
  quietPage,
}) => {
  quietPage.mayLog(/status of 507/);
  const owner = await newPerson();
  const id = await editing(page, owner);
  await press(page, TRIM);
  await expect(page.getByText("Your browser makes the cut.")).toBeVisible();
  await page.route(PASSAGES, (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 507, json: { error: "No room", message: "No room", code: "full" } })
      : route.fallback(),
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("No room")).toBeVisible();
  await page.unroute(PASSAGES);
  await page.route(PASSAGES, (route) =>
    route.request().method() === "PUT" ? undefined : route.fallback(),
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The new film is being made: 100%")).toBeVisible();
  const question = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await question;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(page.getByText("Keep this page open.")).toBeVisible();

  page.once("dialog", (another) => void another.accept());
  await page.goto(`/video/${id}`);
  await expect(page.getByText("The cut is not finished.")).toBeVisible();
  expect(await editOf(owner, id)).toMatchObject({ status: "rendering", waits_for_owner: true });
  await page.unroute(PASSAGES);
  await page.getByRole("link", { name: "Go on" }).click();
  await untilReady(owner, id);
  await expect(page.getByText(/^The new film is being made/)).toBeHidden();
  const { kept } = await editOf(owner, id);
  expect(kept[0]?.start).toBeCloseTo(1.1, 1);
  expect(await wrongIn(page, owner, id, kept)).toEqual([]);
});

test("a browser that cannot encode offers a cut at key frames", async ({ page, newPerson }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "VideoEncoder"));
  const owner = await newPerson();
  const id = await editing(page, owner);
  await press(page, TRIM);
  await expect(
    page.getByText(/and this browser has no encoder, so the cut is not exact/),
  ).toBeVisible();
  const { version } = await editOf(owner, id);
  const wish = { version, kept: [{ start: 1.1, end: 8 }], render: "browser" };
  await call(owner, "PUT", `/recordings/${id}/edit`, Edit, wish);
  await expect(page.getByText("This browser could not make the cut.")).toBeVisible();
  await page.getByRole("button", { name: "Cut at key frames" }).click();
  await untilReady(owner, id);
  const { duration } = await editOf(owner, id);
  expect(duration).toBeCloseTo(6, 1); // the next key frame is at two seconds
});
