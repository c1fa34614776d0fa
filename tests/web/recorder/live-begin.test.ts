// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { presetFor } from "#web/features/recorder/capture/presets.ts";
import { keptOf } from "#web/features/recorder/flow.ts";
import type { Keeping } from "#web/features/recorder/keep/spool.ts";
import * as live from "#web/features/recorder/live-recording.ts";
import type { View } from "#web/features/recorder/view.ts";
import { recordInto } from "#web/lib/record-into.ts";
import { aManifest } from "./keep/manifest.ts";

/** A worker that finds neither disk nor database. */
class NoPlace extends EventTarget {
  postMessage(_: object, [port]: [MessagePort]) {
    port.postMessage({ error: "no place" });
  }
  terminate() {}
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 0, 2, 3, 4, 5) });
  vi.stubGlobal("Worker", NoPlace);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A recording whose sources are open, and what of them is asked. */
function chosen(fields: Partial<live.RecordingWish> = {}, hasAudio = true) {
  const shown: Partial<View>[] = [];
  const wish: live.RecordingWish = {
    ...{ userId: "ada", prefix: "Demo", mime: "video/webm;codecs=vp9", instant: true },
    ...{ quality: "low", picture: "screen", surface: "monitor", microphone: "off" },
    ...{ systemAudio: false, camera: null, captions: null, ...fields },
  };
  const recording = new live.LiveRecording(wish, {
    tell() {},
    show: (told) => void shown.push(told),
  });
  const begin = vi.fn();
  const capturing = { hasAudio: () => hasAudio, picture: () => null, begin };
  Object.assign(recording.capturing, capturing);
  const view = () => Object.assign({}, ...shown) as Partial<View>; // as the screens have it
  return { recording, begin, view };
}

describe("a recording that begins", () => {
  it.each([
    [true, true],
    [false, false],
  ])(
    "is called by its prefix and moment here, and kept with what its owner agreed to: %s",
    async (instant, hasAudio) => {
      recordInto.write("talks");
      const { recording, view } = chosen({ instant }, hasAudio);
      await live.openSpool(recording);
      const names = { title: "Demo, 2 Jan 03:04", fileName: "Demo-2026-01-02-03-04-05.webm" };
      expect(view()).toMatchObject({ ...names, hasSound: hasAudio });
      expect(await recording.keeping?.manifest()).toMatchObject({
        ...{ userId: "ada", title: names.title, stem: "Demo-2026-01-02-03-04-05" },
        ...{ mime: "video/webm;codecs=vp9", hasAudio, mayUpload: instant, keeps: "memory" },
        folder: "talks",
      });
      expect(recording.flow.sound !== null).toBe(hasAudio);
      const { videoBitsPerSecond } = presetFor("low");
      await expect.poll(() => view().safety).toMatchObject({ keeps: "memory", kept: 0 });
      expect(view().safety?.bytesPerSecond).toBe((videoBitsPerSecond + 128_000) / 8);
    },
  );

  it("is encoded only once there is a place for its first chunk", async () => {
    const { recording, begin } = chosen();
    const place = Promise.withResolvers<ReturnType<typeof aManifest>>();
    recording.keeping = { manifest: () => place.promise } as Keeping; // as much of it as is asked
    const starting = live.startEncoder(recording);
    expect(begin).not.toHaveBeenCalled();
    place.resolve(aManifest());
    await starting;
    expect(begin).toHaveBeenCalledOnce();
  });

  it("keeps the next chunk before it has read the last, and counts only what is kept", async () => {
    const { recording, view } = chosen();
    const kept: (() => void)[] = [];
    const lengths: number[] = [];
    recording.keeping = {
      append: (_, elapsed) => {
        lengths.push(elapsed);
        return new Promise((resolve) => kept.push(() => resolve({ bytes: 1, durable: true })));
      },
    } as Keeping; // as above
    const first = live.keepChunk(recording, new Blob(["not WebM"]), 500);
    const second = live.keepChunk(recording, new Blob(["not WebM"]), 1_000);
    expect(kept).toHaveLength(2);
    await expect.poll(() => view().flow?.picture.reach, { message: "it was encoded" }).toBe(1_000);
    expect(view().flow && keptOf(view().flow ?? recording.flow), "and is nowhere yet").toBe(0);
    kept[0]?.();
    await first;
    expect(keptOf(recording.flow)).toBe(500);
    kept[1]?.();
    await second;
    expect(keptOf(recording.flow)).toBe(1_000);
    void live.keepChunk(recording, new Blob(["not WebM"]), 1_500);
    expect(lengths, "as long as what is safe").toEqual([0, 0, 1_000]);
  });

  it("goes on where a chunk cannot be read or kept", async () => {
    const { recording } = chosen();
    recording.keeping = {
      append: async () => ({ bytes: 1, durable: true }),
    } as unknown as Keeping; // as above
    const broken = { arrayBuffer: () => Promise.reject(new Error("unreadable")) };
    const failing = live.keepChunk(recording, broken as unknown as Blob, 500); // one of a full disk
    await expect(failing).rejects.toThrow("unreadable");
    await live.keepChunk(recording, new Blob(["not WebM"]), 1_000);
    expect(keptOf(recording.flow)).toBe(1_000);
  });
});
