// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { defaultPreferences, type Preferences } from "#contract/account.ts";
import { ada } from "#tests/web/lib/people.ts";
import { resetRecorder, stopRecording } from "#web/features/recorder/recorder.ts";
import { deliveriesAtom } from "#web/features/recorder/send/delivery.ts";
import { emptyView, view } from "#web/features/recorder/view.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";
import { lendDevices } from "./browser.ts";
import { forgetAll, openRecordPage, type PageProps } from "./on-screen.tsx";

const ids = ["6f7f9bb4-3c48-4b0e-9d6c-0c9d4a1c2b3d", "0d6f6f0e-6a8b-4d2b-9a51-2f0a3f9f3c11"];
const [id = "", second = ""] = ids;
/** Places that were made on the server, and those whose parts it answers only later. */
let places: number;
let late: Map<string, PromiseWithResolvers<void>>;
let asked: string[];
let metadata: string;
let recorded: { mimeType?: string; videoBitsPerSecond?: number };

/** A worker that finds no disk, and whose clock stands still. */
class Worker extends EventTarget {
  postMessage({ ask }: { ask?: string }, [port]: MessagePort[] = []) {
    port?.postMessage(ask === "hash" ? { answer: "abc" } : { error: "no place" });
  }
  terminate() {}
}

