import { TextField } from "#web/ui/controls/field.tsx";
import { PasswordField } from "#web/ui/controls/password-field.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import type { Draft } from "./draft.ts";

interface Props {
  of: "folder" | "recording";
  draft: Draft;
  password: { label: string; hint: string };
  onChange: (part: Partial<Draft>) => void;
  /** The server's objection to a field of the request. */
  errors: (field: string) => string | undefined;
}

/** The options that most links do without. */
export function ShareOptions({ of, draft, password, onChange, errors }: Props) {
  return (
    <>
      <PasswordField
        {...password}
        autoComplete="new-password"
        value={draft.password}
        error={errors("password")}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
      <Switch
        label="Allow downloads"
        hint="People with edit permission may download in any case."
        checked={draft.allowDownload}
        onChange={(allowDownload) => onChange({ allowDownload })}
      />
      <Switch
        label="Guests may comment"
        hint="People without an account take part by a name."
        checked={draft.guestsComment}
        onChange={(guestsComment) => onChange({ guestsComment })}
      />
      {of === "recording" && (
        <Switch
          label="Show while recording"
          hint="Off, the link shows the recording when it is finished."
          checked={draft.watchLive}
          onChange={(watchLive) => onChange({ watchLive })}
        />
      )}
      <TextField
        label="Label"
        hint="Only you see it, for example the name of the person."
        maxLength={100}
        value={draft.label}
        error={errors("label")}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
    </>
  );
}
