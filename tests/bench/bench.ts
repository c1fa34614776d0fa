/** One line of the table that `bun run bench` prints. */
export interface Bench {
  work: string;
  unit: string;
  /** The goal for the ratio to the baseline; where there is no baseline, for the figure itself. */
  goal: { atLeast: number } | { atMost: number };
  /** The goal is for our own figure; the baseline is shown beside it. */
  isAbsolute?: true;
  /** How often ours and the baseline are measured, in turns; the medians are compared. */
  rounds: number;
  prepare(): Promise<Measurement>;
}

export interface Measurement {
  ours(): Promise<number>;
  /** Does the same work without us, on the same machine in the same minute. */
  baseline?(): Promise<number>;
  close(): Promise<void>;
}

export interface Result {
  ours: number;
  baseline: number | undefined;
  ratio: number | undefined;
  reached: boolean;
}

export async function measure(bench: Bench): Promise<Result> {
  const measurement = await bench.prepare();
  try {
    const ours: number[] = [];
    const baselines: number[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      ours.push(await measurement.ours());
      if (measurement.baseline) baselines.push(await measurement.baseline());
    }
    return compare(bench, median(ours), baselines.length ? median(baselines) : undefined);
  } finally {
    await measurement.close();
  }
}

function compare({ goal, isAbsolute }: Bench, ours: number, baseline: number | undefined): Result {
  const ratio = baseline === undefined ? undefined : ours / baseline;
  const figure = isAbsolute ? ours : (ratio ?? ours);
  const reached = "atLeast" in goal ? figure >= goal.atLeast : figure <= goal.atMost;
  return { ours, baseline, ratio, reached };
}

function median(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(sorted.length / 2) - 1, middle + 1);
  return (low + high) / 2;
}
