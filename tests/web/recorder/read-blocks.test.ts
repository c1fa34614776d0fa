import fc from "fast-check";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";
import { describe, expect, it, test } from "vitest";
import { videoPath } from "#tests/support/videos.ts";
import { type Block, blockReader } from "#web/features/recorder/capture/read-blocks.ts";

const film = new Uint8Array(await Bun.file(videoPath("recorded.webm")).arrayBuffer());

function blocksOf(...chunks: Uint8Array[]): Block[] | null {
  const read = blockReader();
  const found = chunks.map(read);
  return found.every((blocks) => blocks !== null) ? found.flat() : null;
}

const whole = blocksOf(film) ?? [];

describe("what the encoder gave", () => {
  it.each(["picture", "sound"] as const)("is read as a player reads it: its %s", async (of) => {
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(film) });
    const track =
      of === "picture" ? await input.getPrimaryVideoTrack() : await input.getPrimaryAudioTrack();
    if (!track) throw new Error("The film has both.");
    const times: number[] = [];
    for await (const packet of new EncodedPacketSink(track).packets())
      times.push(Math.round(packet.timestamp * 1000));
    expect(whole.filter((block) => block.of === of).map(({ at }) => at)).toEqual(times);
    expect(times.length).toBeGreaterThan(10);
  });

  it("says how long its sound is", () => {
    const sound = whole.filter(({ of }) => of === "sound");
    const spans = (sound.at(-1)?.at ?? 0) + (sound.at(-1)?.lasts ?? 0) - (sound[0]?.at ?? 0);
    const lasts = sound.reduce((sum, block) => sum + block.lasts, 0);
    expect(Math.abs(lasts - spans)).toBeLessThan(150);
  });

  it("is the same wherever it is cut", () => {
    const cuts = fc.array(fc.nat(film.length), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, (places) => {
        const ends = [0, ...places.toSorted((a, b) => a - b), film.length];
        const chunks = ends.slice(1).map((end, i) => film.subarray(ends[i], end));
        expect(blocksOf(...chunks)).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it("is not read where it is no WebM", () => {
    expect(blocksOf(new Uint8Array([0, 0, 0, 24, 102, 116, 121, 112]))).toBeNull();
  });
});

test("a picture that one can see through lies in a group, and is read there", () => {
  const header = [0x1a, 0x45, 0xdf, 0xa3, 0x80];
  const track = [0xae, 0x86, 0xd7, 0x81, 0x01, 0x83, 0x81, 0x01];
  const cluster = [0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
  const group = [0xa0, 0x88, 0xa1, 0x86, 0x81, 0x00, 0x03, 0x00, 0x00, 0x00];
  const bytes = [...header, ...track, ...cluster, 0xe7, 0x81, 0x05, ...group];
  expect(blockReader()(Uint8Array.from(bytes))).toEqual([{ of: "picture", at: 8, lasts: 0 }]);
});
