interface Observation {
  method: string;
  route: string;
  status: number;
  ms: number;
}

export interface Metrics {
  observe(observation: Observation): void;
  /** Prometheus text. */
  text(): string;
}

const BUCKETS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];

interface Series {
  labels: string;
  count: number;
  sum: number;
  buckets: number[];
}

export function createMetrics(): Metrics {
  const series = new Map<string, Series>();
  return {
    observe({ method, route, status, ms }) {
      const labels = `method="${method}",route="${route.replaceAll('"', "")}",status="${status}"`;
      const entry = series.get(labels) ?? newSeries(labels);
      entry.count += 1;
      entry.sum += ms;
      BUCKETS_MS.forEach((limit, i) => {
        if (ms <= limit) entry.buckets[i] = (entry.buckets[i] ?? 0) + 1;
      });
      series.set(labels, entry);
    },
    text: () =>
      [...heading(), ...[...series.values()].flatMap(lines), ...process_(), ""].join("\n"),
  };
}

const newSeries = (labels: string): Series => ({
  labels,
  count: 0,
  sum: 0,
  buckets: BUCKETS_MS.map(() => 0),
});

const heading = () => [
  "# HELP http_request_duration_ms Time to the first byte of the answer.",
  "# TYPE http_request_duration_ms histogram",
];

const lines = ({ labels, count, sum, buckets }: Series) => [
  ...BUCKETS_MS.map(
    (limit, i) => `http_request_duration_ms_bucket{${labels},le="${limit}"} ${buckets[i]}`,
  ),
  `http_request_duration_ms_bucket{${labels},le="+Inf"} ${count}`,
  `http_request_duration_ms_sum{${labels}} ${sum.toFixed(3)}`,
  `http_request_duration_ms_count{${labels}} ${count}`,
];

const process_ = () => [
  "# TYPE process_resident_memory_bytes gauge",
  `process_resident_memory_bytes ${process.memoryUsage().rss}`,
  "# TYPE process_uptime_seconds gauge",
  `process_uptime_seconds ${process.uptime().toFixed(1)}`,
];
