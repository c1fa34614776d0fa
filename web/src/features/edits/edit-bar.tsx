import {
  Pause,
  Play,
  Redo2,
  RotateCcw,
  Scissors,
  Trash2,
  Undo2,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import type { ReactNode } from "react";
import { lengthOfCut, placeOnCut } from "#contract/timeline.ts";
import { useAtMoment } from "#web/lib/clock.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { TipButton } from "#web/ui/layers/tooltip.tsx";
import type { Command } from "./edit-keys.ts";
import { type EditState, isKept } from "./edit-state.ts";
import { preciseTime } from "./precise-time.ts";
import type { Zooming } from "./timeline/use-zoom.ts";
import type { usePreview } from "./use-preview.ts";

interface Props {
  state: EditState;
  preview: ReturnType<typeof usePreview>;
  run: (command: Command) => void;
  zooming: Zooming;
}

/** Everything that is done to the moment that is shown, or to what is selected. */
export function EditBar({ state, preview, run, zooming: { zoom, most } }: Props) {
  const { isPlaying, clock } = preview;
  const { kept, selected, past, future } = state;
  const isGone = useAtMoment(clock, (now) => {
    const at = selected ? (selected.start + selected.end) / 2 : now;
    return !isKept(kept, Math.min(at, state.duration - 0.001));
  });
  const tool = (command: Command, label: string, icon: ReactNode, disabled = false) => (
    <TipButton label={label} disabled={disabled} onClick={() => run(command)}>
      {icon}
    </TipButton>
  );
  return (
    <div role="toolbar" aria-label="Edit" className="flex flex-wrap items-center gap-x-1 gap-y-2">
      {tool("play", isPlaying ? "Pause" : "Play", isPlaying ? <Pause /> : <Play />)}
      <Now {...{ state, preview }} />
      <Button size="sm" icon={<Scissors />} onClick={() => run("split")}>
        Split
      </Button>
      {isGone ? (
        <Button size="sm" icon={<RotateCcw />} onClick={() => run("bring back")}>
          Bring back
        </Button>
      ) : (
        <Button size="sm" icon={<Trash2 />} onClick={() => run("delete")}>
          Delete
        </Button>
      )}
      <span className="ml-auto flex gap-x-1">
        {tool("undo", "Undo", <Undo2 />, past.length === 0)}
        {tool("redo", "Redo", <Redo2 />, future.length === 0)}
        {tool("zoom out", "Zoom out", <ZoomOut />, zoom <= 1)}
        {tool("zoom in", "Zoom in", <ZoomIn />, zoom >= most)}
      </span>
    </div>
  );
}

/** The moment, as people will see it, and the length that they will see. */
function Now({ state: { kept }, preview: { clock } }: Pick<Props, "state" | "preview">) {
  const now = useAtMoment(clock, (now) => preciseTime(placeOnCut(kept, now)));
  return (
    <span className="mr-2 min-w-14 text-13 text-ink-2 tabular-nums sm:min-w-28">
      <span className="text-ink">{now}</span>
      <span className="max-sm:hidden"> / {preciseTime(lengthOfCut(kept))}</span>
    </span>
  );
}
