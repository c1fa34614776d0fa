import { useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";

interface Props {
  title: string;
  /** Must be typed: nobody does that by mistake. */
  email: string;
  isPending: boolean;
  onDelete: (typed: string) => void;
  onClose: () => void;
}

export function DeleteAccountDialog({ title, email, isPending, onDelete, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const isRight = typed.trim().toLowerCase() === email.toLowerCase();
  return (
    <Dialog
      open
      onClose={onClose}
      locked={isPending}
      title={title}
      description="Recordings, links, comments and settings go, for everyone and for good. Files in a connected Google Drive stay there."
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="record"
            busy={isPending}
            disabled={!isRight}
            onClick={() => onDelete(typed)}
          >
            Delete account
          </Button>
        </>
      }
    >
      <TextField
        label={`Type ${email} to go on`}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  );
}
