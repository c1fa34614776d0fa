import { Link } from "@tanstack/react-router";
import { FolderOpen, SearchX, Video } from "lucide-react";
import { type PictureSource, pictureSource } from "#web/lib/picture-source.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import type { CardActions } from "./recording-card.tsx";
import { GridPending, RecordingGrid } from "./recording-grid.tsx";
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
      <GridPending />
    ) : (
      <NoRecordings isSearch={isSearch} isNarrowed={isNarrowed} onClear={onClearSearch} />
    );
  }
  return (
    <div className={cx("grid gap-10 transition-opacity", query.isPlaceholderData && "opacity-60")}>
      <RecordingGrid recordings={recordings} selected={selected} {...actions} />
      <Pagination page={page} pages={pages} onPage={onPage} />
    </div>
  );
}

interface NoRecordingsProps {
  isSearch: boolean;
  /** By a folder or a filter: elsewhere there may be some. */
  isNarrowed: boolean;
  onClear: () => void;
}

function NoRecordings({ isSearch, isNarrowed, onClear }: NoRecordingsProps) {
  if (isSearch) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No recordings found"
        help="No recordings match your search criteria."
        action={<Button onClick={onClear}>Clear search</Button>}
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

/** The advice of an empty library: nothing that this browser cannot do. */
export const firstVideo = (picture: PictureSource | null) => advice[picture ?? "none"];

const recorder = { to: "/new-recording" };
const importing = { to: "/my-recordings", hash: "import" };

const advice = {
  screen: {
    help: "Start recording your screen to see your videos here.",
    action: { ...recorder, label: "Start recording" },
  },
  camera: {
    help: "Record your camera, or import a video file, to see it here.",
    action: { ...recorder, label: "Record your camera" },
  },
  none: {
    help: "This browser cannot record. Import a video file to see it here.",
    action: { ...importing, label: "Import Video" },
  },
};
