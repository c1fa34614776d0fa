import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { Recording } from "#contract/recordings.ts";
import { changeFolder, foldersQuery, inTree, type PlacedFolder } from "#web/data/folders.ts";
import { moveRecordings } from "#web/data/trash.ts";
import type { LibraryAddress } from "#web/features/recordings/library/address.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import type { Dragged } from "./drag.ts";
import { MoveDialog, NameDialog } from "./folder-dialogs.tsx";
import { FolderHead } from "./folder-head.tsx";
import { FolderTree } from "./folder-tree.tsx";

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
    /** Where these shall lie. */
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

/** The library with its folders beside it. Without any, it is the library alone. */
export function FolderPlace({
  folders: { folders, isGone, drop, dialog },
  address,
  go,
  onShare,
  children,
}: Props) {
  const onLeave = (folder: string | undefined) => go({ folder }, true);
  const leave = useEffectEvent(() => onLeave(undefined));
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
  const shown = (
    <BesideFolders {...{ folders, address, onDrop: drop, onLeave, onShare, children }} />
  );
  // A dialog that makes the first folder stays where it is while the page changes around it.
  return (
    <>
      {folders.length === 0 ? children : shown}
      {dialog}
    </>
  );
}

interface BesideProps {
  folders: readonly PlacedFolder[];
  address: LibraryAddress;
  onDrop: (what: Dragged, folder: string | null) => void;
  onLeave: (folder: string | undefined) => void;
  onShare: (folder: PlacedFolder) => void;
  children: ReactNode;
}

function BesideFolders({ folders, address, onDrop, children, ...head }: BesideProps) {
  const current = folders.find(({ id }) => id === address.folder);
  const tree = <FolderTree folders={folders} address={address} onDrop={onDrop} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 lg:grid-cols-[200px_minmax(0,1fr)]">
      <div className="max-lg:hidden">{tree}</div>
      <div className="lg:hidden">
        <Disclosure title="Folders" wide>
          {tree}
        </Disclosure>
      </div>
      <div className="grid min-w-0 content-start gap-4">
        {current && <FolderHead folder={current} folders={folders} address={address} {...head} />}
        {children}
      </div>
    </div>
  );
}
