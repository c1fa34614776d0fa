import { Link } from "@tanstack/react-router";
import { FolderOpen, SearchX, Video } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from "react";
import type { FoundRecording } from "#contract/recordings.ts";
import { type PictureSource, pictureSource } from "#web/lib/picture-source.ts";
import { keyOf, type Shortcut, useListedShortcuts } from "#web/lib/shortcuts.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { type CardActions, RecordingCard } from "./recording-card.tsx";
import { LOAD_FAILED, type useLibrary } from "./use-library.ts";

interface Props extends CardActions {
  library: ReturnType<typeof useLibrary>;
  isSearch: boolean;
  /** By a folder or a filter. */
  isNarrowed: boolean;
  selected: ReadonlySet<string>;
  onClearSearch: () => void;
  onPage: (page: number) => void;
  onSelectAll: () => void;
}

export function LibraryResults(props: Props) {
  const { library, isSearch, isNarrowed, selected, onClearSearch, onPage, ...actions } = props;
  const { query, recordings, page, pages, isBehind } = library;
  if (query.isLoadingError) {
    return (
      <LoadError
        title={LOAD_FAILED}
        help="Your recordings are safe. Try again in a moment."
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (recordings.length === 0) {
    return query.isPending || isBehind ? (
      <Loading label="Loading recordings" className={COLUMNS}>
        {["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map((card) => (
          <div key={card} className="grid gap-2.5">
            <Skeleton className="aspect-video rounded-12" />
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        ))}
      </Loading>
    ) : (
      <NoRecordings {...{ isSearch, isNarrowed, onClearSearch }} />
    );
  }
  return (
    <div className={cx("grid gap-10 transition-opacity", query.isPlaceholderData && "opacity-60")}>
      <RecordingGrid recordings={recordings} selected={selected} {...actions} />
      <Pagination page={page} pages={pages} onPage={onPage} />
    </div>
  );
}

type NoRecordingsProps = Pick<Props, "isSearch" | "isNarrowed" | "onClearSearch">;

function NoRecordings({ isSearch, isNarrowed, onClearSearch }: NoRecordingsProps) {
  if (isSearch) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No recordings found"
        help="No recordings match your search criteria."
        action={<Button onClick={onClearSearch}>Clear search</Button>}
      />
    );
  }
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<FolderOpen />}
        title="No recordings here"
        help="Move some here, or look in another place."
        action={
          <Link to="/my-recordings" className={buttonLook()}>
            All recordings
          </Link>
        }
      />
    );
  }
  const { help, action } = firstVideo(pictureSource());
  const { label, ...place } = action;
  return (
    <EmptyState
      icon={<Video />}
      title="No recordings found"
      help={help}
      action={
        <Link {...place} className={buttonLook({ tone: "primary" })}>
          {label}
        </Link>
      }
    />
  );
}

export const firstVideo = (picture: PictureSource | null) => advice[picture ?? "none"];

const advice = {
  screen: {
    help: "Start recording your screen to see your videos here.",
    action: { to: "/new-recording", label: "Start recording" },
  },
  camera: {
    help: "Record your camera, or import a video file, to see it here.",
    action: { to: "/new-recording", label: "Record your camera" },
  },
  none: {
    help: "This browser cannot record. Import a video file to see it here.",
    action: { to: "/my-recordings", hash: "import", label: "Import Video" },
  },
};

interface GridProps extends CardActions {
  recordings: readonly FoundRecording[];
  selected: ReadonlySet<string>;
  onSelectAll: () => void;
}

/** A page of ten stands in full rows, whatever the width. */
const COLUMNS = "grid grid-cols-2 gap-x-4 gap-y-8 xl:grid-cols-5";

const named = (keys: string, label: string): Shortcut => ({ keys, label, group: "My Videos" });

const shortcuts = [
  named("ArrowRight", "Next recording, and so with the other arrows"),
  named("x", "Select the recording, also with the space bar"),
  named("m", "Move the recording, or all selected ones, to a folder"),
  named("mod+a", "Select all on this page"),
  named("Delete", "Delete the recording"),
];

export function RecordingGrid({ recordings, selected, onSelectAll, ...actions }: GridProps) {
  useListedShortcuts(shortcuts);
  const { grid, onFocus } = useFocusKept(recordings, selected.size > 0);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const key = keyOf(event);
    if ((event.ctrlKey || event.metaKey) && key === "a") {
      event.preventDefault();
      return onSelectAll();
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return; // the browser's, such as the way back
    const id = event.target instanceof HTMLElement ? event.target.dataset.card : undefined;
    const recording = recordings.find((candidate) => candidate.id === id);
    if (!recording) return;
    if (key === "Delete") actions.onDelete(recording);
    else if (key === "m") actions.onMove(recording);
    else if (key === "x" || key === " ") actions.onSelect(recording, !selected.has(recording.id));
    else if (!moveFocus(event)) return;
    event.preventDefault();
  };
  return (
    <ul
      ref={grid}
      aria-label="Recordings"
      className={COLUMNS}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {recordings.map((recording) => (
        <RecordingCard
          key={recording.id}
          recording={recording}
          isSelected={selected.has(recording.id)}
          isSelecting={selected.size > 0}
          dragged={() => (selected.has(recording.id) ? [...selected] : [recording.id])}
          {...actions}
        />
      ))}
    </ul>
  );
}

/** When the card in focus or the bar of a selection goes, the card in its place gets the focus: nobody begins anew. */
function useFocusKept(recordings: readonly FoundRecording[], isSelecting: boolean) {
  const grid = useRef<HTMLUListElement>(null);
  const last = useRef<{ id: string | undefined; index: number }>(undefined);
  const wasSelecting = useRef(isSelecting);
  useLayoutEffect(() => {
    const isBarGone = wasSelecting.current && !isSelecting;
    wasSelecting.current = isSelecting;
    const isGone = last.current && recordings.every(({ id }) => id !== last.current?.id);
    if (!(isGone || isBarGone) || document.activeElement !== document.body) return;
    const links = grid.current?.querySelectorAll<HTMLElement>("[data-card]") ?? [];
    links[Math.min(last.current?.index ?? 0, links.length - 1)]?.focus({ preventScroll: true });
  }, [recordings, isSelecting]);
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLUListElement>) => {
    const index = [...currentTarget.children].findIndex((card) => card.contains(target));
    last.current = { id: recordings[index]?.id, index };
  };
  return { grid, onFocus };
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

/** Where a key leads in a grid that is read row by row; the same place where it leads nowhere. */
export function gridStep(key: string, from: number, columns: number, count: number): number {
  const places: Record<string, number> = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    ArrowUp: from - columns,
    ArrowDown: stepDown(from, columns, count),
    Home: 0,
    End: count - 1,
  };
  const to = places[key] ?? from;
  return to >= 0 && to < count ? to : from;
}

/** Above an unfinished last row, down leads to its end rather than nowhere. */
function stepDown(from: number, columns: number, count: number): number {
  const hasRowBelow = Math.floor(from / columns) < Math.floor((count - 1) / columns);
  return hasRowBelow ? Math.min(from + columns, count - 1) : from;
}
