// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FoundRecording } from "#contract/recordings.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { RecordingCard } from "#web/features/recordings/library/recording-card.tsx";
import { Thumbnail } from "#web/features/recordings/thumbnail/thumbnail.tsx";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

/** Elements that are looked for on the screen, and how one comes near it. */
const watched = new Map<Element, (isNear: boolean) => void>();
const near = (isNear: boolean) =>
  act(() => {
    for (const tell of watched.values()) tell(isNear);
  });
const urls: { made: number; let: string[] } = { made: 0, let: [] };

/** The videos that are read for a picture, which do nothing until they are told; and the drawings. */
let videos: HTMLVideoElement[];
const drawn: unknown[][] = [];

beforeEach(() => {
  class Observer {
    #seen: Element[] = [];
    constructor(private readonly tell: (entries: object[]) => void) {}
    observe(element: Element) {
      this.#seen.push(element);
      watched.set(element, (isIntersecting) => this.tell([{ isIntersecting }]));
    }
    disconnect() {
      for (const element of this.#seen) watched.delete(element);
    }
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  Object.assign(urls, { made: 0, let: [] });
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => `blob:${++urls.made}`);
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void urls.let.push(url));
  videos = [];
  drawn.length = 0;
  const create = document.createElement.bind(document);
  vi.spyOn(document, "createElement").mockImplementation((name: string) => {
    const element = create(name);
    if (element instanceof HTMLVideoElement) {
      Object.defineProperties(element, {
        ...{ videoWidth: { value: 1600 }, videoHeight: { value: 800 } },
        ...{ duration: { value: Number.POSITIVE_INFINITY }, load: { value: () => {} } },
        currentTime: { value: 0, writable: true },
      });
      videos.push(element);
    }
    return element;
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    fillRect: (...place: unknown[]) => drawn.push(["ground", ...place]),
    drawImage: (_video: unknown, ...place: unknown[]) => drawn.push(["picture", ...place]),
  } as never); // no more of it is used
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((take, type) =>
    take(new Blob(["drawn"], { type: type ?? "" })),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const media = { token: "t", expires_at: "2999-11-22T19:31:00.000Z" };
const picture = () => document.querySelector("img")?.getAttribute("src");
const show = (recording: FoundRecording) =>
  renderInApp(<Thumbnail recording={recording} />, { asks: true });

describe("the picture of a recording", () => {
  it("is read once it comes near the screen, and let go with its card", async () => {
    const recording = recordingWith({ thumbnail_path: "/t" });
    const asked = answers({
      [`GET /recordings/${recording.id}/thumbnail`]: new Response("picture"),
    });
    const { unmount } = await show(recording);
    near(false);
    expect([asked, picture()]).toEqual([[], undefined]);
    near(true);
    await expect.poll(picture).toBe("blob:1");
    expect(asked).toEqual([[`GET /recordings/${recording.id}/thumbnail`]]);
    expect(videos, "none is drawn").toEqual([]);
    near(false);
    expect(picture(), "it stays").toBe("blob:1");
    unmount();
    expect([urls.let, watched.size]).toEqual([["blob:1"], 0]);
  });

  it("is drawn where there is none, one at a time, and kept by the server", async () => {
    const [one, two, three] = [recordingWith({ duration: 4 }), recordingWith(), recordingWith()];
    const kept: string[] = [];
    const table = ({ id }: FoundRecording): Parameters<typeof answers>[0] => ({
      [`POST /recordings/${id}/media-token`]: media,
    });
    const asked = answers({ ...table(one), ...table(two), ...table(three) });
    const { fetch: before } = globalThis;
    vi.stubGlobal("fetch", (address: string, sent: RequestInit) => {
      if (!address.includes("/thumbnail")) return before(address, sent);
      kept.push(`${sent.method} ${address} ${new Headers(sent.headers).get("content-type")}`);
      return Promise.resolve(Response.json(address.includes(one.id) ? one : two));
    });
    const pictures = (
      <>
        <Thumbnail recording={one} />
        <Thumbnail recording={two} />
        <Thumbnail recording={three} />
      </>
    );
    await renderInApp(pictures, { asks: true });
    expect(asked).toEqual([]);
    near(true);
    await expect.poll(() => asked).toHaveLength(3);
    await expect.poll(() => videos).toHaveLength(1);
    const [video] = videos;
    if (!video) throw new Error("there is one");
    expect(video.getAttribute("src")).toBe(`/api/recordings/${one.id}/stream?token=t`);
    expect([video.muted, video.crossOrigin]).toEqual([true, "anonymous"]);
    video.dispatchEvent(new Event("loadedmetadata"));
    await expect.poll(() => video.currentTime).toBe(0.4);
    expect([drawn, videos.length]).toEqual([[], 1]);
    video.dispatchEvent(new Event("seeked"));
    await expect.poll(picture).toBe("blob:1");
    expect(drawn).toEqual([
      ["ground", 0, 0, 800, 800],
      ["picture", 0, 200, 800, 400],
    ]);
    const of = `film_size=${one.size}`; // of the film that it was drawn from
    expect(kept).toEqual([`POST /api/recordings/${one.id}/thumbnail?${of} image/jpeg`]);
    expect(video.hasAttribute("src"), "no more of it is read").toBe(false);
    await expect.poll(() => videos).toHaveLength(2);
    videos[1]?.dispatchEvent(new Event("error"));
    await expect.poll(() => videos[1]?.hasAttribute("src")).toBe(false);
    expect([kept.length, urls.made]).toEqual([1, 1]);
    await expect
      .poll(() => videos, { message: "one that fails keeps nobody waiting" })
      .toHaveLength(3);
    videos[2]?.dispatchEvent(new Event("error"));
    await expect.poll(() => videos[2]?.hasAttribute("src")).toBe(false);
  });

  it.each<Partial<FoundRecording>>([
    { status: "processing" },
    { playable: false },
    { missing: "trashed" },
  ])("is not drawn of one that is %o", async (differs) => {
    const asked = answers({});
    await show(recordingWith(differs));
    near(true);
    expect(asked).toEqual([]);
  });
});

describe("a card under the pointer", () => {
  const card = async (differs: Partial<FoundRecording> = {}) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const recording = recordingWith(differs);
    const token = `POST /recordings/${recording.id}/media-token`;
    const asked = answers({ [token]: media });
    const nothing = () => {};
    await renderInApp(
      <TooltipGroup>
        <RecordingCard
          {...{ recording, isSelected: false, isSelecting: false, dragged: () => [] }}
          onMove={nothing}
          {...{ onShare: nothing, onDownload: nothing, onDelete: nothing, onSelect: nothing }}
        />
      </TooltipGroup>,
      { asks: true },
    );
    const place = screen.getByRole("listitem");
    const enter = (pointerType: string) => fireEvent.pointerEnter(place, { pointerType });
    const leave = () => fireEvent.pointerLeave(place);
    const tokens = () => asked.filter(([call]) => call === token).length;
    const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
    return { recording, enter, leave, tokens, pass };
  };
  const video = () => document.querySelector("video");

  it("plays its first moments without sound when that rests on it, as long as it does", async () => {
    const { recording, enter, leave, tokens, pass } = await card();
    enter("mouse");
    pass(349);
    expect(tokens()).toBe(0);
    leave();
    pass(1_000);
    expect(tokens(), "it went by").toBe(0);
    enter("mouse");
    pass(350);
    await expect.poll(video).not.toBeNull();
    const shown = video();
    expect(shown?.getAttribute("src")).toBe(`/api/recordings/${recording.id}/stream?token=t`);
    expect([shown?.muted, shown?.autoplay, shown?.loop]).toEqual([true, true, true]);
    expect(shown?.style.opacity).toBe("0");
    act(() => void shown?.dispatchEvent(new Event("playing")));
    expect(shown?.style.opacity).toBe("1");
    leave();
    expect(video()).toBeNull();
  });

  it("plays nothing under a finger, nor what cannot be played", async () => {
    const touched = await card();
    touched.enter("touch");
    touched.pass(1_000);
    expect(touched.tokens()).toBe(0);
    cleanup();
    vi.useRealTimers();
    const unplayable = await card({ playable: false });
    unplayable.enter("mouse");
    unplayable.pass(1_000);
    expect(unplayable.tokens()).toBe(0);
  });
});
