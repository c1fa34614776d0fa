import { describe, expect, it } from "vitest";
import { elementAt, numberIn } from "#api/media/ebml.ts";
import { NotAppendable } from "#api/media/live/growing.ts";
import { GrowingMp4 } from "#api/media/live/mp4.ts";
import { type Cluster, GrowingWebm } from "#api/media/live/webm.ts";
import { headOfWebm, largePicture, tinyPicture } from "#tests/support/hostile-takes.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoBytes, videoPath } from "#tests/support/videos.ts";

const webm = await videoBytes("recorded.webm");
const mp4 = await videoBytes("recorded.mp4");

/** All that is given, when the bytes come in pieces of this length. */
function given(growing: GrowingWebm | GrowingMp4, bytes: Uint8Array, length: number): Buffer {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += length)
    pieces.push(...growing.push(bytes.subarray(at, at + length)));
  return Buffer.concat(pieces);
}

interface Block {
  track: number;
  isKey: boolean;
  time: number;
  content: string;
}

/** The blocks of a file, a list for each of its clusters. */
function clustersOf(bytes: Uint8Array): Block[][] {
  const clusters: Block[][] = [];
  let time = 0;
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    if (!element) break;
    const { id, body, size } = element;
    if (id === 0x1f43b675) clusters.push([]);
    if (id === 0x18538067 || id === 0x1f43b675) at = body;
    else {
      const content = bytes.subarray(body, body + (size ?? 0));
      const view = new DataView(content.buffer, content.byteOffset);
      if (id === 0xe7) time = numberIn(content);
      if (id === 0xa3 && content.length === size)
        clusters.at(-1)?.push({
          track: (content[0] ?? 0) & 0x7f,
          time: time + view.getInt16(1),
          isKey: ((content[3] ?? 0) & 0x80) !== 0,
          content: Bun.hash(content.subarray(3)).toString(),
        });
      at = body + (size ?? 0);
    }
  }
  return clusters;
}

const pictureOf = (cluster: Block[]) => cluster.filter(({ track }) => track === 1);

async function encoded(...options: string[]): Promise<Uint8Array> {
  const path = `${temporaryDirectory()}/made`;
  const made = Bun.spawn(["ffmpeg", "-v", "error", ...options, path], { stderr: "inherit" });
  expect(await made.exited).toBe(0);
  return new Uint8Array(await Bun.file(path).arrayBuffer());
}

describe("what a recorder in Chromium writes", () => {
  it("is cut so that the picture of every cluster begins with a key frame, and nothing of it is lost", () => {
    const before = clustersOf(webm);
    const odd = before.filter((cluster) => pictureOf(cluster)[0]?.isKey === false);
    expect(odd.length, "a recorder does not do so by itself").toBeGreaterThan(0);
    const after = clustersOf(given(new GrowingWebm(), webm, 10_000));
    expect(after.length).toBeGreaterThan(0);
    for (const cluster of after.filter((cluster) => pictureOf(cluster).length > 0))
      expect(pictureOf(cluster)[0]?.isKey).toBe(true);
    expect(after.flat()).toEqual(before.flat());
  });

  it("is the same, however it arrives, and can be made again from each place to begin", () => {
    const whole = new GrowingWebm();
    const all = given(whole, webm, webm.length);
    for (const length of [1, 777, 100_000])
      expect(given(new GrowingWebm(), webm, length).equals(all)).toBe(true);
    expect(whole.points.length).toBeGreaterThan(0);
    for (const { byte, state } of whole.points) {
      const again = Buffer.concat(whole.resume(state).push(webm.subarray(state.source)));
      expect(again.equals(all.subarray(byte))).toBe(true);
    }
  });

  it("names the codecs that are in it, and how far it reaches", () => {
    const growing = new GrowingWebm();
    expect(growing.mimeType()).toBeNull();
    given(growing, webm, 5000);
    expect(growing.mimeType()).toBe('video/webm; codecs="vp8,opus"');
    expect(growing.seconds).toBeGreaterThan(4);
    expect(growing.seconds).toBeLessThan(6);
    expect(growing.initBytes).toBeGreaterThan(100);
  });

  it("tells where each of its own clusters begins, from where it can be read", () => {
    const found: Cluster[] = [];
    given(new GrowingWebm((cluster) => found.push(cluster)), webm, 777);
    expect(found).toHaveLength(clustersOf(webm).length);
    for (const { byte, seconds } of found) {
      const own = elementAt(webm, byte);
      expect(own?.id).toBe(0x1f43b675);
      expect(clustersOf(webm.subarray(byte))[0]?.[0]?.time).toBeCloseTo(seconds * 1000, 0);
    }
  });

  it("can be given as MP4 too, from its fragments on", () => {
    const growing = new GrowingMp4();
    expect(given(growing, mp4, 3000).equals(Buffer.from(mp4))).toBe(true);
    expect(growing.mimeType()).toMatch(/^video\/mp4; codecs="vp09\.00\.10\.08,opus"$/);
    expect(growing.points.length).toBeGreaterThan(1);
    expect(growing.points[0]).toMatchObject({ byte: growing.initBytes, seconds: 0 });
    expect(growing.seconds).toBeCloseTo(4.94, 0);
  });
});

