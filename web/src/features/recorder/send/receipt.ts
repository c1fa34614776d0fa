import type { Receipt } from "#contract/recordings.ts";
import { readReceipt } from "#web/data/recordings.ts";
import type { Take } from "#web/features/recorder/keep/take.ts";
import { isUnknown } from "#web/lib/api-error.ts";
import { sessionUserId } from "#web/lib/session.ts";

export type OwnCopy = Awaited<ReturnType<typeof ownCopy>>;

interface Check {
  ok: boolean;
  text: string;
}

export interface Verdict {
  /** "pending" until the server has looked at every part of the recording. */
  outcome: "pending" | "verified" | "differs";
  /** Every byte arrived as it was: the copy on this computer is no longer needed. */
  isWhole: boolean;
  checks: Check[];
}

const SILENCE_DECIBEL = -70;

export function compare(own: OwnCopy, receipt: Receipt): Verdict {
  const isLookedAt = receipt.status === "ready" || receipt.status === "failed";
  const bytes = receipt.received_bytes === own.bytes;
  const checksum = receipt.received_sha256 === own.sha256;
  const isWhole = bytes && checksum;
  if (!isLookedAt) return { outcome: "pending", isWhole, checks: [] };

  const some = `${receipt.received_bytes} of ${own.bytes} bytes are on the server`;
  const sought = receipt.seekable === true;
  const checks: Check[] = [
    { ok: bytes, text: bytes ? "Every byte arrived" : some },
    { ok: checksum, text: checksum ? "Checksums are equal" : "The checksums differ" },
    durationCheck(own, receipt),
    { ok: sought, text: sought ? "Start, middle and end can be sought" : "Seeking may be slow" },
    ...audioCheck(own, receipt),
  ];
  const outcome = checks.every((check) => check.ok) ? "verified" : "differs";
  return { outcome, isWhole, checks };
}

function durationCheck(own: OwnCopy, { duration }: Receipt): Check {
  const recorded = own.elapsed / 1000;
  const difference = duration === null ? null : duration - recorded;
  // The last chunk of an interrupted recording is not whole, and clocks drift a little over hours.
  const tolerance = 1 + recorded * 0.005;
  const mostLonger = own.isSealed ? tolerance : Number.POSITIVE_INFINITY;
  const ok = difference !== null && difference >= -tolerance && difference <= mostLonger;
  if (ok) return { ok, text: "The duration agrees with the recorder's clock" };
  const text =
    difference === null
      ? "The duration could not be read"
      : `The recording is ${Math.abs(difference).toFixed(1)} s ${difference < 0 ? "shorter" : "longer"} than the recorder's clock`;
  return { ok, text };
}

function audioCheck(own: OwnCopy, { audio }: Receipt): Check[] {
  if (!own.hasAudio) return [];
  if (!audio?.present) return [{ ok: false, text: "There is no sound" }];
  const isSilent = audio.level_db !== null && audio.level_db < SILENCE_DECIBEL;
  return [{ ok: !isSilent, text: isSilent ? "The sound is silent" : "Sound is there" }];
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/** Waits until the server has looked at the recording, and compares what it found with the copy here. */
export async function confirmTake(
  take: Take,
  recordingId: string,
  onVerdict: (verdict: Verdict) => void,
  signal?: AbortSignal,
): Promise<void> {
  const own = await ownCopy(take);
  for (let wait = FIRST_WAIT_MS; !signal?.aborted; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    // Another person who signs in meanwhile would be told that there is no such recording.
    const isOthers = ![undefined, take.manifest.userId].includes(sessionUserId());
    const verdict = isOthers ? null : await ask(recordingId, own);
    if (verdict?.isWhole && !take.manifest.confirmed) await take.note({ confirmed: true });
    if (verdict) onVerdict(verdict);
    if (verdict && verdict.outcome !== "pending") return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function ownCopy({ manifest, checksum }: Take) {
  const { bytes, elapsed, hasAudio, sealed } = manifest;
  return {
    ...{ bytes, elapsed, hasAudio, sha256: await checksum() },
    /** It ended in order. Otherwise the clock was last noted with an earlier chunk, and more than that may be there. */
    isSealed: sealed !== null,
  };
}

async function ask(recordingId: string, own: OwnCopy): Promise<Verdict | null> {
  try {
    return compare(own, await readReceipt(recordingId));
  } catch (error) {
    // No answer now is no verdict: the copy here stays until there is one.
    return isUnknown(error) ? missing : null;
  }
}

const missing: Verdict = {
  outcome: "differs",
  isWhole: false,
  checks: [{ ok: false, text: "The server no longer has this recording" }],
};
