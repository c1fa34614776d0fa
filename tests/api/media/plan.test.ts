import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { hasIndex } from "#api/media/layout.ts";
import { planFor } from "#api/media/plan.ts";
import { BrokenMedia, faultOf, type Probe } from "#api/media/probe.ts";
import type { Container } from "#api/media/sniff.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

const directory = mkdtempSync(join(tmpdir(), "kinora-test-plan-"));
atEndOfFile(() => rmSync(directory, { recursive: true }));

const probed = (
  container: Container,
  video: string | null,
  audio: string | null = null,
): Probe => ({
  container,
  duration: 1,
  width: 2,
  height: 2,
  videoCodec: video,
  audioCodec: audio,
  hasAudio: audio !== null,
  beginsAtZero: true,
  videoCodecString: null,
});

describe("what is to be done with a video", () => {
  it.each<[string, Probe, string, string]>([
    ["WebM of recorders", probed("webm", "vp9", "opus"), "keep", "remux-webm"],
    ["WebM without sound", probed("webm", "vp8"), "keep", "remux-webm"],
    ["WebM with Vorbis", probed("webm", "av1", "vorbis"), "keep", "remux-webm"],
    ["WebM with H.264", probed("webm", "avc", "opus"), "remux-mp4", "remux-mp4"],
    ["MP4 with AAC", probed("mp4", "avc", "aac"), "keep", "remux-mp4"],
    ["MP4 with MP3", probed("mp4", "avc", "mp3"), "keep", "remux-mp4"],
    ["MP4 with FLAC", probed("mp4", "avc", "flac"), "keep", "remux-mp4"],
    ["MP4 with VP9 and Opus", probed("mp4", "vp9", "opus"), "keep", "remux-mp4"],
    ["MP4 with VP8", probed("mp4", "vp8", "opus"), "remux-webm", "remux-webm"],
    ["Matroska with VP9", probed("mkv", "vp9", "opus"), "remux-webm", "remux-webm"],
    ["Matroska with H.264", probed("mkv", "avc", "aac"), "remux-mp4", "remux-mp4"],
    ["a codec nobody plays", probed("mp4", "hevc", "aac"), "transcode", "transcode"],
    ["sound nobody plays", probed("mp4", "avc", "ac3"), "transcode", "transcode"],
    ["no known codec", probed("mp4", null, "aac"), "transcode", "transcode"],
    [
      "sound of no known codec",
      { ...probed("webm", "vp9"), hasAudio: true },
      "transcode",
      "transcode",
    ],
    ["AVI", probed("avi", "avc", "mp3"), "transcode", "transcode"],
  ])("%s", (_, probe, indexed, unindexed) => {
    expect([planFor(probe, true), planFor(probe, false)]).toEqual([indexed, unindexed]);
  });

  it.each([
    ["avc1.42001f", "keep"],
    ["avc1.4D401f", "keep"],
    ["avc3.58001f", "keep"],
    ["avc1.640028", "keep"],
    ["avc1.6e0028", "transcode"],
    ["avc1.7a0028", "transcode"],
    ["avc1.f40028", "transcode"],
    ["vp09.02.10.10", "keep"],
  ])("depends on the profile: %s", (videoCodecString, plan) => {
    expect(planFor({ ...probed("mp4", "avc", "aac"), videoCodecString }, true)).toBe(plan);
  });
});

const box = (type: string, size = 8, length = size) => {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(size);
  bytes.write(type, 4, "latin1");
  return bytes;
};
const large = (type: string, size: number) => {
  const bytes = Buffer.concat([box(type, 1, 8), Buffer.alloc(size - 8)]);
  bytes.writeBigUInt64BE(BigInt(size), 8);
  return bytes;
};
const element = (id: number[], body: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([Buffer.from([...id, 0x80 | body.length]), body]);
const HEADER = element([0x1a, 0x45, 0xdf, 0xa3]);
const SEGMENT = Buffer.from([
  0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
]);
const CLUSTER = element([0x1f, 0x43, 0xb6, 0x75]);
const CUES = element([0x1c, 0x53, 0xbb, 0x6b], Buffer.from("cues"));
const NAMED = element(
  [0x11, 0x4d, 0x9b, 0x74],
  Buffer.from([0, 0x53, 0xab, 0x84, 0x1c, 0x53, 0xbb, 0x6b, 0]),
);
const NAMED_OTHER = element(
  [0x11, 0x4d, 0x9b, 0x74],
  Buffer.from([0, 0x53, 0xab, 0x84, 0x15, 0x49, 0xa9, 0x66, 0]),
);
const INFO = element([0x15, 0x49, 0xa9, 0x66], Buffer.from([0x44, 0x89, 0x81, 5]));
const NO_DURATION = element([0x15, 0x49, 0xa9, 0x66], Buffer.from([0x2a, 0xd7, 0xb1]));

describe("a file can be searched", () => {
  it.each<[string, Container, Buffer[], boolean]>([
    ["an index before the pictures", "mp4", [box("ftyp", 16), box("moov"), box("mdat")], true],
    ["an index behind them", "mp4", [box("ftyp"), box("mdat", 40), box("moov")], true],
    [
      "an index behind more than four gigabytes' room",
      "mp4",
      [large("mdat", 40), box("moov")],
      true,
    ],
    ["no index", "mp4", [box("ftyp"), box("mdat", 40)], false],
    [
      "pictures to the end of the file",
      "mp4",
      [box("moov"), box("mdat", 0, 30), box("moof")],
      true,
    ],
    ["fragments", "mp4", [box("moov"), box("moof"), box("mdat")], false],
    ["a box that goes nowhere", "mp4", [box("moov"), box("free", 7, 8), box("moov")], false],
    [
      "more boxes than anybody writes",
      "mp4",
      [...Array(1000).fill(box("free")), box("moov")],
      false,
    ],
    ["cues and a duration", "webm", [HEADER, SEGMENT, INFO, CUES, CLUSTER], true],
    ["the same in Matroska", "mkv", [HEADER, SEGMENT, CUES, INFO, CLUSTER], true],
    [
      "cues that are named, behind the pictures",
      "webm",
      [HEADER, SEGMENT, NAMED, INFO, CLUSTER],
      true,
    ],
    [
      "other things that are named",
      "webm",
      [HEADER, SEGMENT, NAMED_OTHER, INFO, CLUSTER, CUES],
      false,
    ],
    ["cues, and then other things named", "webm", [HEADER, SEGMENT, CUES, NAMED_OTHER, INFO], true],
    ["no duration", "webm", [HEADER, SEGMENT, NO_DURATION, CUES, CLUSTER], false],
    ["no cues", "webm", [HEADER, SEGMENT, INFO, CLUSTER], false],
    ["AVI", "avi", [box("moov")], false],
    ["nothing", "mp4", [], false],
  ])("%s", async (name, container, pieces, searchable) => {
    const path = join(directory, name.replaceAll(/\W/g, "-"));
    writeFileSync(path, Buffer.concat(pieces));
    expect(await hasIndex(path, container)).toBe(searchable);
  });
});

test("a fault of the file is told apart from one of the disk", () => {
  const broken = new BrokenMedia("Broken.");
  const disk = Object.assign(new Error("gone"), { code: "ENOENT" });
  expect([faultOf(broken), faultOf(disk)]).toEqual([broken, disk]);
  expect(faultOf(new TypeError("odd"))).toBeInstanceOf(BrokenMedia);
});
