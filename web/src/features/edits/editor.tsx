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
import type { Edit } from "#contract/edits.ts";
import { lengthOfCut, placeOnCut } from "#contract/timeline.ts";
import { useAtMoment } from "#web/lib/clock.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";
import { TipButton } from "#web/ui/layers/tooltip.tsx";
import { type Command, commandsOf, useEditKeys } from "./edit-keys.ts";
import { partAt } from "./edit-state.ts";
import { EditStatus } from "./edit-status.tsx";
import type { EditedVideo } from "./edited-video.ts";
import { preciseTime } from "./precise-time.ts";
import { SidePanel } from "./side-panel.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { type Editing, useEditing } from "./use-editing.ts";

/** The film over its timeline, and its words beside it. */
export function Editor({ video, edit }: { video: EditedVideo; edit: Edit }) {
  const editing = useEditing(video, edit);
  useEditKeys(editing);
  return (
    <div data-fills-phone className="grid gap-5">
      <SaveBar {...editing} />
      <EditStatus {...editing} />
      {/* One column is no grid: in a grid, Chromium took seconds to lay out very long words. */}
      <div className="gap-x-8 xl:grid xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="space-y-3 max-xl:contents">
          {/* Each address has films of its own: the sound of one belongs to the preview that began with it. */}
          <Stage key={video.src} {...editing} />
          <EditBar {...editing} />
          <Timeline {...editing} />
        </div>
        <SidePanel {...editing} />
      </div>
    </div>
  );
}

/** The way back, how long the film was and will be, and what keeps the edit. */
function SaveBar({ video, state, isUnsaved, isSaving, save, hides, setHides }: Editing) {
  const { recording, back, share } = video;
  const lengths = { Before: state.duration, After: lengthOfCut(state.kept) };
  return (
    <header className="grid gap-3">
      {back}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h1 dir="auto" className="line-clamp-2 font-semibold text-20 [overflow-wrap:anywhere]">
            {recording.filename}
          </h1>
          <dl className="flex flex-wrap gap-x-4 text-13 text-ink-2 tabular-nums">
            {Object.entries(lengths).map(([name, seconds]) => (
              <div key={name} className="flex gap-1">
                <dt className="text-ink-3">{name}</dt>
                <dd className="font-medium text-ink">{preciseTime(seconds)}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <label className="flex items-center gap-2 text-13">
            <Checkbox label="Hide until it is ready" checked={hides} onChange={setHides} />
            Hide until it is ready
          </label>
          <span className="flex gap-2">
            {share}
            <Button tone="primary" disabled={!isUnsaved} busy={isSaving} onClick={() => save()}>
              Save
            </Button>
          </span>
        </div>
      </div>
    </header>
  );
}

/** Two films of which one is seen: the other waits where the next part begins. */
function Stage({ video, first, second, front, isPlaying, toggle }: Editing) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the space bar and the bar beneath do the same
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the film is for pointers alone
    <div
      className="relative grid aspect-video max-h-[max(220px,calc(100dvh-29rem))] w-full place-items-center overflow-hidden rounded-12 bg-stage text-on-stage"
      onClick={toggle}
    >
      {[first, second].map((film, index) => (
        // biome-ignore lint/a11y/useMediaCaption: the words stand beside it
        <video
          // biome-ignore lint/suspicious/noArrayIndexKey: there are always these two
          key={index}
          ref={film}
          src={index === 0 ? video.src : undefined}
          // A store elsewhere may hold the bytes, and only so may their sound be faded.
          crossOrigin="anonymous"
          aria-label={index === front ? video.recording.filename : undefined}
          aria-hidden={index !== front}
          preload="auto"
          onError={video.onBroken}
          playsInline
          className={cx(
            "absolute inset-0 size-full object-contain",
            index !== front && "opacity-0",
          )}
        />
      ))}
      {!isPlaying && (
        <span
          aria-hidden="true"
          className="pointer-events-none relative grid size-14 place-items-center rounded-full bg-stage/60"
        >
          <Play className="size-6 fill-current" />
        </span>
      )}
    </div>
  );
}

/** Everything that is done to the moment that is shown, or to what is selected. */
function EditBar(editing: Editing) {
  const { state, parts, clock, isPlaying, zoom, most } = editing;
  const { selected, past, future } = state;
  const isGone = useAtMoment(clock, (now) => {
    const at = selected ? (selected.start + selected.end) / 2 : now;
    return !partAt(parts, at)?.isKept;
  });
  const run = (command: Command) => commandsOf(editing)[command]();
  const tool = (command: Command, label: string, icon: ReactNode, disabled = false) => (
    <TipButton label={label} icon={icon} disabled={disabled} onClick={() => run(command)} />
  );
  const named = (command: Command, label: string, icon: ReactNode) => (
    <Button size="sm" icon={icon} onClick={() => run(command)}>
      {label}
    </Button>
  );
  return (
    <div
      role="toolbar"
      aria-label="Edit"
      className="top-0 z-10 flex flex-wrap items-center gap-x-1 gap-y-2 bg-paper ring-4 ring-paper max-xl:portrait:sticky sm:max-xl:sticky max-md:[#content_&]:top-14"
    >
      {tool("play", isPlaying ? "Pause" : "Play", isPlaying ? <Pause /> : <Play />)}
      <Now {...editing} />
      {named("split", "Split", <Scissors />)}
      {isGone
        ? named("bring back", "Bring back", <RotateCcw />)
        : named("delete", "Delete", <Trash2 />)}
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
function Now({ state: { kept }, clock }: Editing) {
  const now = useAtMoment(clock, (now) => preciseTime(placeOnCut(kept, now)));
  return (
    <span className="mr-2 min-w-14 text-13 text-ink-2 tabular-nums sm:min-w-28">
      <span className="text-ink">{now}</span>
      <span className="max-sm:hidden"> / {preciseTime(lengthOfCut(kept))}</span>
    </span>
  );
}
