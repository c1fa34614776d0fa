/** `bun run faults [tries] [words]`: every fault so often, and what came of it. Takes half an hour. */
import { diskFull, type Fault, faults, type Round, tryOnce } from "#tests/faults/faults.ts";
import { smallDisk } from "#tests/faults/small-disk.ts";
import { newWorld, type World } from "#tests/faults/world.ts";

const LIMIT_MS = 10_000;
const [count = "20", ...words] = process.argv.slice(2);
const wanted = words.join(" ").toLowerCase();
const isWanted = ({ name }: Fault) => name.toLowerCase().includes(wanted);
let isGood = true;

console.log(
  "| Fault | Tries | Lost | Hung | Recovered in (median, longest) | |\n|---|---|---|---|---|---|",
);
const usual = faults.filter(isWanted);
if (usual.length > 0) {
  const world = await newWorld();
  try {
    for (const fault of usual) await run(world, fault);
  } finally {
    await world.close();
  }
}
if (isWanted(diskFull)) await runOnSmallDisk();
process.exit(isGood ? 0 : 1);

async function runOnSmallDisk(): Promise<void> {
  const disk = smallDisk();
  if (!disk)
    return console.log(`| ${diskFull.name} | not run: no file system may be mounted here |`);
  const world = await newWorld(disk.path);
  try {
    await run(world, diskFull);
  } finally {
    await world.server.kill("SIGTERM");
    disk.remove();
  }
}

async function run(world: World, fault: Fault): Promise<void> {
  const rounds: Round[] = [];
  for (let time = 0; time < Number(count); time++) rounds.push(await tryOnce(world, fault));
  const sum = (pick: (round: Round) => number) => rounds.reduce((all, one) => all + pick(one), 0);
  const times = rounds.map(({ recovered }) => recovered).sort((a, b) => a - b);
  const [median = 0, longest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  const [lost, hung] = [sum((one) => one.lost), sum((one) => one.hung)];
  const reached = lost + hung === 0 && longest <= LIMIT_MS;
  isGood &&= reached;
  const cells = [fault.name, rounds.length, lost, hung, `${seconds(median)}, ${seconds(longest)}`];
  console.log(`| ${[...cells, reached ? "✓" : "✗"].join(" | ")} |`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
