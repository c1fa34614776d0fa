import { ShieldCheck, TriangleAlert } from "lucide-react";
import type { View } from "#web/features/recorder/view.ts";
import { cx } from "#web/ui/cx.ts";
import { safetyMeter, serverFacts } from "./safety.ts";

/** Where the recording is by now, in one quiet line. */
export function SafetyLine({ view }: { view: View }) {
  if (!view.safety) return <p className="h-5" />;
  const { text, tone } = safetyMeter({ ...view.safety, ...serverFacts(view.upload) });
  // The sign never stands alone at the end of a line.
  const end = text.indexOf(" ");
  const [firstWord, rest] = [text.slice(0, end), text.slice(end)];
  const Icon = tone === "calm" ? ShieldCheck : TriangleAlert;
  return (
    <p
      className={cx(
        "text-balance text-center text-13 tabular-nums",
        tone === "calm" ? "text-ink-2" : "text-warn",
      )}
    >
      <span className="whitespace-nowrap">
        <Icon aria-hidden="true" className="mr-2 inline size-4 align-text-bottom" />
        {firstWord}
      </span>
      {rest}
    </p>
  );
}
