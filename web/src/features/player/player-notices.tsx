import { Play, RotateCw } from "lucide-react";
import { useState } from "react";
import { formatDuration } from "#web/lib/format.ts";
import { useLater } from "#web/lib/use-later.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { ShortcutList } from "#web/ui/keys.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { failureWords } from "./failure.ts";
import { playerShortcuts } from "./keys.ts";
import type { Diagnosis, Playback } from "./playback.ts";

const PILL = "rounded-full bg-stage/80 px-3 py-1.5 font-medium text-13";

/** The change that a command made, in the middle for a moment; those who listen hear it too. */
export function Said({ said }: { said: { text: string; count: number } | undefined }) {
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 top-1/4 flex justify-center"
    >
      {said && (
        <span key={said.count} className={cx(PILL, "animate-said")}>
          {said.text}
        </span>
      )}
    </div>
  );
}

export function BigPlay({ playback }: { playback: Playback }) {
  if (playback.hasStarted || (playback.phase !== "paused" && playback.phase !== "loading"))
    return null;
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-stage/70 text-on-stage inset-ring inset-ring-on-stage/25 sm:size-20"
    >
      <Play className="size-7 translate-x-0.5 fill-current sm:size-8" />
    </span>
  );
}

export function Buffering({ playback }: { playback: Playback }) {
  const isWaiting = playback.phase === "recovering" || playback.phase === "diagnosing";
  if (!playback.waiting && !isWaiting) return null;
  return (
    <div className="pointer-events-none absolute inset-0 grid animate-late place-items-center">
      <span role="status" className={PILL}>
        {isWaiting ? "Loading again…" : "Loading…"}
      </span>
    </div>
  );
}

/** Says where the video goes on, and how to see the beginning instead. */
export function Resumed({ time, onStartOver }: { time: number; onStartOver: () => void }) {
  const [isShown, setShown] = useState(true);
  useLater(8_000, () => setShown(false));
  if (!isShown) return null;
  return (
    <div className={cx(PILL, "absolute top-3 left-3 flex items-center gap-2")}>
      Resumed at {formatDuration(time)}
      <button
        type="button"
        className="rounded-8 underline underline-offset-2 focus-visible:outline-on-stage"
        onClick={() => {
          setShown(false);
          onStartOver();
        }}
      >
        Start over
      </button>
    </div>
  );
}

export function Failed({ failure, onRetry }: { failure: Diagnosis; onRetry: () => void }) {
  const { title, help, canRetry } = failureWords[failure.why];
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-4 overflow-y-auto bg-stage p-6 text-center"
    >
      <div className="grid gap-1">
        <p className="font-medium text-16">{failure.said ? "Not available right now" : title}</p>
        <p className="max-w-[48ch] text-balance text-14 opacity-75">{failure.said ?? help}</p>
      </div>
      {canRetry && (
        <Button icon={<RotateCw />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

interface KeyHelpProps {
  open: boolean;
  onClose: () => void;
  container: HTMLElement | undefined;
}

export function KeyHelp({ open, onClose, container }: KeyHelpProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Shortcuts" width="sm" container={container}>
      <ShortcutList shortcuts={playerShortcuts} />
    </Dialog>
  );
}
