/** The answers of one day at one speed; they are not timed where both ends are null. */
interface Count {
  begins_at: Date;
  over_ms: number | null;
  up_to_ms: number | null;
  requests: number;
  failures: number;
}

interface Answer {
  hasFailed: boolean;
  /** The range of the histogram with the answer's time; none where the sender's connection decides that time. */
  stretch: { over: number; upTo: number } | undefined;
}

export type RecentCounts = ReturnType<typeof recentCounts>;

/** The counts since the last time they were taken away to be kept. */
export function recentCounts(now: () => number = Date.now) {
  let counts = new Map<string, Count>();
  const merge = (more: Count) => {
    const key = `${more.begins_at.getTime()} ${more.up_to_ms}`;
    const known = counts.get(key);
    if (known) {
      known.requests += more.requests;
      known.failures += more.failures;
    } else counts.set(key, more);
  };
  return {
    add: ({ hasFailed, stretch }: Answer) =>
      merge({
        begins_at: new Date(new Date(now()).setHours(0, 0, 0, 0)),
        over_ms: stretch?.over ?? null,
        up_to_ms: stretch?.upTo ?? null,
        requests: 1,
        failures: Number(hasFailed),
      }),
    /** Always in one order, so that two processes that keep theirs at once do not block each other. */
    take() {
      const taken = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
      counts = new Map();
      return taken;
    },
    /** Counts that could not be kept: the next `take` returns them again. */
    giveBack(again: readonly Count[]) {
      for (const count of again) merge(count);
    },
  };
}
