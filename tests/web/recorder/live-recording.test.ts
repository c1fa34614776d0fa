// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { ada } from "#tests/web/lib/people.ts";
import { keptOf, startFlow } from "#web/features/recorder/flow.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import type { Keeping } from "#web/features/recorder/keep/spool.ts";
import { heldTakesAtom, takeFrom } from "#web/features/recorder/keep/take.ts";
import * as live from "#web/features/recorder/live-recording.ts";
import { letGoOf } from "#web/features/recorder/send/aside.ts";
import { deliveriesAtom } from "#web/features/recorder/send/delivery.ts";
import type { Event } from "#web/features/recorder/steps.ts";
import type { View } from "#web/features/recorder/view.ts";
import { DRIVE_NOT_CONNECTED } from "#web/lib/drive-problem.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import { aManifest } from "./keep/manifest.ts";

const id = "6f7f9bb4-3c48-4b0e-9d6c-0c9d4a1c2b3d";
const film = new Blob(["all of it"], { type: "video/webm" });
const sealed = { bytes: film.size, sha256: "abc" };

let server: Awaited<ReturnType<typeof answeringServer>>;
let asked: string[];
let answers: Record<string, { status: number; body: unknown }>;
let begun: live.LiveRecording[];
let isLetGo: boolean;

beforeEach(async () => {
  localStorage.clear();
  signIn({ token: "of-ada", user: ada });
  server = await answeringServer();
  [asked, answers, begun, isLetGo] = [[], {}, [], false];
  server.state.answer = ({ method = "", url = "", headers }) => {
    const what = `${method} ${url.replace("/api/", "").replace(id, "r")}`;
    asked.push(what);
    if (answers[what]) return answers[what];
    if (!url.includes("/uploads")) return { status: 503, body: {} };
    const taken = Number(headers["upload-offset"] ?? 0) + Number(headers["content-length"] ?? 0);
    const offset: Record<string, string> = { "upload-offset": String(taken) };
    const place: Record<string, string> = { location: "/api/uploads/1", "x-recording-id": id };
    return method === "PATCH"
      ? { body: "", headers: offset }
      : { status: 201, body: "", headers: place };
  };
});
afterEach(() => {
  for (const { uploader, delivery } of begun) {
    uploader?.stop();
    delivery?.abandon();
  }
  getDefaultStore().set(heldTakesAtom, []);
  getDefaultStore().set(deliveriesAtom, new Map());
  signOut();
  return server.stop();
});

/** A recording, what it has told and what it shows. */
function begin(wish: Partial<live.RecordingWish> = {}) {
  const told: Event[] = [];
  const shown: Partial<View> = {};
  const recording = new live.LiveRecording(
    {
      ...{ userId: ada.id, prefix: "Demo", mime: "video/webm", instant: true, captions: null },
      ...{ quality: "low", picture: "screen", surface: "monitor", microphone: "off" },
      ...{ systemAudio: false, camera: null, ...wish },
    },
    { tell: (event) => void told.push(event), show: (fields) => void Object.assign(shown, fields) },
  );
  begun.push(recording);
  return { recording, told, shown };
}

function keepingOf(fields: Partial<Manifest> = {}): Keeping {
  let manifest = aManifest({ userId: ada.id, keeps: "memory", bytes: film.size, ...fields });
  return {
    append: async () => ({ bytes: film.size, durable: true }),
    seal: async (elapsed) =>
      takeFrom({ ...manifest, elapsed, sealed }, film, () => {
        isLetGo = true;
      }),
    read: async (from, to) => film.slice(from, to),
    manifest: async () => manifest,
    note: async (noted) => {
      manifest = { ...manifest, ...noted };
    },
    discard: async () => {
      isLetGo = true;
    },
  };
}

async function ended(wish: Partial<live.RecordingWish> = {}) {
  const one = begin(wish);
  one.recording.keeping = keepingOf();
  await live.sealSpool(one.recording, 2_000);
  return one;
}

