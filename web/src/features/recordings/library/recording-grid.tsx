import type { KeyboardEvent } from "react";
import type { Recording } from "#contract/recordings.ts";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { gridStep } from "./grid-step.ts";
import { type CardActions, RecordingCard } from "./recording-card.tsx";

interface Props extends CardActions {
  recordings: readonly Recording[];
  selected: ReadonlySet<string>;
}

const columns = "grid gap-x-4 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";

export function RecordingGrid({ recordings, selected, ...actions }: Props) {
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.card : undefined;
    const recording = recordings.find((candidate) => candidate.id === id);
    if (!recording) return;
    if (event.key === "Delete") actions.onDelete(recording);
    else if (event.key === "x" || event.key === " ")
      actions.onSelect(recording, !selected.has(recording.id));
    else if (!moveFocus(event)) return;
    event.preventDefault();
  };
  return (
    <ul aria-label="Recordings" className={columns} onKeyDown={onKeyDown}>
      {recordings.map((recording) => (
        <RecordingCard
          key={recording.id}
          recording={recording}
          isSelected={selected.has(recording.id)}
          isSelecting={selected.size > 0}
          {...actions}
        />
      ))}
    </ul>
  );
}

/** Arrows walk the cards as they stand on the screen, however many columns there are. */
function moveFocus({ key, currentTarget, target }: KeyboardEvent<HTMLUListElement>) {
  const links = [...currentTarget.querySelectorAll<HTMLElement>("[data-card]")];
  const from = target instanceof HTMLElement ? links.indexOf(target) : -1;
  const tops = [...currentTarget.children].map((card) => card.getBoundingClientRect().top);
  const inFirstRow = tops.filter((top) => top === tops[0]).length;
  const to = gridStep(key, from, inFirstRow, links.length);
  links[to]?.focus();
  return to !== from;
}

export function GridPending() {
  return (
    <Loading label="Loading recordings" className={columns}>
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((card) => (
        <div key={card} className="grid gap-2.5">
          <Skeleton className="aspect-video rounded-12" />
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ))}
    </Loading>
  );
}
