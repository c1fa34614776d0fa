// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LARGEST_SHEET_BYTES } from "#contract/contact-sheets.ts";
import { growSheet } from "#web/features/recorder/capture/contact-sheet.ts";

/** The picture that is shown now. */
let shown: { name: string; width: number; height: number };
let videos: HTMLVideoElement[];
/** The pictures on each canvas, by the corner at which each begins. */
let sheets: Map<HTMLCanvasElement, Map<string, string>>;
let cleared: string[];
/** How large a JPEG of each quality comes out; null where the browser makes none. */
let weigh: (quality: number) => number | null;
let tried: number[];

const track = {} as MediaStreamTrack; // only handed on

function draw(onto: HTMLCanvasElement, image: unknown, numbers: number[]) {
  const lies = sheets.get(onto) ?? new Map<string, string>();
  sheets.set(onto, lies);
  if (image instanceof HTMLVideoElement) {
    const [x, y, width, height] = numbers.map(Math.round);
    lies.set(`${x},${y}`, `${shown.name} ${width}x${height}`);
  } else if (image instanceof HTMLCanvasElement) {
    const [fromX, fromY, width, height, x, y] = numbers;
    const from = sheets.get(image) ?? new Map<string, string>();
    if (width === undefined) for (const [place, what] of from) lies.set(place, what);
    else lies.set(`${x},${y}`, from.get(`${fromX},${fromY}`) ?? `nothing ${width}x${height}`);
  }
}

beforeEach(() => {
  shown = { name: "start", width: 0, height: 0 };
  [videos, sheets, cleared, tried] = [[], new Map(), [], []];
  weigh = () => 1000;
  vi.spyOn(HTMLVideoElement.prototype, "play").mockImplementation(function (
    this: HTMLVideoElement,
  ) {
    Object.defineProperties(this, {
      videoWidth: { get: () => shown.width },
      videoHeight: { get: () => shown.height },
    });
    videos.push(this);
    return Promise.reject(new Error("not now"));
  });
  vi.stubGlobal("MediaStream", class extends MediaStream {});
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(function (
    this: HTMLCanvasElement,
  ) {
    return {
      clearRect: (...place: number[]) => void cleared.push(place.join()),
      drawImage: (image: unknown, ...numbers: number[]) => draw(this, image, numbers),
    } as never; // as much of it as is asked for
  });
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(function (
    this: HTMLCanvasElement,
    made,
    type,
    quality = 1,
  ) {
    tried.push(quality);
    const bytes = weigh(quality);
    const words = [this.width, this.height, ...(sheets.get(this) ?? [])].join("|");
    made(bytes === null ? null : new Blob([words.padEnd(bytes)], { type: type ?? "" }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const see = (name: string, width = 1600, height = 900) => {
  shown = { name, width, height };
};
const read = async (picture: Blob | undefined) => (await picture?.text())?.trim().split("|") ?? [];

describe("the pictures of a recording's moments", () => {
  it("are one a second, each at its place, cut to as many as there are", async () => {
    const sheet = growSheet(track);
    expect(videos.map(({ muted, playsInline }) => [muted, playsInline])).toEqual([[true, true]]);
    sheet.reach(0);
    see("title");
    sheet.reach(0);
    see("late", 1000, 900);
    sheet.reach(0.9);
    see("upright", 450, 900);
    sheet.reach(1);
    const made = await sheet.finish();
    expect(made?.shape).toEqual({ tiles: 2, seconds_each: 1, tile_width: 160, tile_height: 90 });
    expect(made?.picture.type).toBe("image/jpeg");
    // A picture of another shape lies whole in the middle of its place.
    const lies = ["0,0,title 160x90", "218,0,upright 45x90"];
    expect(await read(made?.picture)).toEqual(["320", "90", ...lies]);
    expect(cleared, "nothing of an earlier picture beside it").toEqual([
      "0,0,160,90",
      "160,0,160,90",
    ]);
    expect(videos[0]?.srcObject, "it is let go").toBeNull();
  });

  it("let every second one go when the sheet is full, and stand for twice as long from then on", async () => {
    const sheet = growSheet(track);
    for (let second = 0; second <= 100; second++) {
      see(`at ${second}`);
      sheet.reach(second);
    }
    const made = await sheet.finish();
    expect(made?.shape).toMatchObject({ tiles: 51, seconds_each: 2 });
    const [width, height, ...places] = await read(made?.picture);
    expect([width, height]).toEqual(["1600", "540"]);
    const lies = new Map(places.map((place) => [place.split(",", 2).join(), place.split(",")[2]]));
    expect(
      ["0,0", "160,0", "1440,0", "0,90", "1440,360", "0,450"].map((at) => lies.get(at)),
    ).toEqual(
      ["at 0", "at 2", "at 18", "at 20", "at 98", "at 100"].map((name) => `${name} 160x90`),
    );
  });

  it("stand in for moments in which nobody could look", async () => {
    const sheet = growSheet(track);
    see("woken");
    sheet.reach(2.5);
    expect((await sheet.finish())?.shape).toMatchObject({ tiles: 3, seconds_each: 1 });
  });

  it("are none where nothing was ever shown", async () => {
    const sheet = growSheet(track);
    sheet.reach(1);
    expect(await sheet.finish()).toBeNull();
    expect(tried).toEqual([]);
  });

  it.each([
    [
      "as good as they fit",
      (quality: number) => LARGEST_SHEET_BYTES + (quality > 0.5 ? 1 : 0),
      [0.7, 0.5],
    ],
    ["none where they never fit", () => LARGEST_SHEET_BYTES + 1, [0.7, 0.5, 0.3, 0.1]],
    ["none where the browser makes no JPEG", () => null, [0.7, 0.5, 0.3, 0.1]],
  ])("are %s", async (_, heavy, qualities) => {
    weigh = heavy;
    const sheet = growSheet(track);
    see("title");
    sheet.reach(0);
    const made = await sheet.finish();
    expect(made?.picture.size ?? null).toBe(qualities.length === 2 ? LARGEST_SHEET_BYTES : null);
    expect(tried).toEqual(qualities);
  });
});
