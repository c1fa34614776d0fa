/** `bun run faults [tries] [words]`: every fault so often, and what came of it. Takes a quarter of an hour. */
import { crowded } from "#tests/faults/crowded.ts";
import {
  diskFull,
  type Fault,
  faults,
  ffmpegKilled,
  type Round,
  storageSilent,
  tryOnce,
} from "#tests/faults/faults.ts";
import { killedAtWork } from "#tests/faults/killed-at-work.ts";
import { ffmpeg } from "#tests/faults/long-videos.ts";
import { smallDisk } from "#tests/faults/small-disk.ts";
import { newWorld, type World, worldOnSupabase } from "#tests/faults/world.ts";

/** The limit on a quiet machine; on a crowded one it is multiplied. */
const LIMIT_MS = 10_000;
/** A server that is not back by then never will be: no more of this fault is tried. */
const PATIENCE_MS = 90_000;

const [count = "20", ...words] = process.argv.slice(2);
const wanted = words.join(" ").toLowerCase();
const isWanted = ({ name }: Fault) => name.toLowerCase().includes(wanted);
let isGood = true;
const begun = performance.now();

row("Fault", "Tries", "Lost", "Hung", "Recovered in (median, longest)", "Crowded", "");
row(...Array.from({ length: 7 }, () => "---"));
const usual = [...faults, ...killedAtWork, ffmpegKilled].filter(isWanted);
if (usual.length > 0) await inWorld(usual);
if ("storage silent".includes(wanted)) {
  const world = await worldOnSupabase();
  await run(world, storageSilent(world.storage));
  await world.close();
}
if (isWanted(diskFull)) await onSmallDisk();
console.log(`\n${((performance.now() - begun) / 60_000).toFixed(1)} minutes`);
process.exit(isGood ? 0 : 1);

/** All in one world, and in another after a fault that it did not live through. */
async function inWorld(wishes: Fault[]): Promise<void> {
  const world = await newWorld();
  let done = 0;
  for (const fault of wishes) {
    done++;
    if (fault === ffmpegKilled && !ffmpeg) row(fault.name, "not run: no ffmpeg here");
    else if (!(await run(world, fault))) break;
  }
  await world.close();
  if (done < wishes.length) await inWorld(wishes.slice(done));
}

async function onSmallDisk(): Promise<void> {
  const disk = smallDisk();
  if (!disk) return row(diskFull.name, "not run: no file system may be mounted here");
  const world = await newWorld(disk.path);
  await run(world, diskFull);
  await world.server.kill("SIGTERM");
  disk.remove();
}

/** Whether the world has lived through it. */
async function run(world: World, fault: Fault): Promise<boolean> {
  const rounds: Round[] = [];
  let most = 1;
  let failure: string | undefined;
  while (rounds.length < Number(count) && !failure) {
    most = Math.max(most, crowded());
    failure = await patiently(world, fault, most).then(
      (round) => void rounds.push(round),
      (error) => String(error),
    );
  }
  const sum = (pick: (round: Round) => number) => rounds.reduce((all, one) => all + pick(one), 0);
  const times = rounds.map(({ recovered }) => recovered).sort((a, b) => a - b);
  const [median = 0, longest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  const [lost, hung] = [sum((one) => one.lost), sum((one) => one.hung)];
  const reached = !failure && lost + hung === 0 && longest <= LIMIT_MS * most;
  isGood &&= reached;
  const recovered = `${seconds(median)}, ${seconds(longest)}`;
  row(
    fault.name,
    rounds.length,
    lost,
    hung,
    recovered,
    most.toFixed(1),
    failure ?? (reached ? "✓" : "✗"),
  );
  return !failure;
}

async function patiently(world: World, fault: Fault, times: number): Promise<Round> {
  const tooLate = Bun.sleep(PATIENCE_MS * times).then(() => {
    throw new Error(`not back after ${seconds(PATIENCE_MS * times)}`);
  });
  return await Promise.race([tryOnce(world, fault), tooLate]);
}

function row(...cells: (string | number)[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
