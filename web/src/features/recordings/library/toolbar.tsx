import { Link } from "@tanstack/react-router";
import { ArrowUpDown, RotateCw, Trash2 } from "lucide-react";
import { useRef } from "react";
import type { RecordingSort } from "#contract/recordings.ts";
import { useShortcut } from "#web/lib/shortcuts.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { SearchField } from "#web/ui/controls/search-field.tsx";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "#web/ui/layers/menu.tsx";
import { Tooltip } from "#web/ui/layers/tooltip.tsx";

const sorts: readonly { value: RecordingSort; label: string }[] = [
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
      <ViewMenu sort={sort} onSort={onSort} />
      <Tooltip text="Refresh">
        <IconButton label="Refresh" disabled={isRefreshing} onClick={onRefresh}>
          <RotateCw />
        </IconButton>
      </Tooltip>
    </div>
  );
}

/** One control for all that is seldom needed: ten cards leave room for no more. */
function ViewMenu({ sort, onSort }: Pick<Props, "sort" | "onSort">) {
  const order = sorts.find(({ value }) => value === sort)?.label;
  const trigger = (
    <Button icon={<ArrowUpDown />} aria-label={`View: ${order}`}>
      {order}
    </Button>
  );
  return (
    <Menu align="start" trigger={trigger}>
      <MenuChoices label="Sort by" value={sort} options={sorts} onChange={onSort} />
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} render={<Link to="/trash" />}>
        Trash
      </MenuItem>
    </Menu>
  );
}
