// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { LiveIndex } from "#contract/live.ts";
import { refusal } from "#tests/web/lib/answering.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/shared-view.ts";
import LivePlayer from "#web/features/player/live/live-player.tsx";
import { keepPlace } from "#web/features/player/use-place.ts";

beforeEach(() => {
  const toFake = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
  vi.useFakeTimers({ toFake: [...toFake] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const index: LiveIndex = {
  ...{ bytes: 40, seconds: 30, paused: false, ended: false, take: 0 },
  ...{ mime_type: "video/webm", init_bytes: 2, begin: { byte: 20, seconds: 20 } },
  updated_at: "2026-11-25T10:00:00Z",
};
const running = recordingWith({ status: "recording", live: { paused: false } as never }); // no more of it is read
const path = `/recordings/${running.id}`;

const media = { token: "t", expires_at: "2999-01-01T00:00:00.000Z" };

async function show(
  answer: Parameters<typeof answers>[0][string],
  recording = running,
  startAt?: number,
) {
  const asked = answers({ [`GET ${path}/live`]: answer });
  const news = vi.fn();
  const player = <LivePlayer {...{ recording, media, startAt }} onNews={news} />;
  await renderInApp(player, { asks: true });
  const asks = () => asked.filter(([call]) => call === `GET ${path}/live`).length;
  return { asks, news };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Lets the page come to it: of its clock no more than a few moments pass. */
async function comesTo(isSo: () => boolean) {
  for (let moment = 0; moment < 50 && !isSo(); moment++) await pass(1);
  expect(isSo()).toBe(true);
}
const says = (words: string) => comesTo(() => screen.queryByText(words) !== null);

describe("a recording that is watched while it is recorded", () => {
  it("is waited for until a player can begin in it, and then asked about no more", async () => {
    let init_bytes = 0;
    const { asks } = await show(() => ({ ...index, init_bytes }));
    await comesTo(() => asks() === 1);
    await says("This recording is still being made");
    await pass(1_001);
    expect(asks()).toBe(2);
    init_bytes = 2;
    await pass(1_001);
    await says("This browser cannot show it while it is recorded");
    const before = asks();
    await pass(10_000);
    expect(asks()).toBe(before);
  });

  it("is not begun anew when a guest says a name", async () => {
    const asked = answers({ [`GET ${path}/live`]: index });
    const page = (headers: Record<string, string>) => (
      <QueryClientProvider client={cache}>
        <LivePlayer {...{ recording: running, media, headers }} onNews={() => {}} />
      </QueryClientProvider>
    );
    const cache = new QueryClient();
    const { rerender } = render(page({ "X-Share-Token": "link" }));
    await says("This browser cannot show it while it is recorded");
    rerender(page({ "X-Share-Token": "link", "X-Guest-Token": "key" }));
    await pass(1_001);
    expect(asked).toHaveLength(1);
  });

  it("says where nobody can watch it before its end, and asks no more", async () => {
    const { asks } = await show(refusal(409, "No", { code: "live_unsupported" }));
    await says("This recording cannot be watched before it is finished");
    await pass(10_000);
    expect(asks()).toBe(1);
  });

  it("is asked for again where the server did not answer", async () => {
    const { asks } = await show(refusal(503, "Away"));
    await comesTo(() => asks() === 1);
    await says("This recording is still being made");
    await pass(1_001);
    expect(asks()).toBe(2);
  });
});

/** A browser that can show what it is given, and has given the element nothing yet. */
class CanShow extends EventTarget {
  static isTypeSupported = () => true;
  readyState = "open";
  addSourceBuffer = () => {
    const buffered = { length: 1, start: () => 20, end: () => 30 };
    const buffer = Object.assign(new EventTarget(), { buffered, abort() {}, appendBuffer() {} });
    buffer.appendBuffer = () => queueMicrotask(() => buffer.dispatchEvent(new Event("updateend")));
    return buffer;
  };
}

/** The page of a recording that runs, until somebody presses. */
function Ending() {
  const [recording, setRecording] = useState(running);
  return (
    <>
      <LivePlayer {...{ recording, media }} onNews={() => {}} />
      <button type="button" onClick={() => setRecording({ ...recording, status: "ready" })}>
        End
      </button>
    </>
  );
}

describe("a take that is watched", () => {
  beforeEach(() => {
    vi.stubGlobal("MediaSource", CanShow);
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:take");
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const bytes = (news: object = {}) =>
    new Response("..", {
      headers: { "X-Live": JSON.stringify({ ...index, ...news }), "X-Next-Byte": "40" },
    });
  /** The server's answers: where a player can begin, the first bytes, and then for as long as it takes none. */
  const server = (more: (query: URLSearchParams) => object | Promise<object> | undefined) => {
    const asked: string[] = [];
    const answer = (_: unknown, query: URLSearchParams) => {
      asked.push(`${query}`);
      const known = more(query) ?? (query.has("at") ? index : undefined);
      return known ?? (query.get("from_byte") === "40" ? new Promise<object>(() => {}) : bytes());
    };
    return { asked, answer };
  };

  it("begins where a link says, and the take after it at its newest, which is said", async () => {
    let isBegunAgain = false;
    const again = Promise.withResolvers<object>();
    const { asked, answer } = server((query) => {
      if (query.has("at")) return isBegunAgain ? { ...index, take: 1 } : undefined;
      return query.get("take") === "0" && query.get("from_byte") === "40"
        ? again.promise
        : undefined;
    });
    const { news } = await show(answer, running, 25);
    await comesTo(() => asked.includes("from_byte=40&take=0&paused=false"));
    expect(asked).toContain("at=25");
    expect(screen.queryByText("Begun again")).toBeNull();
    isBegunAgain = true;
    again.resolve(refusal(410, "No", { code: "begun_again" }));
    await says("Begun again");
    await comesTo(() => asked.includes("from_byte=40&take=1&paused=false"));
    expect(news).toHaveBeenCalled();
    expect(asked.filter((query) => query === "at=25")).toHaveLength(1);
  });

  it("is shown by phones that have a managed source alone, on no other device", async () => {
    vi.stubGlobal("MediaSource", undefined);
    vi.stubGlobal("ManagedMediaSource", CanShow);
    const { asked, answer } = server(() => undefined);
    await show(answer);
    await comesTo(() => asked.includes("from_byte=40&take=0&paused=false"));
    const [video] = document.getElementsByTagName("video");
    // Without it, such a source never opens.
    expect(video?.hasAttribute("disableremoteplayback") || video?.disableRemotePlayback).toBe(true);
  });

  it("may be silent at first, until somebody turns the sound on", async () => {
    vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function (
      this: HTMLMediaElement,
    ) {
      if (!this.muted) throw new DOMException("No gesture", "NotAllowedError");
    });
    await show(server(() => undefined).answer);
    const sound = () => screen.queryByRole("button", { name: "Turn the sound on" });
    await comesTo(() => sound() !== null);
    const [video] = document.getElementsByTagName("video");
    const hear = () => act(async () => void video?.dispatchEvent(new Event("volumechange")));
    await hear();
    expect([video?.muted, sound() !== null]).toEqual([true, true]);
    act(() => sound()?.click());
    await hear();
    expect([video?.muted, sound()]).toEqual([false, null]);
  });

  it("stays alone in reach until the finished film is there, which begins where no other stopped", async () => {
    keepPlace(running.id, { time: 30, duration: null });
    onTestFinished(() => localStorage.clear());
    const state = vi.spyOn(HTMLMediaElement.prototype, "readyState", "get").mockReturnValue(1);
    answers({ [`GET ${path}/live`]: server(() => undefined).answer });
    await renderInApp(<Ending />, { asks: true });
    const [runs, isInert] = [
      () => document.querySelector("[data-running]") !== null,
      () => document.querySelector<HTMLElement>("[data-finished]")?.inert,
    ];
    await comesTo(runs);
    act(() => screen.getByText("End").click());
    await comesTo(() => document.querySelectorAll("video").length === 2);
    expect([runs(), isInert(), screen.queryByText(/Resumed/)]).toEqual([true, true, null]);
    state.mockReturnValue(4);
    await pass(10_000);
    expect([runs(), isInert()]).toEqual([false, false]);
  });

  it("asks for nothing more once the page is left", async () => {
    const { asked, answer } = server((query) =>
      query.has("at") ? undefined : refusal(503, "Away"),
    );
    await show(answer);
    await comesTo(() => asked.some((query) => query.startsWith("from_byte")));
    cleanup();
    const before = asked.length;
    await pass(20_000);
    expect(asked.length).toBe(before);
  });
});

describe("a recording that has ended", () => {
  it("is looked for until it is there, and not by a page that was left", async () => {
    const ended = recordingWith({ status: "uploading" });
    const { asks, news } = await show(index, ended);
    await says("The recording has ended");
    await pass(5_001);
    expect(news).toHaveBeenCalledOnce();
    await pass(5_000);
    expect(news).toHaveBeenCalledTimes(2);
    cleanup();
    await pass(20_000);
    expect(news).toHaveBeenCalledTimes(2);
    expect(asks()).toBe(0);
  });

  it.each(["ready", "processing"] as const)("plays by itself: %s", async (status) => {
    const { news } = await show(index, recordingWith({ status }));
    await comesTo(() => document.querySelector("video") !== null);
    expect(document.querySelector("[data-finished]")).not.toBeNull();
    await pass(10_000);
    expect(news.mock.calls.length > 0).toBe(status === "processing");
  });
});
