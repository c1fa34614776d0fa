import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { carryOut } from "#api/media/carry-out.ts";
import { type Cluster, GrowingWebm } from "#api/media/live/webm.ts";
import { allowanceFor, noteAdvance, startWatch } from "#api/media/watch.ts";
import { cutPart, extensionOfPart } from "./cut-part.ts";
import type {
  CutFile,
  Followed,
  ListenOrder,
  PartsOrder,
  Speech,
  SpeechOrder,
} from "./hear-speech.ts";
import { listen } from "./listen.ts";
import { measureLoudness } from "./loudness.ts";
import { planParts, planSettled } from "./plan-parts.ts";
import { openSound, type SoundTrack } from "./sound-track.ts";
import { weighPackets } from "./weigh-packets.ts";

/** Seconds of the processor for a second of sound: ten times the need of listening. */
const SECONDS_EACH = 0.25;
/** Seconds. Sound may stand in the file so much after pictures of the same time. */
const INTERLEAVED = 5;

type Tell = (file: CutFile) => void;

/** A process of its own, as the one that prepares: it reads a stranger's file, and computes for minutes. */
async function hear(order: SpeechOrder, tell: Tell) {
  const allowance = allowanceFor(Bun.file(order.path).size);
  startWatch({ ...allowance, seconds: allowance.seconds + order.seconds * SECONDS_EACH });
  if (order.kind === "follow") return follow(order);
  const sound = await openSound(order.path);
  if (order.kind === "look") return typeof sound === "string" ? sound : sound.codec;
  if (typeof sound === "string") throw new Error("There is no sound that can be read");
  if (order.kind === "cut") return cut(sound, order, tell);
  if (order.kind !== "measure") return plan(sound, order);
  const { secondsEach, levels } = await measureLoudness(sound, order.seconds, noteAdvance);
  await Bun.write(order.destination, levels);
  return secondsEach;
}

async function plan(sound: SoundTrack, order: ListenOrder): Promise<Speech> {
  const isHeard = sound.codec === "opus";
  const listened = await (isHeard
    ? listen(sound, noteAdvance, order.from)
    : weighPackets(sound, noteAdvance));
  // Silence cannot be put into AAC, so a piece ends where packets are missing.
  const limits = isHeard ? order.limits : { ...order.limits, silence: 0 };
  return { seconds: listened.seconds, parts: planParts(listened, limits, order.from) };
}

/** Tells the finished pieces of a recording that still arrives, and the bytes that are needed for the rest. */
async function follow({ path, from, limits }: ListenOrder): Promise<Followed | null> {
  const clusters = await clustersOf(path);
  const [first, last] = [clusters.at(0), clusters.at(-1)];
  // A single cluster may not have arrived whole.
  if (!first || !last || first === last) return null;
  await truncate(path, last.byte);
  const sound = await openSound(path);
  if (typeof sound === "string" || sound.codec !== "opus") return null;
  const listened = await listen(sound, noteAdvance, from);
  const arrived = Math.max(from, last.seconds);
  const planned = planSettled(listened, limits, { start: from, end: arrived });
  const resume = clusters.findLast(({ seconds }) => seconds <= planned.heard - INTERLEAVED) ?? null;
  return { ...planned, headBytes: first.byte, resume };
}

/** The stretches of a WebM that can be read by themselves; none of another container, which can only be read whole. */
async function clustersOf(path: string): Promise<Cluster[]> {
  const clusters: Cluster[] = [];
  const growing = new GrowingWebm((cluster) => clusters.push(cluster));
  try {
    for await (const bytes of Bun.file(path).stream()) {
      growing.push(bytes);
      noteAdvance();
    }
  } catch {
    return [];
  }
  return clusters;
}

async function cut(sound: SoundTrack, { directory, parts }: PartsOrder, tell: Tell) {
  for (const { number, ...span } of parts) {
    const path = join(directory, `${number}.${extensionOfPart(sound)}`);
    const made = await cutPart(sound, span, path);
    noteAdvance();
    if (made) tell({ number, path, ...made });
  }
}

await carryOut(hear);
