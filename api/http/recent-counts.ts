/** How often a call was answered within one minute and at which speed; not timed where both ends are null. */
export interface Count {
  begins_at: Date;
  route: string;
  over_ms: number | null;
  up_to_ms: number | null;
  requests: number;
  failures: number;
}

interface Answer {
  route: string;
  hasFailed: boolean;
  /** The range of the histogram with the answer's time; none where the sender's connection decides that time. */
  stretch: { over: number; upTo: number } | undefined;
}

/** The counts since the last time they were taken away to be kept. */
export interface RecentCounts {
  add(answer: Answer): void;
  take(): Count[];
  /** Counts that could not be kept: the next `take` returns them again. */
  giveBack(counts: readonly Count[]): void;
}

const MINUTE_MS = 60_000;
/** A cap on memory, should the counts not be kept for hours: calls beyond it are not counted. */
const MOST = 20_000;

export function recentCounts(now: () => number = Date.now): RecentCounts {
  let counts = new Map<string, Count>();
  const merge = (more: Count) => {
    const { begins_at, route, over_ms } = more;
    const key = `${begins_at.getTime()} ${over_ms} ${route}`;
    const known = counts.get(key);
    if (known) {
      known.requests += more.requests;
      known.failures += more.failures;
    } else if (counts.size < MOST) counts.set(key, more);
  };
  return {
    add: ({ route, hasFailed, stretch }) =>
      merge({
        begins_at: new Date(Math.floor(now() / MINUTE_MS) * MINUTE_MS),
        route,
        over_ms: stretch?.over ?? null,
        up_to_ms: stretch?.upTo ?? null,
        requests: 1,
        failures: Number(hasFailed),
      }),
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
    giveBack(again) {
      for (const count of again) merge(count);
    },
  };
}
