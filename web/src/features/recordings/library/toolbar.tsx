import { Link } from "@tanstack/react-router";
import { ArrowUpDown, FolderPlus, ListFilter, RotateCw, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useShortcut } from "#web/lib/shortcuts.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { SearchField } from "#web/ui/controls/search-field.tsx";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "#web/ui/layers/menu.tsx";
import { TipButton } from "#web/ui/layers/tooltip.tsx";
import type { LibraryAddress } from "./address.ts";

const ANY = "any";
const eitherWay = (either: string, yes: string, no: string) =>
  [
    { value: ANY, label: either },
    { value: "true", label: yes },
    { value: "false", label: no },
  ] as const;

/** The first option of each is what an address means that does not name one. */
const choices = [
  {
    name: "sort",
    label: "Sort by",
    options: [
      { value: "newest", label: "Newest first" },
      { value: "oldest", label: "Oldest first" },
      { value: "title", label: "Title" },
      { value: "longest", label: "Longest first" },
      { value: "largest", label: "Largest first" },
      { value: "views", label: "Most viewed" },
    ],
  },
  {
    name: "captions",
    label: "Subtitles",
    options: eitherWay("With or without", "With subtitles", "Without subtitles"),
  },
  {
    name: "shared",
    label: "Links",
    options: eitherWay("With or without a link", "With a link", "Without a link"),
  },
  {
    name: "storage",
    label: "Storage",
    options: [
      { value: ANY, label: "Any place" },
      { value: "s3", label: "Cloud" },
      { value: "google_drive", label: "Google Drive" },
      { value: "local", label: "This server" },
    ],
  },
] as const;
const [sorting, ...filters] = choices;

const focusSearch = { keys: "/", label: "Search recordings", group: "My Videos" };

interface Props {
  search: string;
  found: number | undefined;
  address: LibraryAddress;
  isRefreshing: boolean;
  onSearch: (search: string) => void;
  onView: (change: Partial<LibraryAddress>) => void;
  onNewFolder: () => void;
  onRefresh: () => void;
}

export function Toolbar(props: Props) {
  const { search, found, address, isRefreshing, onSearch, onView, onNewFolder, onRefresh } = props;
  const field = useRef<HTMLInputElement>(null);
  useShortcut(focusSearch, () => field.current?.focus());
  const order = sorting.options.find(({ value }) => value === (address.sort ?? "newest"))?.label;
  const isNarrowed = filters.some(({ name }) => address[name] !== undefined);
  const trigger = (
    <Button
      icon={isNarrowed ? <ListFilter /> : <ArrowUpDown />}
      aria-label={`View: ${order}${isNarrowed ? ", filtered" : ""}`}
    >
      {order}
    </Button>
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        ref={field}
        label="Search recordings"
        value={search}
        found={found}
        onChange={onSearch}
        className="min-w-0 flex-1 basis-60 sm:max-w-96"
      />
      {/* One control for all that is seldom needed: ten cards leave room for no more. */}
      <Menu align="start" trigger={trigger}>
        <MenuItem icon={<FolderPlus />} text="New folder" onClick={onNewFolder} />
        <MenuItem icon={<Trash2 />} text="Trash" render={<Link to="/trash" />} />
        <MenuSeparator />
        {choices.map(({ name, label, options }) => (
          <MenuChoices
            key={name}
            label={label}
            value={address[name] ?? options[0].value}
            options={options as readonly { value: string; label: string }[]} // each has words of its own
            onChange={(to) => onView({ [name]: to === options[0].value ? undefined : to })}
          />
        ))}
      </Menu>
      <TipButton label="Refresh" icon={<RotateCw />} disabled={isRefreshing} onClick={onRefresh} />
    </div>
  );
}
