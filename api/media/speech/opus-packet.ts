/** Milliseconds of one frame, by the first five bits of a packet (RFC 6716, section 3.1). */
const SILK = [10, 20, 40, 60];
const HYBRID = [10, 20];
const CELT = [2.5, 5, 10, 20];

/** How long a packet sounds; containers of recorders say only when it begins. */
export function secondsOfOpus(packet: Uint8Array): number {
  const [head = 0, count = 0] = packet;
  const kind = head >> 3;
  const frame = kind < 12 ? SILK[kind % 4] : kind < 16 ? HYBRID[kind % 2] : CELT[kind % 4];
  const code = head & 3;
  const frames = code === 0 ? 1 : code === 3 ? count & 63 : 2;
  return ((frame ?? 0) * frames) / 1000;
}

/** Twenty milliseconds in which nothing is heard. */
export const SILENT_OPUS = Uint8Array.of(0xf8, 0xff, 0xfe);
export const SILENT_SECONDS = 0.02;
