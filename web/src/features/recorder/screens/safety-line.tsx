import { ShieldCheck, TriangleAlert } from "lucide-react";
import type { View } from "#web/features/recorder/view.ts";
import { cx } from "#web/ui/cx.ts";
import { safetyMeter, serverFacts } from "./safety.ts";

/** Where the recording is by now, in one quiet line. */
export function SafetyLine({ view }: { view: View }) {
  if (!view.safety) return <p className="h-5" />;
  const { text, tone } = safetyMeter({ ...view.safety, ...serverFacts(view.upload) });
  const Icon = tone === "calm" ? ShieldCheck : TriangleAlert;
  return (
    <p
      className={cx(
        "flex items-center justify-center gap-2 text-balance text-center text-13 tabular-nums",
        tone === "calm" ? "text-ink-2" : "text-warn",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {text}
    </p>
  );
}
