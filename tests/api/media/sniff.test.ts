import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readAviHeader } from "#api/media/avi.ts";
import { containerOf, hasVideoExtension } from "#api/media/sniff.ts";
import { videoBytes } from "#tests/support/videos.ts";

describe("the container of a file", () => {
  it.each([
    ["recorded.webm", "webm"],
    ["recorded.mp4", "mp4"],
    ["h264.mov", "mov"],
    ["h264.mkv", "mkv"],
    ["xvid.avi", "avi"],
  ] as const)("of %s is %s by its content", async (name, container) => {
    expect(containerOf(await videoBytes(name))).toBe(container);
  });

  it.each(["moov", "mdat", "wide", "skip", "free"])(
    "of QuickTime's from before there was a file type, which begins with %s, is mov",
    (atom) => {
      expect(containerOf(Buffer.from(`\0\0\0\x20${atom}\0\0\0\x18`, "latin1"))).toBe("mov");
    },
  );

  it.each([
    ["text", "hello, I am no video at all"],
    ["a sound in RIFF", "RIFF\0\0\0\0WAVEfmt "],
    ["a JPEG", "\xff\xd8\xff\xe0\0\x10JFIF\0\x01"],
    ["HTML", "<!doctype html><video src=x.mp4>"],
    ["too little", "RIFF"],
    ["nothing", ""],
  ])("of %s is none", (_, text) => {
    expect(containerOf(Buffer.from(text, "latin1"))).toBeNull();
  });

  it.each([
    ["webm", "webm"],
    ["webm\0\0", "webm"],
    ["matroska", "mkv"],
    ["matroska3d", null],
    ["webmx", null],
    ["", null],
  ])("of an EBML document of kind '%s' is %s", (kind, container) => {
    const header = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x80 | kind.length]);
    expect(containerOf(Buffer.concat([header, Buffer.from(kind), Buffer.alloc(8)]))).toBe(
      container,
    );
  });

  it("is known by twelve bytes, and not by eleven", () => {
    const head = Buffer.from("\0\0\0\x20ftypisom", "latin1");
    expect(containerOf(head)).toBe("mp4");
    expect(containerOf(head.subarray(0, 11))).toBeNull();
  });

  it("of any bytes is an answer, never an error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (noise) => {
        containerOf(noise);
        containerOf(Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), noise]));
      }),
    );
  });
});

test.each([
  ["clip.mp4", true],
  ["Clip.MOV", true],
  ["my.clip.final.webm", true],
  ["clip.mkv ", true],
  ["clip.avi", true],
  ["clip.m4v", false],
  ["clip.mp4.exe", false],
  ["clip.txt", false],
  ["mp4", false],
])("%s has the extension of a video: %s", (name, expected) => {
  expect(hasVideoExtension(name)).toBe(expected);
});

describe("an AVI's header", () => {
  it("tells size, length and codecs", async () => {
    expect(readAviHeader(await videoBytes("xvid.avi"))).toMatchObject({
      width: 96,
      height: 64,
      videoCodec: "xvid",
      audioCodec: "mp3",
      duration: expect.closeTo(2, 0),
    });
  });

  it("names what is in it in plain letters, also where the pictures are not encoded", async () => {
    const bytes = Buffer.from(await videoBytes("xvid.avi"));
    bytes.writeUInt32LE(0, bytes.indexOf("strf") + 24);
    expect(readAviHeader(bytes)).toMatchObject({ videoCodec: "raw", audioCodec: "mp3" });
  });

  it("is read on behind a chunk of an odd length, which is filled up to an even one", async () => {
    const whole = await videoBytes("xvid.avi");
    const text = Buffer.from(whole).toString("latin1");
    const before = text.indexOf("LIST", text.indexOf("avih"));
    const odd = Buffer.from("JUNK\x03\0\0\0odd\0", "latin1");
    const longer = Buffer.concat([whole.subarray(0, before), odd, whole.subarray(before)]);
    const list = text.indexOf("LIST") + 4;
    longer.writeUInt32LE(longer.readUInt32LE(list) + odd.length, list);
    expect(readAviHeader(longer)).toEqual(readAviHeader(whole));
  });

  it("cut off or scrambled is an answer, never an error", async () => {
    const whole = await videoBytes("xvid.avi");
    const positions = fc.nat(400);
    fc.assert(
      fc.property(positions, fc.array(fc.tuple(positions, fc.nat(255))), (length, changes) => {
        const bytes = whole.slice(0, length);
        for (const [at, value] of changes) if (at < length) bytes[at] = value;
        readAviHeader(bytes);
      }),
    );
  });
});
