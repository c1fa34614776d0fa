import type { Listened } from "./plan-parts.ts";
import { type SoundTrack, secondsOfAac } from "./sound-track.ts";

const LEVEL_SECONDS = 0.2;
/** Seconds by which packets may be off their time, before a decoder that counts samples would notice. */
const SLACK = 0.03;

/**
 * The facts about AAC that need no decoding: where its packets are, and their size, which is smaller where less is
 * heard. Speech is not recognised; so all is one stretch, but for places where packets are missing.
 */
export async function weighPackets(sound: SoundTrack, onAdvance: () => void): Promise<Listened> {
  const spans: Listened["spans"] = [];
  const bytes: number[] = [];
  const weights: { sum: number; count: number }[] = [];
  let counted = 0;
  for await (const packet of sound.packets(0)) {
    const start = Math.max(0, packet.timestamp);
    const length = secondsOfAac(packet);
    const last = spans.at(-1);
    if (last && start - counted < SLACK) last.end = start + length;
    else {
      spans.push({ start, end: start + length });
      counted = start;
    }
    counted += length;
    const second = Math.floor(start);
    bytes[second] = (bytes[second] ?? 0) + packet.byteLength;
    const place = Math.floor(start / LEVEL_SECONDS);
    const { sum, count } = weights[place] ?? { sum: 0, count: 0 };
    weights[place] = { sum: sum + packet.byteLength, count: count + 1 };
    onAdvance();
  }
  return {
    ...{ seconds: spans.at(-1)?.end ?? 0, spans, bytes, levelSeconds: LEVEL_SECONDS },
    levels: Float32Array.from(weights, (weight) => (weight ? weight.sum / weight.count : 0)),
  };
}
