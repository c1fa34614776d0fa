import { Disclosure } from "#web/ui/disclosure.tsx";
import { TextField } from "#web/ui/field.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { Draft } from "./draft.ts";

interface Props {
  draft: Draft;
  /** The options are open without a click: there is a reason for a password. */
  isOpen: boolean;
  onChange: (part: Partial<Draft>) => void;
  /** The server's objection to a field of the request. */
  errors: (field: string) => string | undefined;
}

/** The options that most links do without. */
export function ShareOptions({ draft, isOpen, onChange, errors }: Props) {
  return (
    <div className="border-line border-y">
      <Disclosure title="Password, downloads, label" isOpen={isOpen}>
        <div className="grid gap-4 pt-1 text-ink">
          <PasswordField
            label="Password"
            hint="Optional. Send it another way than the link."
            autoComplete="new-password"
            value={draft.password}
            error={errors("password")}
            onChange={(event) => onChange({ password: event.currentTarget.value })}
          />
          <Switch
            label="Allow downloads"
            hint="Whoever can edit may download in any case."
            checked={draft.allowDownload}
            onChange={(allowDownload) => onChange({ allowDownload })}
          />
          <TextField
            label="Label"
            hint="Only you see it, for example whom you sent the link to."
            maxLength={100}
            value={draft.label}
            error={errors("label")}
            onChange={(event) => onChange({ label: event.currentTarget.value })}
          />
        </div>
      </Disclosure>
    </div>
  );
}
