/** A picture, or so many milliseconds of sound, at its time from the beginning. */
export interface Block {
  of: "picture" | "sound";
  at: number;
  lasts: number;
}

const [TRACK_NUMBER, TRACK_TYPE, CLUSTER_TIME] = [0xd7, 0x83, 0xe7];
/** Alone in a cluster, or, of a picture one can see through, in a group. */
const [SIMPLE_BLOCK, BLOCK] = [0xa3, 0xa1];
const read = [TRACK_NUMBER, TRACK_TYPE, CLUSTER_TIME, SIMPLE_BLOCK, BLOCK];
/** Segment, tracks, one track, cluster, and a group: what is read lies in these. */
const entered = [0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0];
/** Track, time and flags of a block, and as much of a packet of Opus as says how long it is. */
const BLOCK_HEAD_BYTES = 6;

/** Reads chunks of WebM as they come, cut anywhere. Null where they are of another kind. */
export function blockReader(): (chunk: Uint8Array) => Block[] | null {
  let held: number[] = [];
  let isWebm: boolean | null = null;
  let skip = 0;
  let [clusterTime, track, pictureTrack] = [0, 0, -1];

  const learn = (id: number, body: number[], blocks: Block[]) => {
    const value = body.reduce((sum, byte) => sum * 256 + byte, 0);
    if (id === CLUSTER_TIME) clusterTime = value;
    else if (id === TRACK_NUMBER) track = value;
    else if (id === TRACK_TYPE) pictureTrack = value === 1 ? track : pictureTrack;
    else {
      const [name = 0, high = 0, low = 0, , kind = 0, count = 0] = body;
      const at = clusterTime + ((((high << 8) | low) << 16) >> 16);
      const isPicture = (name & 0x7f) === pictureTrack;
      const lasts = isPicture ? 0 : lengthOfOpus(kind, count);
      blocks.push({ of: isPicture ? "picture" : "sound", at, lasts });
    }
  };

  /** Heads are short and put together byte by byte; what is not read is passed over. */
  const take = (byte: number, blocks: Block[]) => {
    held.push(byte);
    const id = numberAt(held, 0);
    const size = id && numberAt(held, id.end, true);
    if (!id || !size) return;
    if (!entered.includes(id.value)) {
      const wanted = read.includes(id.value) ? Math.min(size.value, BLOCK_HEAD_BYTES) : 0;
      if (held.length < size.end + wanted) return;
      if (wanted > 0) learn(id.value, held.slice(size.end), blocks);
      skip = size.value - wanted;
    }
    held = [];
  };

  return (chunk) => {
    isWebm ??= chunk.length > 0 ? chunk[0] === 0x1a : null;
    if (isWebm === false) return null;
    const blocks: Block[] = [];
    let at = skip;
    for (; at < chunk.length; at += 1 + skip) {
      skip = 0;
      take(chunk[at] ?? 0, blocks);
    }
    skip = at - chunk.length;
    return blocks;
  };
}

/** A number whose first bits say how many bytes it has; in a size they do not count. */
function numberAt(bytes: number[], from: number, isSize = false) {
  const first = bytes[from] ?? 0;
  const length = Math.clz32(first) - 23;
  if (from + length > bytes.length) return null;
  const start = isSize ? first & (0xff >> length) : first;
  const rest = bytes.slice(from + 1, from + length);
  return { value: rest.reduce((sum, byte) => sum * 256 + byte, start), end: from + length };
}

/** The length of a packet by its first bytes: how long its frames are, and how many there are. */
function lengthOfOpus(kind: number, count: number): number {
  const frames = kind < 96 ? [10, 20, 40, 60] : kind < 128 ? [10, 20, 10, 20] : [2.5, 5, 10, 20];
  return (frames[(kind >> 3) % 4] ?? 0) * ([1, 2, 2][kind & 3] ?? count & 0x3f);
}
