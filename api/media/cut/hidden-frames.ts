/**
 * Whether a packet holds a picture that is not shown at its own time. Encoders put pictures of what comes later into
 * such ones, so a cut must not copy them where that is removed.
 */
export function hidesFrames(codec: string, data: Uint8Array): boolean {
  if (codec === "vp8") return ((data[0] ?? 0) & 0b10000) === 0;
  // A packet of several frames ends with an index, whose mark is three bits.
  if (codec === "vp9") return ((data.at(-1) ?? 0) & 0b11100000) === 0b11000000;
  if (codec === "av1") return framesOfAv1(data) > 1;
  return false;
}

const FRAME_HEADER = 3;
const FRAME = 6;

/** Headers of frames among the units of an AV1 packet. */
function framesOfAv1(data: Uint8Array): number {
  let frames = 0;
  for (let at = 0; at < data.length; ) {
    const head = data[at++] ?? 0;
    const type = (head >> 3) & 15;
    if (type === FRAME || type === FRAME_HEADER) frames++;
    if (head & 4) at++;
    if (!(head & 2)) break; // without a size it reaches to the end
    let size = 0;
    let byte: number;
    let shift = 0;
    do {
      byte = data[at++] ?? 0;
      size += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte & 128 && shift < 56);
    at += size;
  }
  return frames;
}
