import { RotateCw } from "lucide-react";
import { useRef } from "react";
import type { RecordingSort } from "#contract/recordings.ts";
import { useShortcut } from "#web/lib/shortcuts.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { SearchField } from "#web/ui/controls/search-field.tsx";
import { type Option, Select } from "#web/ui/controls/select.tsx";
import { Tooltip } from "#web/ui/layers/tooltip.tsx";

const sorts: readonly Option<RecordingSort>[] = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "title", label: "Title" },
  { value: "longest", label: "Longest first" },
  { value: "largest", label: "Largest first" },
];

const focusSearch = { keys: "/", label: "Search recordings", group: "My Videos" };

interface Props {
  search: string;
  sort: RecordingSort;
  isRefreshing: boolean;
  onSearch: (search: string) => void;
  onSort: (sort: RecordingSort) => void;
  onRefresh: () => void;
}

export function Toolbar({ search, sort, isRefreshing, onSearch, onSort, onRefresh }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useShortcut(focusSearch, () => field.current?.focus());
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        ref={field}
        label="Search recordings"
        value={search}
        maxLength={200}
        onChange={onSearch}
        className="min-w-0 flex-1 basis-60 sm:max-w-96"
      />
      <Select
        label="Sort by"
        labelHidden
        value={sort}
        options={sorts}
        onChange={onSort}
        className="w-40"
      />
      <Tooltip text="Refresh">
        <IconButton label="Refresh" disabled={isRefreshing} onClick={onRefresh}>
          <RotateCw />
        </IconButton>
      </Tooltip>
    </div>
  );
}
