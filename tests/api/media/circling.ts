import { openMedia } from "#api/media/probe.ts";
import { noteAdvance, startWatch } from "#api/media/watch.ts";

/** Keeps one thread busy without ever letting go, as a reader that a damaged file leads in circles. */
const [way = "", allowance = "{}", seconds = "1e9", film = ""] = process.argv.slice(2);
if (way === "reading") await readAnew(); // the library is loaded
startWatch(JSON.parse(allowance));
await Bun.sleep(0);
console.log("begun");
const hoard: Uint8Array[] = [];
const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
if (way === "stalling") noteAdvance(); // once, and never again
const until = used() + Number(seconds);
while (used() < until) {
  if (way === "advancing") noteAdvance();
  if (way === "reading") await readAnew();
  if (way === "hoarding") hoard.push(new Uint8Array(1_000_000).fill(1));
}
console.log("through");
process.exit(0);

async function readAnew() {
  using input = await openMedia(film);
  await input.computeDuration();
}
