import type { Manifest } from "./manifest.ts";
import type { Kept } from "./worker-client.ts";

export interface HereFacts {
  keeps: Manifest["keeps"];
  /** Bytes that survive the death of the browser. */
  kept: number;
  /** Bytes that only this tab holds, because the disk is full or there is none. */
  atRisk: number;
  roomHere: number | null;
  bytesPerSecond: number;
}

const MEASURABLE_MS = 3_000;
const ASK_EVERY_CHUNKS = 10;

export function watchSafety(
  keeps: Manifest["keeps"],
  expectedBytesPerSecond: number,
  tell: (facts: HereFacts) => void,
) {
  let facts: HereFacts = {
    keeps,
    kept: 0,
    atRisk: 0,
    roomHere: null,
    bytesPerSecond: expectedBytesPerSecond,
  };
  let chunks = 0;
  const update = (fields: Partial<HereFacts>) => {
    facts = { ...facts, ...fields };
    tell(facts);
  };
  const askForRoom = async () => update({ roomHere: await roomHere() });
  void askForRoom();

  return (kept: Kept, elapsed: number) => {
    const durable = kept.durable ? kept.bytes : facts.kept;
    const isMeasurable = elapsed > MEASURABLE_MS;
    update({
      kept: durable,
      atRisk: kept.bytes - durable,
      ...(isMeasurable && { bytesPerSecond: (kept.bytes * 1000) / elapsed }),
    });
    chunks += 1;
    if (chunks % ASK_EVERY_CHUNKS === 0) void askForRoom();
  };
}

export async function roomHere(): Promise<number | null> {
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  if (!estimate || estimate.quota === undefined) return null;
  return Math.max(0, estimate.quota - (estimate.usage ?? 0));
}
