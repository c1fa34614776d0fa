import { ShieldCheck, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useOthersBehind } from "#web/data/others-watching.ts";
import { usePresentAt } from "#web/data/realtime.ts";
import { keptOf } from "#web/features/recorder/flow.ts";
import { serverFacts } from "#web/features/recorder/send/upload-in-words.ts";
import { useRecorder, type View } from "#web/features/recorder/view.ts";
import { formatDuration } from "#web/lib/format.ts";
import { useLater } from "#web/lib/use-later.ts";
import { cx } from "#web/ui/cx.ts";
import { WatchingNow } from "#web/ui/watching-now.tsx";
import { safetyMeter } from "./in-words.ts";

interface Props {
  className?: string | undefined;
  /** The same time stands elsewhere on the page, where it can be heard. */
  isEcho?: boolean;
}

/** Minutes and seconds of what is kept. */
export function Timer({ className, isEcho }: Props) {
  const { flow } = useRecorder();
  return (
    <span
      {...(isEcho ? { "aria-hidden": true } : { role: "timer" })}
      className={cx("tabular-nums", className)}
    >
      {formatDuration(keptOf(flow) / 1000)}
    </span>
  );
}

/** A bar that follows the voice. It is drawn without React: sixty times a second is too often to render. */
export function LevelMeter({ level }: { level: (() => number) | null }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The frames are those of the window it is in: a hidden page gets none.
    const own = bar.current?.ownerDocument.defaultView;
    if (!level || !own) return;
    let shown = 0;
    let frame = own.requestAnimationFrame(function draw() {
      // The level rises at once and falls slowly, so that it can be read.
      shown = Math.max(level(), shown - 0.02);
      if (bar.current) bar.current.style.transform = `scaleX(${shown})`;
      frame = own.requestAnimationFrame(draw);
    });
    return () => own.cancelAnimationFrame(frame);
  }, [level]);
  return (
    <div
      role="img"
      aria-label={level ? "Microphone level" : "Microphone level, not measured yet"}
      className="h-1.5 overflow-hidden rounded-full bg-wash-2"
    >
      <div ref={bar} className="h-full origin-left scale-x-0 rounded-full bg-ok" />
    </div>
  );
}

/** The people who watch what is being recorded; the recorder itself is none of them. */
export function Watchers({ recordingId }: { recordingId: string | null }) {
  const [isTime, setTime] = useState(false);
  useLater(recordingId !== null && FIRST_MS, () => setTime(true));
  return isTime && recordingId && <Present recordingId={recordingId} />;
}

/** Nobody has followed the link before: the first moments are the recorder's own. */
const FIRST_MS = 3_000;

function Present({ recordingId }: { recordingId: string }) {
  const { names, unnamed } = useOthersBehind(recordingId, usePresentAt(recordingId));
  const count = names.length + unnamed;
  return <WatchingNow count={count} words="watching now" who={names.join(", ") || undefined} />;
}

export function SafetyLine({ view }: { view: View }) {
  if (!view.safety) return <p className="h-5" />;
  const server = serverFacts(view.upload);
  const { text, tone } = safetyMeter({ ...view.safety, ...server });
  // The sign never stands alone at the end of a line, and a number and its unit stay on one.
  const [firstWord, ...words] = text.replaceAll(SIZE, "$1\u00a0$2").split(" ");
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
      {` ${words.join(" ")}`}
    </p>
  );
}

const SIZE = /(\d) (Bytes|[KMGT]B)/g;
