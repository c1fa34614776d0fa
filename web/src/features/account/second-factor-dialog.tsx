import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { encode } from "uqr";
import { type Act, changeSecondFactor } from "#web/data/second-factor.ts";
import { useUser } from "#web/lib/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { CopyButton } from "#web/ui/controls/copy-button.tsx";
import { Form, TextField } from "#web/ui/controls/field.tsx";
import { PasswordField } from "#web/ui/controls/password-field.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";

const words: Record<Act["kind"], { title: string; action: string; isRed?: boolean }> = {
  "totp-on": { title: "Turn on an authenticator app", action: "Continue" },
  "totp-off": { title: "Turn off the authenticator app?", action: "Turn off", isRed: true },
  "passkey-on": { title: "Add a passkey", action: "Continue" },
  "passkey-off": { title: "Remove the passkey?", action: "Remove", isRed: true },
  codes: { title: "Make new recovery codes?", action: "Make new codes" },
};

export default function SecondFactorDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const form = useId();
  const [secret, setSecret] = useState<{ secret: string; url: string }>();
  const [codes, setCodes] = useState<string[]>([]);
  const { mutate, isPending, error } = useMutation(
    changeSecondFactor(act, (next) => {
      if ("secret" in next) setSecret(next);
      else if ("success" in next || next.recovery_codes.length === 0) onClose();
      else setCodes(next.recovery_codes);
    }),
  );
  if (codes.length > 0) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const { title, action, isRed } = words[act.kind];
  return (
    <Dialog
      {...{ onClose, title, locked: isPending }}
      description={"name" in act && act.name}
      footer={
        <Button form={form} type="submit" tone={isRed ? "record" : "primary"} busy={isPending}>
          {secret ? "Turn on" : action}
        </Button>
      }
    >
      <Form id={form} onData={mutate} error={error} className="grid gap-5">
        {act.kind === "passkey-on" && (
          <TextField label="Name of the passkey" name="name" defaultValue="My passkey" />
        )}
        {secret ? <Secret {...secret} /> : <Proof />}
      </Form>
    </Dialog>
  );
}

function Proof() {
  const { password_set } = useUser();
  if (!password_set)
    return (
      <p className="text-14 text-ink-2">
        This needs a sign-in of the last ten minutes. If yours is older, log out and sign in again.
      </p>
    );
  return <PasswordField label="Password" name="password" />;
}

function Secret({ secret, url }: { secret: string; url: string }) {
  const { data, size } = encode(url, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <>
      <div className="grid gap-3 text-14">
        <p>Scan this with the app, or type the secret there.</p>
        <svg
          {...{ viewBox: `0 0 ${size} ${size}`, role: "img", className: "w-44 rounded-8" }}
          aria-label="QR code"
        >
          <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
          <path fill="#000" d={squares.join("")} />
        </svg>
        <p className="font-mono text-13 [overflow-wrap:anywhere]">{secret}</p>
        <a href={url} className="w-fit text-13 underline underline-offset-4">
          Open in an app on this device
        </a>
      </div>
      <TextField
        {...{ label: "Code of the app", name: "code", autoFocus: true, inputMode: "numeric" }}
        autoComplete="one-time-code"
      />
    </>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      {...{ onClose, locked: true, title: "Your recovery codes" }}
      description="Each lets you in once, without app or passkey. Keep them where you keep passwords: they are shown only now."
      footer={
        <>
          <CopyButton text={codes.join("\n")}>Copy</CopyButton>
          <Button tone="primary" onClick={onClose}>
            I have kept them
          </Button>
        </>
      }
    >
      <ul className="grid gap-1 font-mono text-14 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
