// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { ada } from "#tests/web/lib/people.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { uploadRecording } from "#web/features/recorder/send/upload-recording.ts";
import { recordInto } from "#web/lib/record-into.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import type { Uploader } from "#web/lib/uploads/uploader.ts";

const ben = { ...ada, id: "8c1f6f0e-6a8b-4d2b-9a51-2f0a3f9f3c22", username: "Ben" };
const manifest: Manifest = {
  id: "take",
  userId: ada.id,
  title: "Recording",
  mime: "video/webm",
  startedAt: "2026-11-20T10:00:00Z",
  elapsed: 1000,
  bytes: 4,
  hasAudio: false,
  keeps: "memory",
  mayUpload: true,
  upload: null,
  sent: false,
  confirmed: false,
  sealed: null,
  sheet: null,
};

let server: Awaited<ReturnType<typeof answeringServer>>;
let uploader: Uploader | undefined;
let bearers: (string | undefined)[];
let described: string[];

beforeEach(async () => {
  localStorage.clear();
  server = await answeringServer();
  bearers = [];
  described = [];
  server.state.answer = ({ headers }) => {
    bearers.push(headers.authorization);
    described.push(String(headers["upload-metadata"]));
    return { status: 402, body: { error: "Full", message: "Full", code: "quota_exceeded" } };
  };
});
afterEach(() => {
  uploader?.stop();
  signOut();
  return server.stop();
});

function send() {
  const source = { read: async () => new ArrayBuffer(4) };
  uploader = uploadRecording(manifest, { source, note: async () => {} });
  uploader.ended(4);
  return uploader;
}

test("a take is sent as whoever recorded it, and as nobody who signs in after them", async () => {
  signIn({ token: "of-ben", user: ben });
  const sending = send();
  await expect.poll(() => sending.state().stuck).toEqual({ why: "signed-out" });
  expect(bearers, "what was sent while somebody else was signed in").toEqual([]);

  signIn({ token: "of-ben-renewed", user: ben });
  expect(sending.state().stuck).toEqual({ why: "signed-out" });

  signIn({ token: "of-ada", user: ada });
  await expect.poll(() => sending.state().stuck).toEqual({ why: "refused", message: "Full" });
  expect(bearers).toEqual(["Bearer of-ada"]);
  expect(described[0], "so that the server knows it again when its answer is lost").toContain(
    `key ${btoa(manifest.id)}`,
  );
});

test("a take goes into the folder that was chosen when it began", async () => {
  signIn({ token: "of-ada", user: ada });
  recordInto.write("chosen since");
  const places: (string | undefined)[] = [];
  server.state.answer = ({ url }) => {
    places.push(url);
    return { status: 402, body: { error: "Full", message: "Full", code: "full" } };
  };
  const source = { read: async () => new ArrayBuffer(4) };
  uploader = uploadRecording({ ...manifest, folder: "talks" }, { source, note: async () => {} });
  uploader.ended(4);
  await expect.poll(() => uploader?.state().stuck).not.toBeNull();
  expect(places).toEqual(["/api/uploads?folder_id=talks"]);
});

test("a take that is stopped is not sent when its owner signs in again", async () => {
  const [stopped, other] = [send(), send()];
  for (const one of [stopped, other])
    await expect.poll(() => one.state().stuck).toEqual({ why: "signed-out" });
  stopped.stop();
  signIn({ token: "of-ada", user: ada });
  await expect.poll(() => other.state().stuck).toEqual({ why: "refused", message: "Full" });
  expect(bearers, "of the two, one was sent").toEqual(["Bearer of-ada"]);
});

