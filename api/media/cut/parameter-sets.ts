/**
 * A packet of H.264 with the parameter sets of its encoder before it. Two encoders in one track need that: a decoder
 * would read the pictures of one with the sets of the other.
 */
export function withParameterSets(data: Uint8Array, description: Uint8Array): Uint8Array {
  const sets = parameterSets(description);
  const whole = new Uint8Array(sets.reduce((sum, set) => sum + set.length, data.length));
  let at = 0;
  for (const part of [...sets, data]) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Sequence and picture parameter sets of an avcC record, each behind its length in four bytes. */
function parameterSets(description: Uint8Array): Uint8Array[] {
  const view = new DataView(description.buffer, description.byteOffset, description.byteLength);
  const sets: Uint8Array[] = [];
  let at = 5;
  for (const countBits of [31, 255]) {
    for (let left = view.getUint8(at++) & countBits; left > 0; left--) {
      const size = view.getUint16(at);
      const set = new Uint8Array(4 + size);
      new DataView(set.buffer).setUint32(0, size);
      set.set(description.subarray(at + 2, at + 2 + size), 4);
      sets.push(set);
      at += 2 + size;
    }
  }
  return sets;
}
