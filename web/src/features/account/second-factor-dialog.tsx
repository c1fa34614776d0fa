import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { encode } from "uqr";
import { fieldError } from "#web/lib/api-error.ts";
import { useCopy } from "#web/lib/clipboard.ts";
import { useUser } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { type Act, changeSecondFactor, words } from "./second-factor-acts.ts";

export default function SecondFactorDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { password_set } = useUser();
  const form = useId();
  const [secret, setSecret] = useState<{ secret: string; url: string }>();
  const [codes, setCodes] = useState<string[]>();
  const { mutate, isPending, error } = useMutation(
    changeSecondFactor(act, (next) => {
      if ("secret" in next) setSecret(next);
      else if ("recovery_codes" in next && next.recovery_codes.length > 0)
        setCodes(next.recovery_codes);
      else onClose();
    }),
  );
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const { title, action, isRed } = words[act.kind];
  return (
    <Dialog
      {...{ open: true, onClose, title, locked: isPending }}
      description={"name" in act ? act.name : undefined}
      footer={
        <Button form={form} type="submit" tone={isRed ? "record" : "primary"} busy={isPending}>
          {secret ? "Turn on" : action}
        </Button>
      }
    >
      <Form key={String(!secret)} id={form} onData={mutate} error={error} className="grid gap-5">
        {secret ? (
          <>
            <Secret {...secret} />
            <TextField
              label="Code of the app"
              name="code"
              {...{ autoComplete: "one-time-code", inputMode: "numeric", required: true }}
              error={fieldError(error, "code")}
            />
          </>
        ) : (
          <>
            {act.kind === "passkey-on" && (
              <TextField
                label="Name of the passkey"
                name="name"
                defaultValue="My passkey"
                maxLength={60}
              />
            )}
            {password_set ? (
              <PasswordField
                label="Password"
                name="password"
                {...{ autoComplete: "current-password", required: true }}
                error={fieldError(error, "password")}
              />
            ) : (
              <p className="text-14 text-ink-2">
                This needs a sign-in of the last ten minutes. Log out and sign in again where yours
                is older.
              </p>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

function Secret({ secret, url }: { secret: string; url: string }) {
  const { data, size } = encode(url, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <div className="grid gap-3 text-14">
      <p>Scan this with the app, or type the secret there.</p>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code"
        className="w-44 rounded-8"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
        <path fill="#000" d={squares.join("")} />
      </svg>
      <p className="font-mono text-13 [overflow-wrap:anywhere]">{secret}</p>
      <a href={url} className="w-fit text-13 underline underline-offset-4">
        Open in an app on this device
      </a>
    </div>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { copied, copy } = useCopy();
  const all = codes.join("\n");
  return (
    <Dialog
      {...{ open: true, onClose, title: "Your recovery codes" }}
      description="Each lets you in once, without app or passkey. Keep them where you keep passwords: they are shown only now."
      footer={
        <>
          <Button onClick={() => void copy(all)}>{copied ? "Copied" : "Copy"}</Button>
          <Button tone="primary" onClick={onClose}>
            I have kept them
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-1 gap-1 font-mono text-14 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
