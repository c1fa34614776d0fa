import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { allowanceFor, noteAdvance, startWatch } from "#api/media/watch.ts";
import { isFull } from "#api/platform/objects/store.ts";
import { clustersOf } from "./clusters.ts";
import { cutPart, extensionOfPart } from "./cut-part.ts";
import { listen } from "./listen.ts";
import { measureLoudness } from "./loudness.ts";
import { planParts, planSettled } from "./plan-parts.ts";
import { openSound, type SoundTrack } from "./sound-track.ts";
import { type SpeechMessage, SpeechOrder } from "./speech-messages.ts";
import { weighPackets, withoutSilence } from "./weigh-packets.ts";

/** A process of its own, as the one that prepares: it reads a stranger's file, and computes for minutes. */
const order = SpeechOrder.parse(JSON.parse(process.argv[2] ?? ""));

/** Seconds of the processor for a second of sound: ten times the need of listening. */
const SECONDS_EACH = 0.25;
/** So often it says how far it is. */
const SECONDS_TOLD = 60;
/** Seconds. Sound may stand in the file so much after pictures of the same time. */
const INTERLEAVED = 5;

const allowance = allowanceFor(Bun.file(order.source).size);
startWatch({ ...allowance, seconds: allowance.seconds + order.seconds * SECONDS_EACH });

try {
  if (order.kind === "follow") await follow(order);
  else {
    const sound = await openSound(order.source);
    if (typeof sound === "string") say({ kind: "sound", sound });
    else await carryOut(sound, order);
  }
} catch (error) {
  if (isFull(error)) say({ kind: "full" });
  // The library's complaints about a file's insides are the file's fault; those of the disk have a code.
  else if (error instanceof Error && !("code" in error)) say({ kind: "broken" });
  else throw error;
}
process.exit();

type WholeOrder = Exclude<SpeechOrder, { kind: "follow" }>;

async function carryOut(sound: SoundTrack, order: WholeOrder): Promise<void> {
  if (order.kind === "look") return say({ kind: "sound", sound: sound.codec });
  if (order.kind === "cut") return cut(sound, order);
  if (order.kind === "measure") {
    const { secondsEach, levels } = await measureLoudness(sound, order.seconds, noteAdvance);
    await Bun.write(order.destination, levels);
    return say({ kind: "measured", secondsEach });
  }
  const isHeard = sound.codec === "opus";
  let told = 0;
  const onTime = (seconds: number) => {
    noteAdvance();
    if (seconds - told < SECONDS_TOLD) return;
    told = seconds;
    say({ kind: "listening", seconds });
  };
  const listened = await (isHeard
    ? listen(sound, onTime, order.from)
    : weighPackets(sound, onTime));
  const limits = isHeard ? order.limits : withoutSilence(order.limits);
  const parts = planParts(listened, limits, order.from);
  say({ kind: "planned", seconds: listened.seconds, parts });
}

/** Tells the finished pieces of a recording that still arrives, and the bytes that are needed for the rest. */
async function follow(order: SpeechOrder & { kind: "follow" }): Promise<void> {
  const { source, from, limits } = order;
  const clusters = await clustersOf(source);
  const [first, last] = [clusters.at(0), clusters.at(-1)];
  // Other containers can only be read whole, and a single cluster may not have arrived whole.
  if (!first || !last || first === last) return say({ kind: "nothing-yet" });
  await truncate(source, last.byte);
  const sound = await openSound(source);
  if (typeof sound === "string") return say({ kind: "sound", sound });
  if (sound.codec !== "opus") return say({ kind: "sound", sound: sound.codec });
  const listened = await listen(sound, noteAdvance, from);
  const arrived = Math.max(from, last.seconds);
  const planned = planSettled(listened, limits, { start: from, end: arrived });
  const resume = clusters.findLast(({ seconds }) => seconds <= planned.heard - INTERLEAVED) ?? null;
  say({ kind: "followed", ...planned, headBytes: first.byte, resume });
}

async function cut(sound: SoundTrack, { directory, parts }: SpeechOrder & { kind: "cut" }) {
  for (const { number, ...span } of parts) {
    const path = join(directory, `${number}.${extensionOfPart(sound)}`);
    const made = await cutPart(sound, span, path);
    noteAdvance();
    if (made) say({ kind: "cut", number, path, ...made });
  }
  say({ kind: "done" });
}

function say(message: SpeechMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
