import { recentCounts } from "./limits/recent-counts.ts";

interface Observation {
  method: string;
  route: string;
  status: number;
  /** The service asked for is not set up: its operator's choice, and no failure. */
  isOff?: boolean | undefined;
  ms: number;
  /** The request brought a file: its time depends on the sender's connection, and says nothing of us. */
  bringsFile: boolean;
}

export type Metrics = ReturnType<typeof createMetrics>;

const BUCKETS_MS = [
  1, 2, 3, 5, 7.5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000,
  5000, 10_000,
];

interface Series {
  labels: string;
  count: number;
  sum: number;
  /** How many took up to each limit, and longer than the one before; the last took longer than all. */
  stretches: number[];
}

export function createMetrics() {
  const series = new Map<string, Series>();
  const recent = recentCounts();
  return {
    /** The same counts of the calls of the API, for the code that stores them. */
    recent,
    observe({ method, route, status, isOff, ms, bringsFile }: Observation) {
      const at = STRETCHES.findIndex(({ upTo }) => ms <= upTo);
      if (route.startsWith("/api/"))
        recent.add({
          hasFailed: status >= 500 && !isOff,
          stretch: bringsFile ? undefined : STRETCHES[at],
        });
      const key = `${method} ${status} ${route}`;
      let entry = series.get(key);
      if (!entry) {
        const labels = `method="${method}",route="${route.replaceAll('"', "")}",status="${status}"`;
        entry = { labels, count: 0, sum: 0, stretches: STRETCHES.map(() => 0) };
        series.set(key, entry);
      }
      entry.count += 1;
      entry.sum += ms;
      entry.stretches[at] = (entry.stretches[at] ?? 0) + 1;
    },
    /** Prometheus text. */
    text: () =>
      [
        "# HELP http_request_duration_ms Time to the first byte of the answer.",
        "# TYPE http_request_duration_ms histogram",
        ...[...series.values()].flatMap(lines),
        "# TYPE process_resident_memory_bytes gauge",
        `process_resident_memory_bytes ${process.memoryUsage().rss}`,
        "# TYPE process_uptime_seconds gauge",
        `process_uptime_seconds ${process.uptime().toFixed(1)}`,
        "",
      ].join("\n"),
  };
}

const STRETCHES = [...BUCKETS_MS, Number.POSITIVE_INFINITY].map((upTo, i) => ({
  over: BUCKETS_MS[i - 1] ?? 0,
  upTo,
}));

function lines({ labels, count, sum, stretches }: Series): string[] {
  let upToHere = 0;
  return [
    ...BUCKETS_MS.map((limit, i) => {
      upToHere += stretches[i] ?? 0;
      return `http_request_duration_ms_bucket{${labels},le="${limit}"} ${upToHere}`;
    }),
    `http_request_duration_ms_bucket{${labels},le="+Inf"} ${count}`,
    `http_request_duration_ms_sum{${labels}} ${sum.toFixed(3)}`,
    `http_request_duration_ms_count{${labels}} ${count}`,
  ];
}
