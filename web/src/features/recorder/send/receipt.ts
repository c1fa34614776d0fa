import type { Receipt } from "#contract/recordings.ts";

/** This computer's own facts about a recording it has sent. */
export interface OwnCopy {
  bytes: number;
  sha256: string;
  /** Milliseconds by the recorder's clock. */
  elapsed: number;
  /** It ended in order. Otherwise the clock was last noted with an earlier chunk, and more than that may be there. */
  isSealed: boolean;
  hasAudio: boolean;
}

interface Check {
  name: "bytes" | "checksum" | "duration" | "seeking" | "audio";
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
  if (!isLookedAt || receipt.received_sha256 === null)
    return { outcome: "pending", isWhole, checks: [] };

  const checks: Check[] = [
    {
      name: "bytes",
      ok: bytes,
      text: bytes
        ? "Every byte arrived"
        : `${receipt.received_bytes} of ${own.bytes} bytes are on the server`,
    },
    {
      name: "checksum",
      ok: checksum,
      text: checksum ? "Checksums are equal" : "The checksums differ",
    },
    durationCheck(own, receipt),
    {
      name: "seeking",
      ok: receipt.seekable === true,
      text: receipt.seekable ? "Start, middle and end can be sought" : "Seeking may be slow",
    },
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
  if (ok) return { name: "duration", ok, text: "The duration agrees with the recorder's clock" };
  const text =
    difference === null
      ? "The duration could not be read"
      : `The recording is ${Math.abs(difference).toFixed(1)} s ${difference < 0 ? "shorter" : "longer"} than the recorder's clock`;
  return { name: "duration", ok, text };
}

function audioCheck(own: OwnCopy, { audio }: Receipt): Check[] {
  if (!own.hasAudio) return [];
  if (!audio?.present) return [{ name: "audio", ok: false, text: "There is no sound" }];
  const isSilent = audio.level_db !== null && audio.level_db < SILENCE_DECIBEL;
  return [
    { name: "audio", ok: !isSilent, text: isSilent ? "The sound is silent" : "Sound is there" },
  ];
}
