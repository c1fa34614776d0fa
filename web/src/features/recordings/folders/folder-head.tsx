import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, FolderInput, Link2, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Folder } from "#contract/folders.ts";
import {
  changeFolder,
  createFolder,
  deleteFolder,
  type PlacedFolder,
  pathName,
} from "#web/data/folders.ts";
import { moveRecordings } from "#web/data/trash.ts";
import type { LibraryAddress } from "#web/features/recordings/library/address.ts";
import { counted } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form, TextField } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { MenuItem, MoreMenu } from "#web/ui/layers/menu.tsx";

interface AboutFolder {
  folder: PlacedFolder;
  folders: readonly PlacedFolder[];
}

interface Props extends AboutFolder {
  address: LibraryAddress;
  onLeave: (folder: string | undefined) => void;
  onShare: (folder: PlacedFolder) => void;
}

export function FolderHead({ folder, folders, address, onLeave, onShare }: Props) {
  const [open, setOpen] = useState<"rename" | "move" | "delete">();
  const close = () => setOpen(undefined);
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
              <ChevronRight className="size-4 shrink-0 text-ink-3" />
            </li>
          ))}
          <li aria-current="page" dir="auto" className="max-w-60 truncate px-1 font-medium">
            {folder.name}
          </li>
        </ol>
      </nav>
      <MoreMenu label={`Folder ${folder.name}`} align="start">
        <MenuItem icon={<Link2 />} text="Share folder" onClick={() => onShare(folder)} />
        <MenuItem icon={<Pencil />} text="Rename folder" onClick={() => setOpen("rename")} />
        <MenuItem icon={<FolderInput />} text="Move folder" onClick={() => setOpen("move")} />
        <MenuItem icon={<Trash2 />} text="Delete folder" danger onClick={() => setOpen("delete")} />
      </MoreMenu>
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
  const { mutate, isPending } = useMutation(deleteFolder(folder.id, onDeleted));
  return (
    <Dialog
      onClose={onClose}
      locked={isPending}
      title={`Delete the folder “${folder.name}”?`}
      description="What lies in it can go one level up. Or all its recordings go to the trash, also from the folders in it."
      cancels
      footer={
        <>
          <Button tone="danger" disabled={isPending} onClick={() => mutate("trash")}>
            Delete with recordings
          </Button>
          <Button tone="primary" disabled={isPending} onClick={() => mutate("up")}>
            Delete and keep recordings
          </Button>
        </>
      }
    />
  );
}

export const TOP = "top";

export const idOf = (choice: string) => (choice === TOP ? null : choice);

export const places = (folders: readonly PlacedFolder[]) => [
  { value: TOP, label: "No folder" },
  ...folders.map((folder) => ({ value: folder.id, label: pathName(folder) })),
];

interface NameProps {
  /** Without one, a folder is made. */
  folder?: PlacedFolder | undefined;
  parent?: string | undefined;
  onClose: () => void;
}

export function NameDialog({ folder, parent, onClose }: NameProps) {
  const create = useMutation(createFolder);
  const change = useMutation(changeFolder);
  const isPending = create.isPending || change.isPending;
  const save = (form: FormData) => {
    const name = String(form.get("name"));
    if (folder) change.mutate({ id: folder.id, name }, { onSuccess: onClose });
    else create.mutate({ name, parent_id: parent ?? null }, { onSuccess: onClose });
  };
  return (
    <Dialog onClose={onClose} width="sm" title={folder ? "Rename folder" : "New folder"}>
      <Form className="grid gap-4" error={create.error ?? change.error} onData={save}>
        <TextField label="Name" required maxLength={100} defaultValue={folder?.name} name="name" />
        <Button type="submit" tone="primary" className="justify-self-end" busy={isPending}>
          {folder ? "Rename" : "Create folder"}
        </Button>
      </Form>
    </Dialog>
  );
}

interface MoveProps {
  ids: readonly string[];
  from: string | undefined;
  folders: readonly PlacedFolder[];
  onClose: () => void;
  onMoved: () => void;
}

/** The way to move by keys: into a folder that is there, or into a new one in it. */
export function MoveDialog({ ids, from, folders, onClose, onMoved }: MoveProps) {
  const [to, setTo] = useState(from ?? folders[0]?.id ?? TOP);
  const [name, setName] = useState("");
  const create = useMutation(createFolder);
  const move = useMutation(moveRecordings);
  const isPending = create.isPending || move.isPending;
  const done = () => {
    onClose();
    onMoved();
  };
  const into = (folder: string | null) => move.mutate({ ids, folder }, { onSuccess: done });
  const made = ({ id }: Folder) => {
    // It is there now, also where the move into it fails.
    setTo(id);
    setName("");
    into(id);
  };
  const save = () => {
    if (name.trim() === "") into(idOf(to));
    else create.mutate({ name, parent_id: idOf(to) }, { onSuccess: made });
  };
  return (
    <Dialog
      onClose={onClose}
      width="sm"
      locked={isPending}
      title={`Move ${counted(ids.length, "recording")}`}
    >
      <Form className="grid gap-4" error={create.error} onData={save}>
        <Select label="Folder" value={to} options={places(folders)} onChange={setTo} />
        <TextField
          label="New folder in it"
          hint="Empty: no new folder is made."
          maxLength={100}
          name="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" tone="primary" className="justify-self-end" busy={isPending}>
          Move
        </Button>
      </Form>
    </Dialog>
  );
}

function MoveFolderDialog({ folder, folders, onClose }: AboutFolder & { onClose: () => void }) {
  const [to, setTo] = useState(folder.parent_id ?? TOP);
  const { mutate, isPending } = useMutation(changeFolder);
  const elsewhere = folders.filter(({ path }) => path.every(({ id }) => id !== folder.id));
  return (
    <Dialog onClose={onClose} width="sm" title={`Move the folder “${folder.name}”`}>
      <div className="grid gap-4">
        <Select label="Folder" value={to} options={places(elsewhere)} onChange={setTo} />
        <Button
          tone="primary"
          className="justify-self-end"
          busy={isPending}
          onClick={() => mutate({ id: folder.id, parent_id: idOf(to) }, { onSuccess: onClose })}
        >
          Move
        </Button>
      </div>
    </Dialog>
  );
}
