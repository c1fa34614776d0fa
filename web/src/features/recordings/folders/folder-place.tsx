import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Folder as FolderIcon, FolderOpen, Layers } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { Recording } from "#contract/recordings.ts";
import { changeFolder, foldersQuery, inTree, type PlacedFolder } from "#web/data/folders.ts";
import { moveRecordings } from "#web/data/trash.ts";
import type { LibraryAddress } from "#web/features/recordings/library/address.ts";
import { cx } from "#web/ui/cx.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { type Dragged, draggedIn, isOurs, startDrag } from "./drag.ts";
import { FolderHead, MoveDialog, NameDialog } from "./folder-head.tsx";

/** The folders of the library, and what is being asked about them. After a move nothing stays selected. */
export function useFolders({ folder: current }: LibraryAddress, onMoved: () => void) {
  const { data } = useQuery(foldersQuery);
  const [asked, setAsked] = useState<"name" | readonly Pick<Recording, "id">[]>();
  const { mutate: move } = useMutation(moveRecordings);
  const { mutate: change } = useMutation(changeFolder);
  const folders = inTree(data ?? []);
  const close = () => setAsked(undefined);
  return {
    folders,
    /** The address names a folder that is there no more, such as one that was deleted in another window. */
    isGone: data !== undefined && current !== undefined && !data.some(({ id }) => id === current),
    make: () => setAsked("name"),
    askWhere: (recordings: readonly Pick<Recording, "id">[]) => setAsked(recordings),
    drop(what: Dragged, folder: string | null) {
      if ("recordings" in what) move({ ids: what.recordings, folder }, { onSuccess: onMoved });
      else if (what.folder !== folder) change({ id: what.folder, parent_id: folder });
    },
    dialog:
      asked === "name" ? (
        <NameDialog parent={current} onClose={close} />
      ) : asked ? (
        <MoveDialog
          ids={asked.map(({ id }) => id)}
          from={current}
          folders={folders}
          onClose={close}
          onMoved={onMoved}
        />
      ) : null,
  };
}

interface Props {
  folders: ReturnType<typeof useFolders>;
  address: LibraryAddress;
  go: (change: Partial<LibraryAddress>, replace: boolean) => void;
  onShare: (folder: PlacedFolder) => void;
  children: ReactNode;
}

export function FolderPlace(props: Props) {
  const { folders, isGone, dialog } = props.folders;
  const leave = useEffectEvent(() => props.go({ folder: undefined }, true));
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
  // A dialog that makes the first folder stays where it is while the page changes around it.
  return (
    <>
      {folders.length === 0 ? props.children : <BesideFolders {...props} />}
      {dialog}
    </>
  );
}

function BesideFolders({ folders: { folders, drop }, address, go, onShare, children }: Props) {
  const current = folders.find(({ id }) => id === address.folder);
  const tree = (
    <nav aria-label="Folders" className="text-14">
      <ul className="grid max-h-[70dvh] gap-0.5 overflow-y-auto">
        <Entry
          address={{ ...address, folder: undefined }}
          isCurrent={address.folder === undefined}
          icon={<Layers />}
          onDrop={(what) => drop(what, null)}
        >
          All recordings
        </Entry>
        {folders.map((folder) => (
          <Entry
            key={folder.id}
            address={{ ...address, folder: folder.id }}
            isCurrent={folder === current}
            icon={folder === current ? <FolderOpen /> : <FolderIcon />}
            depth={folder.path.length}
            count={folder.recordings}
            drag={{ folder: folder.id }}
            onDrop={(what) => drop(what, folder.id)}
          >
            {folder.name}
          </Entry>
        ))}
      </ul>
    </nav>
  );
  const onLeave = (folder: string | undefined) => go({ folder }, true);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 lg:grid-cols-[200px_minmax(0,1fr)]">
      <div className="max-lg:hidden">{tree}</div>
      <div className="lg:hidden">
        <Disclosure title="Folders" wide>
          {tree}
        </Disclosure>
      </div>
      <div className="grid min-w-0 content-start gap-4">
        {current && <FolderHead folder={current} {...{ folders, address, onLeave, onShare }} />}
        {children}
      </div>
    </div>
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
        <bdi className="min-w-0 flex-1 truncate">{children}</bdi>
        {count !== undefined && <span className="text-12 text-ink-3 tabular-nums">{count}</span>}
      </Link>
    </li>
  );
}
