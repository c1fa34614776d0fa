import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { changeFolder, createFolder, type PlacedFolder, pathName } from "#web/data/folders.ts";
import { moveRecordings } from "#web/data/trash.ts";
import { fieldError } from "#web/lib/api-error.ts";
import { counted } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form, TextField } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";

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
  const [name, setName] = useState(folder?.name ?? "");
  const create = useMutation(createFolder);
  const change = useMutation(changeFolder);
  const isPending = create.isPending || change.isPending;
  const save = () =>
    folder
      ? change.mutate({ id: folder.id, name }, { onSuccess: onClose })
      : create.mutate({ name, parent_id: parent ?? null }, { onSuccess: onClose });
  return (
    <Dialog onClose={onClose} width="sm" title={folder ? "Rename folder" : "New folder"}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={fieldError(create.error ?? change.error, "name")}
        />
        <Button type="submit" tone="primary" className="justify-self-end" busy={isPending}>
          {folder ? "Rename" : "Create folder"}
        </Button>
      </form>
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
  const save = () =>
    name.trim() === ""
      ? into(idOf(to))
      : create.mutate({ name, parent_id: idOf(to) }, { onSuccess: ({ id }) => into(id) });
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
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={fieldError(create.error, "name")}
        />
        <Button type="submit" tone="primary" className="justify-self-end" busy={isPending}>
          Move
        </Button>
      </Form>
    </Dialog>
  );
}

interface MoveFolderProps {
  folder: PlacedFolder;
  folders: readonly PlacedFolder[];
  onClose: () => void;
}

export function MoveFolderDialog({ folder, folders, onClose }: MoveFolderProps) {
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
