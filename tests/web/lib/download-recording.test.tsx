// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from "mediabunny";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type VideoName, videoBytes } from "#tests/support/videos.ts";
import { useDownload } from "#web/lib/download-recording.ts";
import { makeSeekable } from "#web/lib/make-seekable.ts";

const recording = async (name: VideoName, type = "video/webm;codecs=vp9,opus") =>
  new Blob([(await videoBytes(name)).slice()], { type });

/** The index and the length that a file has, and all its pictures and sounds. */
async function inside(file: Blob) {
  const bytes = Buffer.from(await file.arrayBuffer());
  const [cues, duration] = [Buffer.from("1c53bb6b", "hex"), Buffer.from("4489", "hex")];
  const head = bytes.subarray(0, bytes.indexOf(Buffer.from("1f43b675", "hex"))); // to the first cluster
  using input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  const packets: number[] = [];
  for (const track of await input.getTracks()) {
    let sum = 0;
    for await (const packet of new EncodedPacketSink(track).packets()) sum += packet.data.length;
    packets.push(sum);
  }
  return { isIndexed: bytes.includes(cues), saysLength: head.includes(duration), packets };
}

/** A folder of the browser's own disk. */
function lendDisk() {
  const files = new Map<string, { bytes: Uint8Array; lastModified: number }>();
  const removed: string[] = [];
  const handleOf = (name: string) => ({
    kind: name.startsWith("folder") ? "directory" : "file",
    getFile: async () => {
      const { bytes, lastModified } = files.get(name) ?? {
        bytes: new Uint8Array(),
        lastModified: 0,
      };
      return Object.assign(new Blob([bytes.slice()]), { lastModified });
    },
    createWritable: async () =>
      new WritableStream<{ data: Uint8Array; position: number }>({
        write({ data, position }) {
          const before = files.get(name)?.bytes ?? new Uint8Array();
          const bytes = new Uint8Array(Math.max(before.length, position + data.length));
          bytes.set(before);
          bytes.set(data, position);
          files.set(name, { bytes, lastModified: Date.now() });
        },
      }),
  });
  const folder = {
    entries: async function* () {
      for (const name of [...files.keys()]) yield [name, handleOf(name)];
    },
    getFileHandle: async (name: string) => handleOf(name),
    removeEntry: async (name: string) => {
      removed.push(name);
      if (name === "old, and held") throw new DOMException("in use", "NoModificationAllowedError");
      files.delete(name);
    },
  };
  const storage = { getDirectory: async () => ({ getDirectoryHandle: async () => folder }) };
  Object.defineProperty(navigator, "storage", { configurable: true, value: storage });
  return { files, removed };
}

afterEach(() => {
  Reflect.deleteProperty(navigator, "storage");
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a recording that is made ready for other players", () => {
  it("has a length and an index then, and every picture and sound as before", async () => {
    const raw = await recording("recorded.webm");
    const made = await makeSeekable(raw);
    const before = await inside(raw);
    expect([before.isIndexed, before.saysLength]).toEqual([false, false]);
    expect(await inside(made)).toEqual({ ...before, isIndexed: true, saysLength: true });
    expect(made.type).toBe(raw.type);
  });

  it("lies on the disk where there is one, from which what is an hour old is removed", async () => {
    const { files, removed } = lendDisk();
    const [hour, now] = [3_600_000, Date.now()];
    vi.spyOn(Date, "now").mockReturnValue(now);
    for (const [name, age] of [
      ["old, and held", hour + 1],
      ["old", hour + 1],
      ["young", hour],
      ["folder", hour + 1],
    ] as const)
      files.set(name, { bytes: new Uint8Array(), lastModified: now - age });
    const made = await makeSeekable(await recording("recorded.webm"));
    expect(removed).toEqual(["old, and held", "old"]);
    const written = [...files].filter(
      ([name]) => !["old, and held", "young", "folder"].includes(name),
    );
    expect(written.map(([, { bytes }]) => bytes.length)).toEqual([made.size]);
    expect((await inside(made)).isIndexed).toBe(true);
  });

  it("is refused where something of it would be missing, or there is no room for it", async () => {
    const raw = await recording("recorded.webm");
    const padded = new Blob([raw, new Uint8Array(raw.size / 10)], { type: raw.type });
    await expect(makeSeekable(padded)).rejects.toThrow("missing");
    const huge = Object.defineProperty(new Blob([raw]), "size", { value: 256 * 1024 * 1024 + 1 });
    await expect(makeSeekable(huge)).rejects.toThrow("no room");
  });
});

describe("a recording that is handed over", () => {
  let handed: { blob: Blob; name: string; url: string }[];
  let revoked: string[];
  beforeEach(() => {
    [handed, revoked] = [[], []];
    const blobs: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation(
      (blob) => `blob:${blobs.push(blob as Blob)}`, // nothing else is downloaded
    );
    vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void revoked.push(url));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      const blob = blobs.at(-1);
      if (blob) handed.push({ blob, name: this.download, url: this.href });
    });
  });

  it.each<[string, VideoName, string]>([
    ["said to be MP4, in which players can seek", "recorded.webm", "video/mp4"],
    ["WebM that nobody can read", "recorded.mp4", "video/webm"],
  ])("is as it was recorded where it is %s", async (_, name, type) => {
    const raw = await recording(name, type);
    const { result } = renderHook(useDownload);
    await act(() => result.current.download(raw, "talk"));
    expect(handed).toEqual([{ blob: raw, name: "talk", url: "blob:1" }]);
    expect(result.current.isPreparing).toBe(false);
  });

  it("is made ready first, says so meanwhile, and lies there until the browser has read it", async () => {
    const raw = await recording("recorded.webm");
    const { result } = renderHook(useDownload);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    let downloading = Promise.resolve();
    act(() => {
      downloading = result.current.download(raw, "talk.webm");
    });
    expect([result.current.isPreparing, handed]).toEqual([true, []]);
    await act(() => downloading);
    expect(result.current.isPreparing).toBe(false);
    expect(handed.map(({ name }) => name)).toEqual(["talk.webm"]);
    const [made] = handed;
    expect(made && (await inside(made.blob)).isIndexed).toBe(true);
    vi.advanceTimersByTime(59_999);
    expect(revoked).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(revoked).toEqual(["blob:1"]);
  });
});
