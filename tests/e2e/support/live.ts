import { expect, type Locator, type Page } from "@playwright/test";

/** What was seen in a page that watches, ten times a second, since it was last forgotten. */
interface Seen {
  /** When it first showed a picture. */
  first: number;
  /** Each time that it passed over, or went back by, more than a second of what had been recorded. */
  jumps: string[];
  /** The longest time, in ms, in which a film that ought to play stood still although more of it had come. */
  still: number;
  /** How many times there was no picture, or a black one. */
  blank: number;
  looks: number;
  /** How often bytes were given to the player. */
  appended: number;
  /** How often they came from another place than those before. */
  begun: number;
}

/** A viewer on a busy computer catches up by and by. */
export const IN_THE_END = { timeout: 60_000 };

export const pictureOf = (page: Page) => page.locator("video[aria-label]");

export const timeOf = (video: Locator) =>
  video.last().evaluate((element: HTMLVideoElement) => element.currentTime);

export const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => Reflect.get(window, "seen"));

/** Looks anew from here on: the viewer has wished to be elsewhere, or the recorder rested. */
export const forgetSeen = (page: Page) =>
  page.evaluate(() =>
    Object.assign(Reflect.get(window, "seen"), {
      jumps: [],
      still: 0,
      blank: 0,
      looks: 0,
      begun: 0,
    }),
  );

/** The seconds on the recorder's clock. */
export async function clockOf(page: Page): Promise<number> {
  const text = (await page.getByRole("timer").textContent()) ?? "";
  const [minutes = 0, seconds = 0] = text.split(":").map(Number);
  return minutes * 60 + seconds;
}

/** Somebody records, and another person opens the link in a browser of their own, and sees it run. */
export async function watched(page: Page, visitor: Page, link: string) {
  await watchClosely(visitor);
  await visitor.goto(link);
  const video = pictureOf(visitor);
  await expect(visitor.getByRole("button", { name: "Live", exact: true })).toBeVisible();
  await expect.poll(() => timeOf(video)).toBeGreaterThan(1);
  // A busy computer that has passed over what came before its first picture goes on from there.
  const from = await timeOf(video);
  await expect.poll(() => timeOf(video)).toBeGreaterThan(from + 1);
  return { video, behind: async () => (await clockOf(page)) - (await timeOf(video)) };
}

async function watchClosely(page: Page) {
  await page.addInitScript(countBytes);
  await page.addInitScript(lookClosely);
}

/** Runs in the page, before its own scripts. */
function countBytes() {
  const seen: Seen = { first: 0, jumps: [], still: 0, blank: 0, looks: 0, appended: 0, begun: 0 };
  Object.assign(window, { seen });
  const append = SourceBuffer.prototype.appendBuffer;
  SourceBuffer.prototype.appendBuffer = function (bytes) {
    seen.appended++;
    append.call(this, bytes);
  };
  const abort = SourceBuffer.prototype.abort;
  SourceBuffer.prototype.abort = function () {
    seen.begun++;
    abort.call(this);
  };
}

/** Runs in the page, after `countBytes`. */
function lookClosely() {
  const seen: Seen = Reflect.get(window, "seen");
  const canvas = Object.assign(document.createElement("canvas"), { width: 32, height: 18 });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const isBlank = (video: HTMLVideoElement) => {
    pen?.clearRect(0, 0, 32, 18);
    pen?.drawImage(video, 0, 0, 32, 18);
    const { data = new Uint8ClampedArray() } = pen?.getImageData(0, 0, 32, 18) ?? {};
    return !data.some((value, index) => index % 4 < 3 && value > 32);
  };
  const hasMore = ({ buffered, currentTime }: HTMLVideoElement) =>
    buffered.length > 0 && buffered.end(buffered.length - 1) > currentTime + 1;
  /** A busy recorder writes nothing for a moment; but where the page has begun anew, a hole is what it left out. */
  const unrecorded = ({ buffered }: HTMLVideoElement, from: number, to: number) => {
    let length = 0;
    if (seen.begun > 0) return length;
    for (let index = 1; index < buffered.length; index++)
      length += Math.max(
        0,
        Math.min(to, buffered.start(index)) - Math.max(from, buffered.end(index - 1)),
      );
    return length;
  };
  const described = ({ buffered, readyState }: HTMLVideoElement, from: number, to: number) => {
    const ranges = Array.from({ length: buffered.length }, (_, index) =>
      [buffered.start(index), buffered.end(index)].map((time) => time.toFixed(2)).join("–"),
    );
    return `${from.toFixed(2)} → ${to.toFixed(2)} of ${ranges.join(", ")} in state ${readyState}`;
  };
  let last = { place: 0, at: 0, rate: 1 };
  let movedAt = 0;
  setInterval(() => {
    const all = [...document.querySelectorAll<HTMLVideoElement>("video[aria-label]")];
    const video = all.find((one) => !one.closest("[inert]"));
    // Both before the picture is looked at, which takes a busy computer its time.
    const [at, place] = [performance.now(), video?.currentTime ?? 0];
    if (video && video.readyState > 1) seen.first ||= at;
    if (!seen.first) return;
    // After a wish to be elsewhere, the first look knows no place from before.
    if (seen.looks++ === 0) [last, movedAt] = [{ place: 0, at: 0, rate: 1 }, at];
    if (!video || isBlank(video)) seen.blank++;
    if (!video) return;
    const by = place - last.place;
    const rate = Math.max(1, last.rate, video.playbackRate); // it may have changed since the last look
    const passed = by - unrecorded(video, last.place, place);
    const ms = at - last.at;
    if (last.at > 0 && (by < -1 || passed > (ms / 1000) * rate + 1))
      seen.jumps.push(
        `${described(video, last.place, place)} after ${Math.round(ms)} ms at ${rate}`,
      );
    if (by !== 0 || video.paused || video.ended || !hasMore(video)) movedAt = at;
    seen.still = Math.max(seen.still, at - movedAt);
    last = { place, at, rate: video.playbackRate };
  }, 100);
}

/** The finished video has taken the place of the one that ran, and is a file. */
export async function expectOver(visitor: Page) {
  await expect(visitor.getByRole("button", { name: "Live", exact: true })).toBeHidden({
    timeout: 30_000,
  });
  await expect(pictureOf(visitor)).toHaveCount(1);
  const address = await pictureOf(visitor).evaluate((video: HTMLVideoElement) => video.currentSrc);
  expect(address).toMatch(/^http.*\/stream/);
}
