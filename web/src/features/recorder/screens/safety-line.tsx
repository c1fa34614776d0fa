import { ShieldCheck, TriangleAlert } from "lucide-react";
import type { View } from "#web/features/recorder/view.ts";
import { cx } from "#web/ui/cx.ts";
import { safetyMeter, serverFacts } from "./safety.ts";

/** Where the recording is by now, in one quiet line. */
export function SafetyLine({ view }: { view: View }) {
  if (!view.safety) return <p className="h-5" />;
  const server = serverFacts(view.upload);
  const { text, tone } = safetyMeter({ ...view.safety, ...server });
  // The sign never stands alone at the end of a line.
  const end = text.indexOf(" ");
  const [firstWord, rest] = [text.slice(0, end), text.slice(end)];
  const Icon = tone === "calm" ? ShieldCheck : TriangleAlert;
  return (
    <p
      data-says-offline={server.upload === "offline" || undefined} // once is enough
      className={cx(
        "text-balance text-center text-13 tabular-nums",
        tone === "calm" ? "text-ink-2" : "text-warn",
      )}
    >
      <span className="whitespace-nowrap">
        <Icon aria-hidden="true" className="mr-2 inline size-4 align-text-bottom" />
        {firstWord}
      </span>
      {rest.split(SIZE).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other name
        <span key={index} className={SIZE.test(piece) ? "whitespace-nowrap" : undefined}>
          {piece}
        </span>
      ))}
    </p>
  );
}

/** A number and its unit stay on one line. */
const SIZE = /(\d{1,4} (?:Bytes|[KMGT]B))/;
