import { cx } from "#web/ui/cx.ts";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { NoRecordings } from "./no-recordings.tsx";
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
