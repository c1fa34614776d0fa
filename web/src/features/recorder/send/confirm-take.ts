import { readReceipt } from "#web/data/recordings.ts";
import type { Take } from "#web/features/recorder/keep/take.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { compare, type OwnCopy, type Verdict } from "./receipt.ts";

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
    const verdict = await ask(recordingId, own);
    if (verdict?.isWhole && !take.manifest.confirmed) await take.note({ confirmed: true });
    if (verdict) onVerdict(verdict);
    if (verdict && verdict.outcome !== "pending") return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function ownCopy({ manifest, checksum }: Take): Promise<OwnCopy> {
  const { bytes, elapsed, hasAudio, sealed } = manifest;
  return { bytes, elapsed, hasAudio, isSealed: sealed !== null, sha256: await checksum() };
}

async function ask(recordingId: string, own: OwnCopy): Promise<Verdict | null> {
  try {
    return compare(own, await readReceipt(recordingId));
  } catch (error) {
    // No answer now is no verdict: the copy here stays until there is one.
    return error instanceof ApiError && error.status === 404 ? missing : null;
  }
}

const missing: Verdict = {
  outcome: "differs",
  isWhole: false,
  checks: [{ name: "bytes", ok: false, text: "The server no longer has this recording" }],
};
