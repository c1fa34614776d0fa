/** `bun run bench [words]`: each figure beside its baseline, measured in turns in this very run. */
import { adminCalls, largeReports } from "#tests/bench/admin-calls.ts";
import { archive } from "#tests/bench/archive.ts";
import { type Bench, measure, type Result } from "#tests/bench/bench.ts";
import { commentSeen } from "#tests/bench/comment-seen.ts";
import { cutting } from "#tests/bench/cutting.ts";
import { fairness } from "#tests/bench/fairness.ts";
import { firstLoad, firstPicture, firstRequests, shifts } from "#tests/bench/first-load.ts";
import { importing } from "#tests/bench/importing.ts";
import { libraryAmongMany, libraryPage } from "#tests/bench/library.ts";
import { liveWatching } from "#tests/bench/live-watching.ts";
import { searchSaid } from "#tests/bench/said.ts";
import { firstStart, idleMemory, nextStart } from "#tests/bench/start.ts";
import { stopToPlay, stopToPlayLong } from "#tests/bench/stop-to-play.ts";
import { streaming } from "#tests/bench/streaming.ts";
import { transcribing } from "#tests/bench/transcribing.ts";
import { uploading } from "#tests/bench/uploading.ts";
import { viewers } from "#tests/bench/viewers.ts";
import { buildWebClient } from "./build.ts";
import { findChromium } from "./chromium.ts";

const benches: Bench[] = [
  firstStart,
  nextStart,
  idleMemory,
  firstLoad,
  firstPicture,
  firstRequests,
  shifts,
  libraryPage,
  libraryAmongMany,
  searchSaid,
  commentSeen,
  stopToPlay,
  stopToPlayLong,
  ...streaming,
  uploading,
  liveWatching,
  importing,
  ...adminCalls,
  ...largeReports,
  archive,
  ...fairness,
  transcribing,
  ...cutting,
  ...viewers,
];

if (!(await buildWebClient())) process.exit(1);
process.env.CHROMIUM_PATH ??= await findChromium();

const wanted = process.argv.slice(2).join(" ").toLowerCase();
const results: boolean[] = [];
console.log("| Work | Ours | Baseline | Ratio | To reach | |\n|---|---|---|---|---|---|");
for (const bench of benches.filter(({ work }) => work.toLowerCase().includes(wanted))) {
  const result = await measure(bench);
  results.push(result.reached);
  console.log(row(bench, result));
}
process.exit(results.every(Boolean) ? 0 : 1);

function row(
  { work, unit, goal, isAbsolute }: Bench,
  { ours, baseline, ratio, reached }: Result,
): string {
  const limit = "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  const cells = [
    work,
    `${figure(ours)} ${unit}`,
    baseline === undefined ? "–" : `${figure(baseline)} ${unit}`,
    ratio === undefined ? "–" : ratio.toFixed(2),
    ratio === undefined || isAbsolute ? `${limit} ${unit}` : limit,
    reached ? "✓" : "✗",
  ];
  return `| ${cells.join(" | ")} |`;
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toString() : value.toPrecision(3);
}
