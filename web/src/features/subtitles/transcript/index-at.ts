interface Timed {
  start: number;
  end: number;
}

/** Which line is said at a moment; between two it is still the one before. Undefined before the first. */
export function indexAt(cues: readonly Timed[], seconds: number): number | undefined {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.start ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : low - 1;
}
