import type { Plan } from "#contract/subscriptions.ts";
import { BYTES_PER_GB } from "#contract/subscriptions.ts";
import { formatSize } from "#web/lib/format.ts";

export const GOES_HOME =
  "Nothing is deleted. Your recordings move to your Google Drive, once a Drive with enough room is connected. All the while they play and keep their links.";

interface Known {
  /** Bytes that are in the cloud now; undefined where nobody could say. */
  used: number | undefined;
  hasAddon: boolean;
}

/** The question before a smaller plan is taken: it tells what becomes of everything. */
export function downgradeQuestion(
  plan: Pick<Plan, "name" | "storage_gb" | "price_usd">,
  known: Known,
) {
  const room = plan.storage_gb * BYTES_PER_GB;
  return {
    title: `Downgrade to ${plan.name}?`,
    description: [
      room === 0
        ? "New recordings go to your own Google Drive."
        : `Your recordings have ${formatSize(room)} of room then${usedIn(known.used)}.`,
      plan.price_usd === 0
        ? GOES_HOME
        : "Your recordings stay here, play and keep their links. Nothing is moved or deleted by itself.",
      known.hasAddon && "The subtitle add-on stays as it is.",
    ]
      .filter(Boolean)
      .join(" "),
  };
}

const usedIn = (used: number | undefined) =>
  used === undefined ? "" : `, of which they take ${formatSize(used)}`;
