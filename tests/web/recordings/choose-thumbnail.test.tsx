// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Recording } from "#contract/recordings.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { ChooseThumbnail } from "#web/features/recordings/thumbnail/choose-thumbnail.tsx";

const drawn: unknown[] = [];
beforeEach(() => {
  drawn.length = 0;
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    fillRect: () => {},
    drawImage: (source: unknown) => drawn.push(source),
  } as never); // no more of it is used
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((take) =>
    take(new Blob(["drawn"], { type: "image/jpeg" })),
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const button = () => screen.getByRole("button", { name: "Use this moment" });

interface Props {
  recording: Recording;
  onClose: () => void;
}

/** A recording whose cut may become ready while its thumbnail is chosen. */
function Choosing({ recording, onClose }: Props) {
  const [size, setSize] = useState(recording.size);
  return (
    <>
      <button type="button" onClick={() => setSize(1)}>
        Cut
      </button>
      <ChooseThumbnail recording={{ ...recording, size }} onClose={onClose} />
    </>
  );
}

async function choose(differs: Partial<Recording> = {}, answer?: Response) {
  const recording = recordingWith({ width: 1280, height: 720, duration: 60, ...differs });
  const media = { token: "t", expires_at: "2999-11-22T19:31:00.000Z" };
  answers({ [`POST /recordings/${recording.id}/media-token`]: media });
  const { fetch: before } = globalThis;
  const sent: string[] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const [path = "", query = ""] = address.split("?");
    if (!path.endsWith("/thumbnail")) return before(address, init);
    sent.push(`${init.method} ${query}${new Headers(init.headers).get("content-type")}`);
    return Promise.resolve(answer ?? Response.json(recording));
  });
  const onClose = vi.fn();
  await renderInApp(<Choosing recording={recording} onClose={onClose} />, { asks: true });
  const film = document.querySelector("video");
  return { film, sent, onClose };
}

/** A film on the page that has come to a moment, or is on its way there. */
function filmAt(film: HTMLVideoElement | null, isSeeking: boolean, readyState = 4) {
  if (!film) throw new Error("there is a film");
  Object.defineProperties(film, {
    readyState: { value: readyState, configurable: true },
    currentTime: { value: 0, writable: true, configurable: true },
    seeking: { value: isSeeking, configurable: true },
  });
  return film;
}

describe("choosing a thumbnail", () => {
  it("begins where the first thumbnail was taken, and follows the slider", async () => {
    const film = filmAt((await choose()).film, false);
    act(() => void film.dispatchEvent(new Event("loadedmetadata")));
    expect(film.currentTime).toBe(1);
    const slider = screen.getByRole("slider", { name: "Moment" });
    fireEvent.change(slider, { target: { value: "30" } });
    expect(film.currentTime).toBeCloseTo(30, 1);
  });

  it.each([
    ["come to it", true, 4],
    ["come at all", false, 0],
  ])("draws a moment only once the film has %s, then stores it and closes", async (_, ...state) => {
    const { film, sent, onClose } = await choose();
    const seeking = filmAt(film, ...state);
    fireEvent.click(button());
    await expect.poll(() => button().getAttribute("aria-busy")).toBe("true");
    expect([drawn, sent]).toEqual([[], []]);
    act(() => void seeking.dispatchEvent(new Event("seeked")));
    await expect.poll(() => onClose.mock.calls).toHaveLength(1);
    expect([drawn, sent]).toEqual([
      [seeking],
      [`POST film_size=${recordingWith({}).size}image/jpeg`],
    ]);
  });

  it("says of which film a moment is, also where a cut of it is ready meanwhile", async () => {
    const { film, sent, onClose } = await choose({ size: 2_000 });
    filmAt(film, false);
    fireEvent.click(screen.getByText("Cut"));
    fireEvent.click(button());
    await expect.poll(() => onClose.mock.calls).toHaveLength(1);
    expect(sent).toEqual(["POST film_size=2000image/jpeg"]);
  });

  it("says of an uploaded picture that it is one's own, and stays when the film is edited", async () => {
    const { sent, onClose } = await choose();
    const close = () => {};
    vi.stubGlobal("createImageBitmap", async () => ({ width: 4, height: 3, close }));
    const files = [new File(["a picture"], "a.png", { type: "image/png" })];
    fireEvent.change(screen.getByLabelText("Picture"), { target: { files } });
    await expect.poll(() => onClose.mock.calls).toHaveLength(1);
    expect(sent).toEqual(["POST own=trueimage/jpeg"]);
  });

  it("stays open when the server refuses the picture", async () => {
    const refused = refusal(409, "Another move is under way.");
    const { film, sent, onClose } = await choose({}, refused);
    filmAt(film, false);
    fireEvent.click(button());
    await expect.poll(() => sent).toHaveLength(1);
    await expect.poll(() => button().getAttribute("aria-busy")).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each<Partial<Recording>>([{ width: null }, { playable: false }, { missing: "trashed" }])(
    "takes a picture of one's own alone where no moment can be shown: %o",
    async (differs) => {
      const { film } = await choose(differs);
      expect([film, screen.queryByText("Use this moment")]).toEqual([null, null]);
      expect(screen.getByRole("button", { name: "Upload a picture" })).toBeTruthy();
    },
  );
});