class Recorder extends EventTarget {
  static isTypeSupported = () => true;
  state = "inactive";
  constructor(_: MediaStream, options: MediaRecorderOptions) {
    super();
    recorded = options;
  }
  start() {
    this.state = "recording";
  }
  stop() {
    this.state = "inactive";
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob(["film"]) }));
    this.dispatchEvent(new Event("stop"));
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  [asked, metadata, recorded] = [[], "", {}];
  [places, late] = [0, new Map()];
  localStorage.clear();
  signIn({ token: "of-ada", user: ada });
  const { mediaDevices } = lendDevices();
  const getDisplayMedia = () => mediaDevices.getUserMedia({ video: true });
  Object.assign(mediaDevices, { getDisplayMedia });
  vi.stubGlobal("MediaStream", class extends MediaStream {});
  vi.stubGlobal("MediaRecorder", Recorder);
  vi.stubGlobal("Worker", Worker);
  vi.stubGlobal("fetch", async (url: string, { method, headers, body }: RequestInit = {}) => {
    if (url.endsWith("/upload-speed")) return Response.json({});
    if (url.endsWith("/receipt")) return Response.json({}, { status: 404 }); // nobody waits for it
    const words = typeof body === "string" ? ` ${body}` : "";
    asked.push(`${method} ${url.replace(id, "r")}${words}`);
    metadata = new Headers(headers).get("upload-metadata") ?? metadata;
    if (method === "PATCH") await late.get(url)?.promise;
    const headersOf = (place: number) => ({
      ...{ location: `/api/uploads/${place}`, "x-recording-id": ids[place - 1] ?? "" },
      "upload-offset": "4",
    });
    return method === "POST"
      ? new Response(null, {
          status: 201,
          headers: headersOf(url.endsWith("/uploads") ? ++places : 0),
        })
      : new Response(null, { status: 204, headers: headersOf(0) });
  });
});
afterEach(() => {
  cleanup();
  forgetAll();
  signOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const captions = { language: "de", control: () => null } as const;

async function press(fields: Partial<Preferences>, props: PageProps = {}) {
  const preferences = { ...defaultPreferences, default_filename_prefix: "Talk", ...fields };
  await openRecordPage({ ...props, preferences });
  await act(
    async () => void fireEvent.click(screen.getByRole("button", { name: "Start recording" })),
  );
  await expect.poll(() => view().state.name).toBe("countdown");
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await expect.poll(() => view().state.name).toBe("recording");
}
const decoded = () =>
  Object.fromEntries(
    metadata.split(",").map((pair) => {
      const [key = "", value = ""] = pair.split(" ");
      return [key, Buffer.from(value, "base64").toString()];
    }),
  );

describe("what becomes of pressing record", () => {
  it("is a recording as it was wished for, which is sent and written down at once", async () => {
    const sent = { auto_save_to_cloud: true, recording_quality: "low" } as const;
    await press(sent, { captions });
    await expect.poll(() => view().recordingId).toBe(id);
    await expect.poll(() => asked).toContain('POST /api/recordings/r/subtitles {"language":"de"}');
    expect(asked.filter((one) => one === "POST /api/uploads")).toHaveLength(1);
    const mimeType = "video/webm;codecs=vp9,opus";
    expect(recorded).toMatchObject({ mimeType, videoBitsPerSecond: 1_000_000 });
    const { title, fileName } = view();
    expect(title).toMatch(/^Talk, /);
    expect(decoded()).toEqual({
      ...{ title, filename: fileName, filetype: "video/webm", kind: "recording" },
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(fileName).toMatch(/^Talk-[\d-]+\.webm$/);
  });

  it.each<[string, Partial<Preferences>, PageProps]>([
    ["nobody is heard", { auto_save_to_cloud: true, include_audio: false }, { captions }],
    [
      "nobody wants them",
      { auto_save_to_cloud: true },
      { captions: { ...captions, language: null } },
    ],
  ])("is one without captions where %s", async (_, fields, props) => {
    await press(fields, props);
    await expect.poll(() => view().recordingId).toBe(id);
    await act(async () => stopRecording());
    await expect.poll(() => view().state.name).toBe("saved");
    expect(asked.filter((one) => one.includes("subtitles"))).toEqual([]);
    expect(view().captions).toBeNull();
  });

  it("is one of its own, whatever becomes of an earlier one that is still on its way", async () => {
    for (const place of ["/api/uploads/1", "/api/uploads/2"])
      late.set(place, Promise.withResolvers());
    await press({ auto_save_to_cloud: true });
    await act(async () => stopRecording());
    await expect.poll(() => view()).toMatchObject({ state: { name: "saving" }, recordingId: id });
    act(resetRecorder);
    expect(view()).toEqual(emptyView);
    cleanup();
    await press({ auto_save_to_cloud: true });
    await act(async () => stopRecording());
    const own = { state: { name: "saving" }, recordingId: second };
    await expect.poll(() => view()).toMatchObject(own);
    const behind = () => [...getDefaultStore().get(deliveriesAtom).values()];
    expect(behind()).toHaveLength(1);
    await act(async () => late.get("/api/uploads/1")?.resolve());
    await expect.poll(() => behind()[0]?.upload.finished).toBe(true);
    expect(view()).toMatchObject(own);
    await act(async () => late.get("/api/uploads/2")?.resolve());
    const saved = { name: "saved", recordingId: second };
    await expect.poll(() => view().state).toMatchObject(saved);
    behind()[0]?.dismiss();
  });

  it.each([
    ["and is not said to be where the page shows it", true],
    ["and is said to be on every other page", false],
  ])("is saved when it has arrived, %s", async (_, isOpen) => {
    await loadToasts();
    await press({ auto_save_to_cloud: true });
    if (!isOpen) cleanup();
    await act(async () => stopRecording());
    await expect.poll(() => view().state.name).toBe("saved");
    const said = () => document.body.textContent.includes("Recording saved.");
    if (isOpen) expect(said()).toBe(false);
    else await expect.poll(said).toBe(true);
  });

  it("is one that stays on this computer to its end where nothing is to be sent", async () => {
    await press({ auto_save_to_cloud: false }, { captions });
    act(stopRecording);
    await expect.poll(() => view().state.name).toBe("ready");
    expect(await view().blob?.text()).toBe("film");
    expect(asked).toEqual([]);
  });
});

test.each([
  ["who was heard may be silent for as long as they like", true, true],
  ["who was never heard is told so", false, true],
  ["is told nothing where the browser mixes no sound, and their voice is recorded", true, false],
])("somebody %s", async (_, isHeard, isMixed) => {
  let volume = isHeard && isMixed ? 0.5 : 0;
  const track = Object.assign(new EventTarget(), { stop() {} });
  class Sound {
    state = "running";
    createMediaStreamDestination = () => ({ stream: { getAudioTracks: () => [track] } });
    createAnalyser = () => ({
      getFloatTimeDomainData: (samples: Float32Array) => void samples.fill(volume),
    });
    createMediaStreamSource = () => ({ connect() {} });
    resume = () => (isMixed ? Promise.resolve() : new Promise<void>(() => {}));
    close() {}
  }
  vi.stubGlobal("AudioContext", Sound);
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"],
  });
  await press({ auto_save_to_cloud: false });
  expect(screen.getByRole("img", { name: "Microphone level" })).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  volume = 0;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.queryByText("No sound so far") === null).toBe(isHeard);
});
