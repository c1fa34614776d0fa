import { useId, useState } from "react";
import { Button } from "#web/ui/controls/button.tsx";
import { Form, TextField } from "#web/ui/controls/field.tsx";
import { PasswordField } from "#web/ui/controls/password-field.tsx";
import { Dialog } from "./dialog.tsx";

interface Props {
  title: string;
  /** Must be typed: nobody does that by mistake. */
  email: string;
  /** Asks for the password, where the account has one and its owner deletes it. */
  asksPassword?: boolean;
  isPending: boolean;
  /** The last refusal; an objection to the password stands beside it. */
  error: unknown;
  onDelete: (typed: string, password: string) => void;
  onClose: () => void;
}

export function DeleteAccountDialog(props: Props) {
  const { title, email, asksPassword = false, isPending, error, onDelete, onClose } = props;
  const form = useId();
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const isRight =
    typed.trim().toLowerCase() === email.toLowerCase() && (!asksPassword || password !== "");
  return (
    <Dialog
      onClose={onClose}
      locked={isPending}
      title={title}
      description="Recordings, links, settings, and comments with their replies go, for everyone and for good. Files in a connected Google Drive stay there. The audit log keeps name and email, and so do notes about disputed payments and refunds."
      cancels
      footer={
        <Button form={form} type="submit" tone="record" busy={isPending} disabled={!isRight}>
          Delete account
        </Button>
      }
    >
      <Form id={form} onData={() => onDelete(typed, password)} error={error} className="grid gap-4">
        <TextField
          label={`Type ${email} to go on`}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        {asksPassword && (
          <PasswordField
            label="Your password"
            name="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Form>
    </Dialog>
  );
}
