import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { Edit } from "#contract/edits.ts";
import { call, newRecording } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { signIn } from "#tests/e2e/support/people.ts";
import { makeNumberedFilm } from "#tests/support/numbered-film.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const VP8 = "-c:v libvpx -deadline realtime -cpu-used 8 -b:v 1M -auto-alt-ref 0 -g 60 -c:a libopus";
/** Eight seams: each part begins a fifth of a second or more after a key frame. */
const KEPT = Array.from({ length: 9 }, (_, index) => {
  const start = Math.round((2 * index + 0.2 + 0.2 * index) * 1000) / 1000;
  return { start, end: start + 0.9 };
});
const SECONDS = 20;
/** As long as one is shown, and half as long again: a screen shows it a moment later. */
const FRAME_MS = 50;

/** What was heard and seen of a preview. */
interface Measured {
  /** Seconds of sound. */
  heard: number;
  /** Milliseconds of each silence between two sounds, the longest first. */
  silences: number[];
  /** Samples that are further from the one before than a wave of this film can be. */
  jumps: number;
  /** Pictures that were shown: the number, and for how many milliseconds. */
  shown: { number: number; ms: number }[];
}

declare global {
  interface Window {
    heard: Float32Array[];
  }
}

/** All sound on its way to the loudspeakers is kept as well. */
const hear = () => {
  window.heard = [];
  const connect = AudioNode.prototype.connect;
  const recorders = new WeakMap<BaseAudioContext, Promise<AudioNode>>();
  const script = `registerProcessor("heard", class extends AudioWorkletProcessor {
    process([[channel] = []]) {
      this.port.postMessage(channel ? channel.slice() : new Float32Array(128));
      return true;
    }
  })`;
  const recorderOf = async (context: BaseAudioContext) => {
    await context.audioWorklet.addModule(
      URL.createObjectURL(new Blob([script], { type: "text/javascript" })),
    );
    const recorder = new AudioWorkletNode(context, "heard");
    recorder.port.onmessage = ({ data }) => window.heard.push(data);
    Reflect.apply(connect, recorder, [context.destination]);
    return recorder;
  };
  const record = function (this: AudioNode, target: AudioNode, ...rest: number[]) {
    if (!(target instanceof AudioDestinationNode))
      return Reflect.apply(connect, this, [target, ...rest]);
    const recorder = recorders.get(this.context) ?? recorderOf(this.context);
    recorders.set(this.context, recorder);
    void recorder.then((node) => Reflect.apply(connect, this, [node]));
    return target;
  };
  Object.assign(AudioNode.prototype, { connect: record });
};

/** Plays the preview to its end, and reads the number of each picture that is in front. */
const watch = async (): Promise<Measured> => {
  const films = [...document.querySelectorAll("video")];
  const canvas = new OffscreenCanvas(320, 96);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const numberOf = (film: HTMLVideoElement) => {
    pen?.drawImage(film, 0, 0, 320, 96);
    const row = pen?.getImageData(0, 48, 320, 1).data ?? [];
    return Array.from({ length: 16 }, (_, bit) => row[(bit * 20 + 10) * 4] ?? 0).reduce(
      (number, light) => number * 2 + Number(light > 126),
      0,
    );
  };
  const isFront = (film: HTMLVideoElement) => film.getAttribute("aria-hidden") !== "true";
  const pictures: { number: number; at: number }[] = [];
  let isOver = false;
  const look = () => {
    const film = films.find(isFront);
    const number = film ? numberOf(film) : -1;
    if (pictures.at(-1)?.number !== number) pictures.push({ number, at: performance.now() });
    if (!isOver) requestAnimationFrame(look);
  };
  const isEnded = () => films.every((film) => film.paused);
  document.dispatchEvent(new KeyboardEvent("keydown", { key: " ", code: "Space", bubbles: true }));
  while (isEnded()) await new Promise((resolve) => setTimeout(resolve, 5));
  window.heard.length = 0;
  look();
  let quiet = 0;
  while (quiet < 10) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    quiet = isEnded() ? quiet + 1 : 0;
  }
  isOver = true;
  const over = performance.now();
  const samples = window.heard.flatMap((block) => [...block]);
  const silences: number[] = [];
  let [zeros, jumps, hasBegun] = [0, 0, false];
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < 1e-5) zeros++;
    else {
      if (hasBegun && zeros > 48) silences.push(Math.round(zeros / 48));
      [hasBegun, zeros] = [true, 0];
    }
    if (Math.abs(sample - (samples[index - 1] ?? 0)) > 0.45) jumps++;
  }
  return {
    heard: samples.length / 48_000,
    silences: silences.toSorted((a, b) => b - a),
    jumps,
    shown: pictures.map(({ number, at }, index) => ({
      number,
      ms: Math.round((pictures[index + 1]?.at ?? over) - at),
    })),
  };
};

test.use({ bypassCSP: true });

test("the preview of eight seams has no hole in its sound and shows nothing that was removed", async ({
  page,
  newPerson,
}) => {
  const owner = await newPerson();
  const path = join(temporaryDirectory(), "numbered.webm");
  await makeNumberedFilm(path, SECONDS, VP8);
  const { id } = await newRecording(owner, "Numbers", Bun.file(path));
  const { version } = await call(owner, "GET", `/recordings/${id}/edit`, Edit);
  await call(owner, "PUT", `/recordings/${id}/edit`, Edit, { version, kept: KEPT });
  await page.addInitScript(hear);
  await signIn(page, owner);
  // A crowded machine makes holes of its own: a preview that has some of itself has them each time.
  await expect(async () => {
    await page.goto(`/video/${id}/edit`);
    await ready(page);
    const measured = await page.evaluate(watch);
    expect(measured.heard).toBeGreaterThan(7.5);
    expect(measured.shown.length).toBeGreaterThan(120);
    expect(measured.jumps).toBe(0);
    expect(measured.silences.filter((ms) => ms > 25)).toEqual([]);
    expect(removedIn(measured).filter((ms) => ms > FRAME_MS)).toEqual([]);
  }).toPass({ intervals: [0], timeout: 200_000 });
});

/** For how many milliseconds each seam shows what was removed. The last picture is where the preview stands. */
function removedIn({ shown }: Measured): number[] {
  const times = [0];
  for (const { number, ms } of shown.slice(0, -1))
    if (isRemoved(number)) times.push((times.pop() ?? 0) + ms);
    else if (times.at(-1) !== 0) times.push(0);
  return times;
}

/** A picture that is on the screen at no moment that is kept. The sound of Opus puts pictures 7 ms later. */
const isRemoved = (number: number) => {
  const at = number / 30 + 0.007;
  return !KEPT.some(({ start, end }) => at > start - 1 / 30 && at < end);
};

/** The first film stands at its beginning, and the second where it will be needed. */
async function ready(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll("video")].map((film) => [film.readyState, film.currentTime]),
      ),
    )
    .toEqual([
      [4, KEPT[0]?.start],
      [4, expect.closeTo(KEPT[1]?.start ?? 0, 2)],
    ]);
}
