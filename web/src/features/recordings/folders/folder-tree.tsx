import { Link } from "@tanstack/react-router";
import { Folder as FolderIcon, FolderOpen, Layers } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import type { PlacedFolder } from "#web/data/folders.ts";
import type { LibraryAddress } from "#web/features/recordings/library/address.ts";
import { cx } from "#web/ui/cx.ts";
import { type Dragged, draggedIn, isOurs, startDrag } from "./drag.ts";

interface Props {
  folders: readonly PlacedFolder[];
  address: LibraryAddress;
  /** Something was dropped on a folder, or on the top. */
  onDrop: (what: Dragged, folder: string | null) => void;
}

/** All folders beside the library: each leads into itself and takes what is dropped on it. */
export function FolderTree({ folders, address, onDrop }: Props) {
  const { folder: current } = address;
  return (
    <nav aria-label="Folders" className="text-14">
      <ul className="grid max-h-[70dvh] gap-0.5 overflow-y-auto">
        <Entry
          address={{ ...address, folder: undefined }}
          isCurrent={current === undefined}
          icon={<Layers />}
          onDrop={(what) => onDrop(what, null)}
        >
          All recordings
        </Entry>
        {folders.map((folder) => (
          <Entry
            key={folder.id}
            address={{ ...address, folder: folder.id }}
            isCurrent={current === folder.id}
            icon={current === folder.id ? <FolderOpen /> : <FolderIcon />}
            depth={folder.path.length}
            count={folder.recordings}
            drag={{ folder: folder.id }}
            onDrop={(what) => onDrop(what, folder.id)}
          >
            {folder.name}
          </Entry>
        ))}
      </ul>
    </nav>
  );
}

interface EntryProps {
  address: LibraryAddress;
  isCurrent: boolean;
  icon: ReactNode;
  depth?: number;
  count?: number;
  drag?: Dragged;
  onDrop: (what: Dragged) => void;
  children: string;
}

function Entry(props: EntryProps) {
  const { address, isCurrent, icon, depth = 0, count, drag, onDrop, children } = props;
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <li>
      <Link
        to="/my-recordings"
        search={{ ...address, page: undefined }}
        aria-current={isCurrent ? "page" : undefined}
        draggable={drag !== undefined}
        onDragStart={(event) => drag && startDrag(event, drag)}
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false);
          const what = draggedIn(event);
          if (!what) return;
          event.preventDefault();
          onDrop(what);
        }}
        style={{ paddingInlineStart: `${8 + depth * 12}px` }}
        className={cx(
          "flex min-h-9 items-center gap-2 rounded-8 pr-2 text-ink-2 hover:bg-wash hover:text-ink [&_svg]:size-4 [&_svg]:shrink-0",
          isCurrent && "bg-wash-2 font-medium text-ink",
          isOver && "outline-2 outline-focus",
        )}
      >
        {icon}
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {children}
        </span>
        {count !== undefined && <span className="text-12 text-ink-3 tabular-nums">{count}</span>}
      </Link>
    </li>
  );
}
