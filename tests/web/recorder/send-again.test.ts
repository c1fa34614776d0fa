// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { ada } from "#tests/web/lib/people.ts";
import { takeFrom } from "#web/features/recorder/keep/take.ts";
import { finishUpload, LiveRecording, uploadAgain } from "#web/features/recorder/live-recording.ts";
import { uploadRecording } from "#web/features/recorder/send/upload-recording.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import { aManifest } from "./keep/manifest.ts";

let server: Awaited<ReturnType<typeof answeringServer>>;
let asked: string[];

beforeEach(async () => {
  localStorage.clear();
  server = await answeringServer();
  asked = [];
  server.state.answer = ({ method = "", url = "", headers }) => {
    if (url.includes("/api/uploads")) asked.push(method);
    const size = Number(headers["upload-offset"] ?? 0) + Number(headers["content-length"] ?? 0);
    const place = {
      location: `/api/uploads/${asked.length}`,
      "x-recording-id": `r${asked.length}`,
    };
    if (method === "POST") return { status: 201, body: "", headers: place };
    if (method === "PATCH") return { body: "", headers: { "upload-offset": String(size) } };
    return { status: 503, body: {} };
  };
  signIn({ token: "of-ada", user: ada });
});
afterEach(() => {
  signOut();
  vi.restoreAllMocks();
  return server.stop();
});

test("all of it is sent again to a new place, and nothing listens to the network afterwards", async () => {
  const listening = { online: 0, offline: 0 };
  const count = (by: number) => (name: string) => {
    if (name === "online" || name === "offline") listening[name] += by;
  };
  vi.spyOn(window, "addEventListener").mockImplementation(count(1));
  vi.spyOn(window, "removeEventListener").mockImplementation(count(-1));
  const told: string[] = [];
  const recording = new LiveRecording(
    {
      ...{ userId: ada.id, prefix: "Demo", mime: "video/webm", instant: true, captions: null },
      ...{ quality: "low", picture: "screen", surface: "monitor", microphone: "off" },
      ...{ systemAudio: false, camera: null },
    },
    { tell: ({ type }) => void told.push(type), show() {} },
  );
  const manifest = aManifest({ userId: ada.id, keeps: "memory", bytes: 9, hasAudio: false });
  const sealed = { bytes: 9, sha256: "abc" };
  recording.take = takeFrom({ ...manifest, sealed }, new Blob(["all of it"]), () => {});

  // The upload runs as while recording: the delivery goes on with what had begun.
  recording.uploader = uploadRecording(manifest, {
    source: { read: async (from, to) => new Blob(["all of it"]).slice(from, to) },
    note: recording.take.note,
  });
  finishUpload(recording);
  await expect.poll(() => told).toContain("saved");
  expect(asked).toEqual(["POST", "PATCH"]);
  const { delivery } = recording;
  await uploadAgain(recording);
  await expect.poll(() => told.filter((type) => type === "saved")).toHaveLength(2);
  expect(asked).toEqual(["POST", "PATCH", "POST", "PATCH"]);
  expect(listening).toEqual({ online: 0, offline: 0 });
  delivery?.abandon();
  recording.delivery?.abandon();
});