describe("a chunk of a recording", () => {
  it("is kept, and told in its own measure to all who follow", async () => {
    const { recording, shown } = begin();
    const told: unknown[] = [];
    recording.keeping = keepingOf();
    await live.startUpload(recording);
    recording.sheet = { reach: (seconds) => void told.push(seconds), finish: async () => null };
    recording.watch = (kept, elapsed) => void told.push([kept.bytes, elapsed]);
    const { uploader } = recording;
    if (uploader) recording.uploader = { ...uploader, grown: (bytes) => void told.push(bytes) };
    await live.keepChunk(recording, new Blob(["not WebM"]), 1_500);
    expect(told).toEqual([1.5, [film.size, 1_500], film.size]);
    expect(shown.flow && keptOf(shown.flow), "nobody can tell how much of it came").toBe(1_500);
    uploader?.stop();
  });
});

describe("a recording that is sent while it is made", () => {
  it("has its place at once, and what is said is written down where somebody wants that", async () => {
    const subtitle = {
      ...{ id, recording_id: id, language: "de", format: "vtt" },
      ...{ content: "", status: "queued", progress: 0, error: null, gaps: [], version: 1 },
      ...{ is_auto_generated: true, is_edited: false, translated_from: null },
      ...{ created_at: "2026-11-20T10:00:00Z", updated_at: "2026-11-20T10:00:00Z" },
    };
    answers["POST recordings/r/subtitles"] = { status: 202, body: subtitle };
    const { recording, shown } = begin({ captions: "de" });
    recording.keeping = keepingOf();
    await live.startUpload(recording);
    recording.uploader?.grown(film.size);
    await expect.poll(() => shown.recordingId).toBe(id);
    await expect.poll(() => shown.captions).toEqual({ asked: true });
    expect(asked.filter((one) => one.includes("subtitle"))).toHaveLength(1);
  });

  it("is not written down where nobody wants that, and is sent where it cannot be", async () => {
    const silent = begin();
    silent.recording.keeping = keepingOf();
    await live.startUpload(silent.recording);
    await expect.poll(() => silent.shown.recordingId).toBe(id);
    expect(silent.shown.captions).toBeUndefined();
    expect(asked.filter((one) => one.includes("subtitle"))).toEqual([]);

    const { recording, shown } = begin({ captions: "de" });
    recording.keeping = keepingOf();
    await live.startUpload(recording);
    await expect.poll(() => shown.captions).toEqual({ refused: "Failed to generate subtitle" });
    expect(shown.upload?.stuck).toBeNull();
  });
});

