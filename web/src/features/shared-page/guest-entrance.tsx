import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { nameGuest } from "#web/data/guests.ts";
import { errorText, fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form, TextField } from "#web/ui/controls/field.tsx";
import { here } from "./bare-frame.tsx";

const CARD = "rounded-12 border border-line bg-raised p-4";

/** Stands in the place of the comment form until a visitor without an account has said a name. */
export default function GuestEntrance({ shareToken }: { shareToken: string }) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const { mutate, error, isPending } = useMutation(nameGuest(shareToken));
  const wrong = error && (fieldError(error, "name") ?? errorText(error, "Failed to enter"));
  if (!isOpen)
    return (
      <div className={`${CARD} flex flex-wrap items-center justify-between gap-3`}>
        <div className="grid flex-1 gap-0.5">
          <p className="font-medium text-14">Take part</p>
          <p className="text-13 text-ink-2">You need a name, and no account.</p>
        </div>
        <Button tone="primary" size="sm" onClick={() => setOpen(true)}>
          Add a comment
        </Button>
      </div>
    );
  return (
    <Form className={`${CARD} grid gap-3`} error={error} onData={() => mutate(name)}>
      <TextField
        label="Your name"
        hint="Everybody with the link sees it beside your comments."
        autoComplete="name"
        autoFocus
        maxLength={60}
        value={name}
        error={wrong || undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link to="/login" search={{ redirect: here() }} className="rounded-8 text-13 underline">
          Sign In
        </Link>
        <Button type="submit" tone="primary" size="sm" busy={isPending} disabled={!name.trim()}>
          Continue
        </Button>
      </div>
    </Form>
  );
}