describe("a file with what a recorder may also write", () => {
  const picture = ["-f", "lavfi", "-i", "testsrc=s=160x120:r=15:d=70"];

  it("has no sound, and long stretches without a key frame", async () => {
    const made = await encoded(
      ...picture,
      "-c:v",
      "libvpx",
      "-g",
      "9999",
      "-live",
      "1",
      "-f",
      "webm",
    );
    const growing = new GrowingWebm();
    const after = clustersOf(given(growing, made, 4096));
    expect(growing.mimeType()).toBe('video/webm; codecs="vp8"');
    expect(after.flat().map(({ time }) => time)).toEqual(
      clustersOf(made)
        .flat()
        .map(({ time }) => time),
    );
    expect(after.length, "a block tells its time in 16 bits").toBeGreaterThan(1);
  });

  it("has no picture", async () => {
    const sound = ["-f", "lavfi", "-i", "sine=d=5"];
    const made = await encoded(...sound, "-c:a", "libopus", "-live", "1", "-f", "webm");
    const growing = new GrowingWebm();
    given(growing, made, 4096);
    expect(growing.mimeType()).toBe('audio/webm; codecs="opus"');
    expect(growing.points.map(({ seconds }) => Math.round(seconds))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("is refused where no player can append it", async () => {
    const made = async (...options: string[]) => encoded(...picture, "-t", "1", ...options);
    const matroska = await Bun.file(videoPath("h264.mkv")).bytes();
    const plain = await made("-c:v", "libx264", "-f", "mp4");
    expect(() => given(new GrowingWebm(), matroska, 4096)).toThrow(NotAppendable);
    expect(() => given(new GrowingMp4(), plain, 4096)).toThrow(NotAppendable);
    const safari = await made(
      "-c:v",
      "libx264",
      "-movflags",
      "frag_keyframe+empty_moov",
      "-f",
      "mp4",
    );
    const growing = new GrowingMp4();
    given(growing, safari, 4096);
    expect(growing.mimeType()).toMatch(/^video\/mp4; codecs="avc1\.[0-9A-F]{6}"$/);
  });
});

describe("a recording as other recorders write it", () => {
  const element = (id: string, ...content: (Uint8Array | readonly number[])[]) => {
    const body = Buffer.concat(content.map((part) => Buffer.from(part)));
    return Buffer.concat([Buffer.from(id, "hex"), Buffer.of(0x80 | body.length), body]);
  };
  /** A recording of pictures whose clock ticks twice in a millisecond. */
  function begun(codec: string, config: readonly number[] = []): GrowingWebm {
    const growing = new GrowingWebm();
    const track = [element("d7", [1]), element("83", [1]), element("86", Buffer.from(codec))];
    for (const piece of [
      element("1a45dfa3"),
      Buffer.from("1853806701ffffffffffffff", "hex"),
      element("1549a966", element("2ad7b1", [0x07, 0xa1, 0x20])),
      element("1654ae6b", element("ae", ...track, element("63a2", config))),
      Buffer.from("1f43b67501ffffffffffffff", "hex"),
    ])
      growing.push(piece);
    return growing;
  }

  it("tells its time by the clock that it names", () => {
    const growing = begun("V_VP8");
    for (const time of [0, 3000]) growing.push(tinyPicture(time));
    expect(growing.seconds).toBe(1.5);
    expect(growing.points.map(({ seconds }) => seconds)).toEqual([0, 1.5]);
  });

  it("begins at pictures in groups that refer to no other", () => {
    const growing = begun("V_VP9");
    const group = (time: number, ...more: Buffer[]) =>
      element("a0", element("a1", [0x81, time >> 8, time & 0xff, 0, 0]), ...more);
    growing.push(group(0));
    growing.push(group(1000, element("fb", [1])));
    growing.push(group(2000));
    expect(growing.points.map(({ seconds }) => seconds)).toEqual([0, 1]);
  });

  it.each([
    [[0x81, 0x05, 0x00], "av01.0.05M.08"],
    [[0x81, 0x28, 0xc0], "av01.1.08H.10"],
    [[0x81, 0x4d, 0x60], "av01.2.13M.12"],
  ])("names the profile, level, tier and depth of AV1: %j", (config, codec) => {
    expect(begun("V_AV1", config).mimeType()).toBe(`video/webm; codecs="${codec}"`);
  });

  it("names its picture first, wherever it stands", async () => {
    const made = await encoded(
      ...["-f", "lavfi", "-i", "sine=d=1", "-f", "lavfi", "-i", "testsrc=s=160x120:r=15:d=1"],
      ...["-map", "0", "-map", "1", "-c:v", "libx264", "-c:a", "aac"],
      ...["-movflags", "frag_keyframe+empty_moov", "-f", "mp4"],
    );
    const growing = new GrowingMp4();
    given(growing, made, 4096);
    expect(growing.mimeType()).toMatch(/^video\/mp4; codecs="avc1\.[0-9A-F]{6},mp4a\.40\.2"$/);
  });
});

describe("what somebody sends to do harm", () => {
  const MB = 1024 * 1024;

  it("is not waited for where a piece of it is larger than any picture", async () => {
    const growing = new GrowingWebm();
    growing.push(await headOfWebm());
    growing.push(largePicture(7 * MB, 1000));
    expect(growing.held).toBeGreaterThan(1000);
    const other = new GrowingWebm();
    other.push(await headOfWebm());
    expect(() => other.push(largePicture(9 * MB, 1000))).toThrow(NotAppendable);
    const box = (size: number) => new Uint8Array([0, size, 0, 0, ...Buffer.from("free"), 0]);
    expect(new GrowingMp4().push(box(15 * 16))).toEqual([]);
    expect(() => new GrowingMp4().push(new Uint8Array([2, 0, 0, 0, 102, 114, 101, 101]))).toThrow(
      NotAppendable,
    );
  });

  it("makes no list longer than a few thousand places, and the last of them is there", async () => {
    const growing = new GrowingWebm();
    growing.push(await headOfWebm());
    const times = Array.from({ length: 30_000 }, (_, time) => tinyPicture(time));
    growing.push(Buffer.concat(times));
    expect(growing.points.length).toBeLessThan(6_000);
    expect(growing.points.length).toBeGreaterThan(2_000);
    expect(growing.points.at(-1)?.seconds).toBeCloseTo(29.999);
  });

  it("says that four thousand million samples follow, and is not counted through", async () => {
    const growing = new GrowingMp4();
    const head = mp4.subarray(0, Buffer.from(mp4).indexOf("moof") - 4);
    growing.push(head);
    const box = (name: string, ...content: (number[] | Buffer)[]) => {
      const all = Buffer.concat([Buffer.from(name), ...content.map((part) => Buffer.from(part))]);
      const size = Buffer.alloc(4);
      size.writeUInt32BE(all.length + 4);
      return Buffer.concat([size, all]);
    };
    const traf = box(
      "traf",
      box("tfhd", [0, 0, 0, 0, 0, 0, 0, 1]),
      box("tfdt", [0, 0, 0, 0, 0, 0, 0, 0]),
      box("trun", [0, 0, 1, 0, 255, 255, 255, 255, 0, 0, 3, 232]),
    );
    growing.push(box("moof", ...Array.from({ length: 20 }, () => traf)));
    expect(growing.seconds).toBeLessThan(2000);
  });
});
