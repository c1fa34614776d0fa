/** The elements of EBML, of which WebM is made. */
export interface Element {
  id: number;
  /** Where its content begins. */
  body: number;
  /** Of its content, in bytes; null where it says that it does not know. */
  size: number | null;
}

/** The element that begins at a byte; null while its first bytes are not all there. */
export function elementAt(bytes: Uint8Array, at: number): Element | null {
  const id = varint(bytes, at, false);
  const size = id && varint(bytes, at + id.length, true);
  if (!id || !size) return null;
  return {
    id: id.value,
    body: at + id.length + size.length,
    size: size.isUnknown ? null : size.value,
  };
}

/** The element that begins at a byte, if one does and its first bytes are there. */
export function elementIn(bytes: Uint8Array, at: number): Element | undefined {
  try {
    return elementAt(bytes, at) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The elements that lie in a stretch of bytes. */
export function* childrenOf(bytes: Uint8Array, from = 0, to = bytes.length): Generator<Element> {
  for (let at = from; at < to; ) {
    const child = elementAt(bytes, at);
    if (!child || child.size === null || child.body + child.size > to) return;
    yield child;
    at = child.body + child.size;
  }
}

export function childOf(bytes: Uint8Array, id: number): Uint8Array | undefined {
  for (const { id: own, body, size } of childrenOf(bytes))
    if (own === id) return bytes.subarray(body, body + (size ?? 0));
  return undefined;
}

export const numberIn = (bytes: Uint8Array | undefined): number =>
  (bytes ?? new Uint8Array()).reduce((number, byte) => number * 256 + byte, 0);

/** A number that says its own length; `marked` takes the mark of the length out of it. */
export function varint(bytes: Uint8Array, at: number, marked: boolean) {
  const first = bytes[at];
  if (first === undefined) return null;
  const length = Math.clz32(first) - 23;
  if (length > 8) throw new Error(`No element begins with ${first}`);
  if (at + length > bytes.length) return null;
  const mask = 0xff >> length;
  let value = marked ? first & mask : first;
  let isUnknown = marked && (first & mask) === mask;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, length, isUnknown };
}
