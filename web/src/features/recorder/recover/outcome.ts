import type { Verdict } from "#web/features/recorder/send/receipt.ts";

export interface Outcome {
  text: string;
  tone: "calm" | "warning";
}

/** The outcome of a recording that was sent. One that is only on this computer is never called 'Saved'. */
export function outcomeOf(verdict: Verdict | null): Outcome {
  if (verdict?.outcome === "differs" && !verdict.isWhole)
    return {
      text: "The server does not have all of it. The recording is still on this computer: reload this page to save it again or download it.",
      tone: "warning",
    };
  const isVerified = verdict?.outcome === "verified";
  return { text: isVerified ? "Saved and verified" : "Saved", tone: "calm" };
}
