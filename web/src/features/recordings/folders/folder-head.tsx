import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, Ellipsis, FolderInput, Link2, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteFolder, type PlacedFolder } from "#web/data/folders.ts";
import type { LibraryAddress } from "#web/features/recordings/library/address.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { Menu, MenuItem } from "#web/ui/layers/menu.tsx";
import { MoveFolderDialog, NameDialog } from "./folder-dialogs.tsx";

interface Props {
  folder: PlacedFolder;
  folders: readonly PlacedFolder[];
  address: LibraryAddress;
  onLeave: (folder: string | undefined) => void;
  onShare: (folder: PlacedFolder) => void;
}

/** The way down to the folder that is shown, and what can be done with it. */
export function FolderHead({ folder, folders, address, onLeave, onShare }: Props) {
  const [open, setOpen] = useState<"rename" | "move" | "delete">();
  const close = () => setOpen(undefined);
  const trigger = (
    <IconButton size="sm" label={`Folder ${folder.name}`}>
      <Ellipsis />
    </IconButton>
  );
  const above = folder.path.slice(0, -1);
  return (
    <div className="flex flex-wrap items-center gap-1 text-14">
      <nav aria-label="Path" className="min-w-0">
        <ol className="flex flex-wrap items-center gap-1">
          {[undefined, ...above].map((step) => (
            <li key={step?.id ?? "top"} className="flex min-w-0 items-center gap-1">
              <Link
                to="/my-recordings"
                search={{ ...address, page: undefined, folder: step?.id }}
                className="max-w-60 truncate rounded-8 px-1 py-1 text-ink-2 hover:bg-wash hover:text-ink"
              >
                {step?.name ?? "All recordings"}
              </Link>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
            </li>
          ))}
          <li aria-current="page" className="max-w-60 truncate px-1 font-medium">
            {folder.name}
          </li>
        </ol>
      </nav>
      <Menu trigger={trigger} align="start">
        <MenuItem icon={<Link2 />} onClick={() => onShare(folder)}>
          Share folder
        </MenuItem>
        <MenuItem icon={<Pencil />} onClick={() => setOpen("rename")}>
          Rename folder
        </MenuItem>
        <MenuItem icon={<FolderInput />} onClick={() => setOpen("move")}>
          Move folder
        </MenuItem>
        <MenuItem icon={<Trash2 />} danger onClick={() => setOpen("delete")}>
          Delete folder
        </MenuItem>
      </Menu>
      {open === "rename" && <NameDialog folder={folder} onClose={close} />}
      {open === "move" && <MoveFolderDialog folder={folder} folders={folders} onClose={close} />}
      {open === "delete" && (
        <DeleteDialog
          folder={folder}
          onClose={close}
          onDeleted={() => {
            close();
            onLeave(folder.parent_id ?? undefined);
          }}
        />
      )}
    </div>
  );
}

interface DeleteProps {
  folder: PlacedFolder;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ folder, onClose, onDeleted }: DeleteProps) {
  const { mutate, isPending } = useMutation(deleteFolder);
  const remove = (videos: "up" | "trash") =>
    mutate({ id: folder.id, videos }, { onSuccess: onDeleted });
  return (
    <Dialog
      onClose={onClose}
      locked={isPending}
      title={`Delete the folder “${folder.name}”?`}
      description="What lies in it can go one level up. Or all its recordings go to the trash, also from the folders in it."
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="danger" disabled={isPending} onClick={() => remove("trash")}>
            Delete with recordings
          </Button>
          <Button tone="primary" disabled={isPending} onClick={() => remove("up")}>
            Delete and keep recordings
          </Button>
        </>
      }
    />
  );
}