describe("a recording that has ended", () => {
  it("tells how long and how large it is, and what it lacks", async () => {
    const { recording, told, shown } = begin();
    const { picture, ...flow } = startFlow(false);
    recording.flow = { ...flow, leastLag: 0, picture: { ...picture, reach: 5_000 } };
    recording.keeping = keepingOf();
    const shape = { tiles: 4, seconds_each: 0.5, tile_width: 160, tile_height: 90 };
    const sheet = { shape, picture: new Blob(["picture"]) };
    recording.sheet = { reach() {}, finish: async () => sheet };
    await live.sealSpool(recording, 9_000);
    expect(recording.take?.manifest.sheet, "its pictures").toBe(sheet);
    const summary = { bytes: film.size, elapsed: 5_000 };
    expect(told).toEqual([{ type: "sealed", summary }]);
    expect(shown.blob).toBe(film);
    expect(shown.missing).toEqual([{ what: "picture", from: 5_000, to: 9_000 }]);
  });

  it("is called what its owner calls it, also where it is sent later", async () => {
    const { recording, shown } = await ended();
    await live.retitle(recording, "Launch");
    expect([shown.title, recording.take?.manifest.title]).toEqual(["Launch", "Launch"]);
  });

  it.each([
    [{ status: 402, body: { error: "No", message: "No room.", code: "full" } }, "No room."],
    [
      { status: 404, body: {} },
      /^The server no longer has the beginning of this recording\. Save again/,
    ],
  ])("says why it could not be saved: %o", async (answer, reason) => {
    answers["PATCH uploads/1"] = answer;
    const { recording, told } = await ended();
    live.finishUpload(recording);
    await expect.poll(() => told.at(-1)?.type).toBe("save-failed");
    expect(Reflect.get(told.at(-1) ?? {}, "reason")).toMatch(reason);
    const failures = told.length;
    const { delivery } = recording;
    delete answers["PATCH uploads/1"];
    answers["HEAD uploads/1"] = { status: 404, body: {} };
    live.finishUpload(recording);
    await expect.poll(() => told.length).toBeGreaterThan(failures);
    expect(recording.delivery, "by the way it had begun").toBe(delivery);
  });

  it("says in the client's own words that a drive is missing", async () => {
    answers["POST uploads"] = {
      status: 400,
      body: {
        error: "Drive",
        message: "Google Drive is not connected",
        code: "drive_not_connected",
      },
    };
    const { recording, told } = await ended();
    live.finishUpload(recording);
    await expect
      .poll(() => told.at(-1))
      .toEqual({ type: "save-failed", reason: DRIVE_NOT_CONNECTED });
  });

  it("waits for its owner where they have left, and is not sent meanwhile", async () => {
    const { recording } = await ended();
    live.finishUpload(recording);
    live.holdTake(recording);
    expect(getDefaultStore().get(heldTakesAtom)).toEqual([recording.take]);
    await fetch("/api/last");
    expect(asked).toEqual(["GET last"]);
  });

  it("finishes its way by itself when the recorder turns to the next", async () => {
    const { recording } = await ended();
    live.finishUpload(recording);
    live.leaveTake(recording);
    expect([...getDefaultStore().get(deliveriesAtom).keys()]).toEqual(["take"]);
  });

  it("is shown no longer where it has arrived when the recorder turns to the next", async () => {
    const arrived = await ended();
    live.finishUpload(arrived.recording);
    await expect.poll(() => arrived.told.at(-1)).toEqual({ type: "saved", recordingId: id });
    expect(arrived.shown.recordingId).toBe(id);
    live.leaveTake(arrived.recording);
    expect([...getDefaultStore().get(deliveriesAtom).keys()], "there is nothing to show").toEqual(
      [],
    );
  });

  it.each([
    ["set aside", (recording: live.LiveRecording) => live.setAside(recording, "discard")],
    ["discarded before its first byte", live.discardTake],
  ])("has no place that the server makes for it once it is %s", async (_, throwAway) => {
    answers["DELETE recordings/r"] = { status: 200, body: { success: true } };
    const { recording, shown } = begin();
    recording.keeping = keepingOf();
    await live.startUpload(recording);
    await throwAway(recording);
    await expect.poll(() => asked).toContain("DELETE recordings/r");
    expect(shown.recordingId).toBeUndefined();
  });

  const upload = { url: "/api/uploads/1", recordingId: id };
  it.each([
    ["its first place, as the second take", { upload }, 1],
    ["the place that it had itself from another", { again: { recordingId: id, take: 1 } }, 2],
  ])("leaves the next take %s", async (_, manifest, take) => {
    const first = begin().recording;
    first.take = takeFrom(aManifest(manifest), film, () => {});
    const { wish, tell, show } = first;
    const second = new live.LiveRecording(wish, { tell, show }, first);
    expect(second.former).toEqual({ id: "take", again: { recordingId: id, take } });
  });

  it.each([
    ["gets its place back where the next take has not taken it", null, upload],
    ["has none any more where the next take has", upload, null],
  ])("that was begun anew %s", async (_, taken, back) => {
    answers["DELETE recordings/r"] = { status: 200, body: { success: true } };
    const first = begin().recording;
    const take = takeFrom(aManifest({ userId: ada.id, keeps: "memory", upload }), film, () => {});
    first.take = take;
    const { wish, tell, show } = first;
    const second = new live.LiveRecording(wish, { tell, show }, first);
    second.keeping = keepingOf({ upload: taken });
    await live.setAside(first, "restart");
    await live.discardTake(second);
    expect(take.manifest.upload).toEqual(back);
    letGoOf(() => true);
  });

  it("is thrown away here and on the server, and sends nothing more", async () => {
    answers["DELETE recordings/r"] = { status: 200, body: { success: true } };
    const { recording } = begin();
    recording.keeping = keepingOf({ upload: { url: "/api/uploads/1", recordingId: id } });
    await live.startUpload(recording);
    await live.discardTake(recording);
    expect(isLetGo).toBe(true);
    recording.uploader?.grown(film.size + 1);
    expect(recording.uploader?.state().available, "it hears no more").toBe(film.size);
    expect(asked.filter((one) => !one.startsWith("HEAD"))).toEqual(["DELETE recordings/r"]);
  });
});