test("a recorder that has nothing to send says that it is there, until all is sent or it is stopped", async () => {
  signIn({ token: "of-ada", user: ada });
  const asked: string[] = [];
  server.state.answer = ({ method = "" }) => {
    asked.push(method);
    const taken = method === "PATCH" ? "4" : "0";
    const headers = { location: "/api/uploads/1", "x-recording-id": "r", "upload-offset": taken };
    return { status: method === "POST" ? 201 : 204, body: "", headers };
  };
  const clocks: StruckByHand[] = [];
  class StruckByHand {
    isRunning = true;
    onmessage = () => {};
    seconds = 0;
    constructor() {
      clocks.push(this);
    }
    postMessage(interval: number) {
      this.seconds = interval / 1000;
    }
    terminate() {
      this.isRunning = false;
    }
  }
  vi.stubGlobal("Worker", StruckByHand);
  const source = { read: async () => new ArrayBuffer(4) };
  uploader = uploadRecording(manifest, { source, note: async () => {} });
  const [clock] = clocks;
  clock?.onmessage();
  uploader.grown(1);
  await expect.poll(() => uploader?.state().url).toBe("/api/uploads/1");
  expect(asked).toEqual(["POST"]);

  clock?.onmessage();
  await expect.poll(() => asked).toEqual(["POST", "HEAD"]);
  expect(clock?.seconds).toBeLessThanOrEqual(20); // three of them in the server's minute
  uploader.stop();
  expect(clock?.isRunning).toBe(false);

  uploader = uploadRecording(manifest, { source, note: async () => {} });
  expect(clocks[1]?.isRunning).toBe(true);
  uploader.ended(4);
  await expect.poll(() => uploader?.state().finished).toBe(true);
  expect(clocks[1]?.isRunning).toBe(false);
  vi.unstubAllGlobals();
});

test("a recorder whose upload waits for its owner says no more that it is there", async () => {
  signIn({ token: "of-ada", user: ada });
  const asked: string[] = [];
  server.state.answer = ({ method = "" }) => {
    asked.push(method);
    return { status: 404, body: {} };
  };
  const clocks: { onmessage: () => void }[] = [];
  class StruckByHand {
    onmessage = () => {};
    postMessage = () => {};
    terminate = () => {};
    constructor() {
      clocks.push(this);
    }
  }
  vi.stubGlobal("Worker", StruckByHand);
  onTestFinished(() => void vi.unstubAllGlobals());
  const upload = { url: "/api/uploads/7", recordingId: "r" };
  const source = { read: async () => new ArrayBuffer(4) };
  uploader = uploadRecording({ ...manifest, upload }, { source, note: async () => {} });
  uploader.ended(4);
  await expect.poll(() => uploader?.state().stuck).toEqual({ why: "gone" });
  clocks[0]?.onmessage();
  await fetch("/api/last", { method: "POST" });
  expect(asked).toEqual(["HEAD", "POST"]);
});

test("a take goes on where an earlier visit left it, and waits while there is no network", async () => {
  signIn({ token: "of-ada", user: ada });
  const asked: string[] = [];
  server.state.answer = ({ method = "", url = "", headers }) => {
    asked.push(`${method} ${url} ${headers["upload-offset"] ?? ""}`.trim());
    const taken = method === "PATCH" ? "4" : "1";
    return { status: 204, body: "", headers: { "upload-offset": taken } };
  };
  const read: [number, number][] = [];
  const source = {
    read: async (from: number, to: number) => {
      read.push([from, to]);
      return new ArrayBuffer(to - from);
    },
  };
  const upload = { url: "/api/uploads/7", recordingId: "r" };
  const note = () => Promise.reject(new Error("It has its place."));
  uploader = uploadRecording({ ...manifest, upload }, { source, note });
  window.dispatchEvent(new Event("offline"));
  uploader.ended(4);
  expect([uploader.state().online, uploader.state().doing]).toEqual([false, "nothing"]);
  window.dispatchEvent(new Event("online"));
  await expect.poll(() => uploader?.state().finished).toBe(true);
  expect(asked).toEqual(["HEAD /api/uploads/7", "PATCH /api/uploads/7 1"]);
  expect(read, "what the server has is not read again").toEqual([[1, 4]]);
});
