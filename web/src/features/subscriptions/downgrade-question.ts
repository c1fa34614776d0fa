import type { Plan } from "#contract/subscriptions.ts";
import { BYTES_PER_GB } from "#contract/subscriptions.ts";
import { formatSize } from "#web/lib/format.ts";

interface Known {
  /** Bytes that are in the cloud now; undefined where nobody could say. */
  used: number | undefined;
  hasAddon: boolean;
}

/** What becomes of everything when a smaller plan is taken, before it is. */
export function downgradeQuestion(plan: Pick<Plan, "name" | "storage_gb">, known: Known) {
  const room = plan.storage_gb * BYTES_PER_GB;
  return {
    title: `Downgrade to ${plan.name}?`,
    description: [
      room === 0
        ? "New recordings go to your own Google Drive, once it is connected."
        : `Your recordings have ${formatSize(room)} of room then${usedIn(known.used)}.`,
      "What is here stays here, plays and keeps its links: nothing is moved or deleted by itself.",
      known.hasAddon && "The subtitle add-on stays as it is.",
    ]
      .filter(Boolean)
      .join(" "),
  };
}

const usedIn = (used: number | undefined) =>
  used === undefined ? "" : `, of which they take ${formatSize(used)}`;
