import { rm } from "node:fs/promises";
import { isFull } from "#api/platform/objects/store.ts";
import { audioLevel } from "./audio-level.ts";
import { carryOut } from "./carry-out.ts";
import { hasIndex } from "./layout.ts";
import { planFor } from "./plan.ts";
import { nothingMade, type Prepared, type PrepareNews, type PrepareOrder } from "./prepare.ts";
import { type Probe, probe } from "./probe.ts";
import { isSeekable, type RemuxTarget, remux, verifyRemux } from "./remux.ts";
import { allowanceFor, startWatch } from "./watch.ts";

type Tell = (news: PrepareNews) => void;

/** A process of its own: it may need half a gigabyte, hang on a damaged file, and be killed for it. */
async function prepare(order: PrepareOrder, tell: Tell): Promise<Prepared> {
  const { source } = order;
  startWatch(allowanceFor(Bun.file(source).size));
  const found = await probe(source);
  await forgetWhatWasRead();
  const plan = planFor(found, await hasIndex(source, found.container));
  tell({ percent: 0, found: { probe: found, isPlayable: plan !== "transcode" } });
  if (plan === "transcode") return prepared(found, { isPlayable: false, isSeekable: false });
  if (plan === "keep")
    return prepared(found, {
      isPlayable: true,
      isSeekable: await isSeekable(source, found.duration),
      audioLevel: await levelOf(source, found),
    });
  return remuxed(order, found, plan === "remux-webm" ? "webm" : "mp4", tell);
}

/**
 * The reader loads a cluster whole, and an element that says nothing lies in one however long it is: about three
 * times its bytes are in use then. The remains of one reading must not be there when the next begins.
 */
async function forgetWhatWasRead(): Promise<void> {
  await Bun.sleep(0); // the collector takes numbers on the stack for addresses; after a turn few are left
  Bun.gc(true);
}

/** When the new file is not right, the original stays: it plays, only seeking is slow. */
async function remuxed(
  { source, destination }: PrepareOrder,
  found: Probe,
  target: RemuxTarget,
  tell: Tell,
): Promise<Prepared> {
  try {
    await remux(source, destination, target, (fraction) =>
      tell({ percent: Math.round(fraction * 100) }),
    );
    await forgetWhatWasRead();
    const made = await verifyRemux(destination, found, target);
    const level = await levelOf(destination, made);
    return prepared(made, { isPlayable: true, isSeekable: true, isNew: true, audioLevel: level });
  } catch (error) {
    await rm(destination, { force: true });
    if (isFull(error)) throw error; // there may be room tomorrow
    return prepared(found, { isPlayable: true, isSeekable: false, remuxFailure: String(error) });
  }
}

/** The level is only shown, never needed: a sound that cannot be measured is no reason to fail. */
const levelOf = (path: string, { duration }: Probe) => audioLevel(path, duration).catch(() => null);

type State = Pick<Prepared, "isPlayable" | "isSeekable"> & Partial<Prepared>;

const prepared = (probe: Probe, state: State): Prepared => ({ probe, ...nothingMade, ...state });

await carryOut(prepare);
