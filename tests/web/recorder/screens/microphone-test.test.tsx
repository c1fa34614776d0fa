// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isOff } from "#tests/web/lib/off.ts";
import { MicrophoneTest } from "#web/features/recorder/screens/set-up/microphone-test.tsx";
import { lendDevices } from "./browser.ts";

let browser: ReturnType<typeof lendDevices>;
/** The addresses of what was recorded, as long as something may play them. */
let held: string[];
let recorded: string[];
let played: HTMLAudioElement[];

class Recorder extends EventTarget {
  state = "inactive";
  mimeType = "audio/webm";
  start() {
    this.state = "recording";
  }
  stop() {
    this.state = "inactive";
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob(["voice"]) }));
    this.dispatchEvent(new Event("stop"));
  }
}

beforeEach(() => {
  browser = lendDevices([], ["microphone"]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("MediaRecorder", Recorder);
  [held, recorded, played] = [[], [], []];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    recorded.push((blob as Blob).type); // nothing else is given an address here
    held.push("blob:voice");
    return "blob:voice";
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => {
    held = held.filter((other) => other !== url);
  });
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function (
    this: HTMLMediaElement,
  ) {
    played.push(this as HTMLAudioElement); // the test plays no video
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const button = () => screen.getByRole<HTMLButtonElement>("button");
const said = () => screen.queryByRole("status")?.textContent;
const press = () => act(async () => void fireEvent.click(button()));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("two seconds are heard, and played as they were; then there can be others", async () => {
  render(<MicrophoneTest deviceId="desk" />);
  await press();
  expect([said(), isOff(button()), browser.open()]).toEqual([
    "Say something…",
    true,
    ["microphone"],
  ]);
  expect(browser.asked[0]?.audio).toMatchObject({ deviceId: { exact: "desk" } });
  await pass(1_999);
  expect(played).toEqual([]);
  await pass(1);
  expect([said(), isOff(button()), browser.open(), recorded]).toEqual([
    "This is how you sound",
    true,
    [],
    ["audio/webm"],
  ]);
  await act(async () => void played[0]?.dispatchEvent(new Event("ended")));
  expect([said(), isOff(button()), button().textContent, held]).toEqual([
    undefined,
    false,
    "Test microphone",
    [],
  ]);
});

test("a microphone that is not there is said so, and tried again", async () => {
  browser.state.refuse = ["microphone"];
  render(<MicrophoneTest deviceId={null} />);
  await press();
  expect([said(), isOff(button())]).toEqual(["The microphone could not be tested.", false]);
  browser.state.refuse = [];
  await press();
  expect(said()).toBe("Say something…");
});

test("a microphone that opens only after the page was left is let go", async () => {
  const allowed = Promise.withResolvers<void>();
  const { getUserMedia } = browser.mediaDevices;
  browser.mediaDevices.getUserMedia = async (wish) => {
    await allowed.promise;
    return getUserMedia(wish);
  };
  const { unmount } = render(<MicrophoneTest deviceId={null} />);
  await press();
  unmount();
  allowed.resolve();
  await expect.poll(() => [browser.asked.length, browser.open()]).toEqual([1, []]);
});

test.each([
  ["while it listens", 500],
  ["while it plays", 2_000],
])("another microphone, or another page, ends the test %s", async (_, ms) => {
  const pause = vi.spyOn(HTMLMediaElement.prototype, "pause");
  const { rerender, unmount } = render(<MicrophoneTest deviceId={null} />);
  for (const end of [() => rerender(<MicrophoneTest deviceId="desk" />), unmount]) {
    await press();
    await pass(ms);
    const pauses = pause.mock.calls.length;
    await act(async () => end());
    expect([browser.open(), held]).toEqual([[], []]);
    expect(pause.mock.calls.length - pauses).toBe(ms === 2_000 ? 1 : 0);
    if (end !== unmount) expect([said(), isOff(button())]).toEqual([undefined, false]);
  }
});
