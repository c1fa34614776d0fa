import { useMutation } from "@tanstack/react-query";
import { LockKeyhole } from "lucide-react";
import { type FormEvent, useState } from "react";
import { unlockShare } from "#web/data/shares.ts";
import { errorText, fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { PasswordField } from "#web/ui/controls/password-field.tsx";
import { BareFrame } from "./bare-frame.tsx";

export function PasswordPrompt({ shareToken }: { shareToken: string }) {
  const [password, setPassword] = useState("");
  const { mutate, error, isPending } = useMutation(unlockShare(shareToken));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== "") mutate(password);
  };
  const wrong =
    error &&
    (fieldError(error, "password") ?? errorText(error, "The password could not be checked"));
  return (
    <BareFrame>
      <div className="grid min-h-[70dvh] place-content-center justify-items-center gap-6 p-6">
        <span className="grid size-14 place-items-center rounded-full bg-wash text-ink-2">
          <LockKeyhole aria-hidden="true" className="size-6" />
        </span>
        <div className="grid justify-items-center gap-2 text-center">
          <h1 className="font-semibold text-28">This recording has a password</h1>
          <p className="max-w-[44ch] text-14 text-ink-2">
            The person who sent you the link has set it. It is asked once.
          </p>
        </div>
        <form noValidate className="grid w-80 max-w-full gap-4" onSubmit={submit}>
          <PasswordField
            label="Password"
            autoFocus
            autoComplete="off"
            value={password}
            error={wrong ?? undefined}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" tone="primary" block busy={isPending} disabled={password === ""}>
            Watch recording
          </Button>
        </form>
      </div>
    </BareFrame>
  );
}
