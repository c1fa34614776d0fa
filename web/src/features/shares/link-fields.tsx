import { useQuery } from "@tanstack/react-query";
import type { Share } from "#contract/shares.ts";
import { configQuery } from "#web/data/config.ts";
import type { ShareOf } from "#web/data/shares.ts";
import { TextField } from "#web/ui/controls/field.tsx";
import { PasswordField } from "#web/ui/controls/password-field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import { type Draft, endsOf, people, permissions } from "./draft.ts";

interface Props {
  of: ShareOf;
  draft: Draft;
  share?: Share;
  onChange: (part: Partial<Draft>) => void;
}

const word = { labelHidden: true, size: "word" } as const;

const EMAILS = "They sign in with this address. An email asks them once to show that it is theirs.";
const NO_EMAILS =
  "This server sends no emails. The link opens only for an account that already has this address. A password keeps others out if that account is not theirs. For somebody without an account, choose Anyone and set a password.";

/** A link in one line, and its words are the controls. */
export function LinkWords({ of, draft, share, onChange }: Props) {
  const canSendMail = useQuery(configQuery).data?.mail ?? true;
  const { who, email, permission_type, expiry, password } = draft;
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5">
        <Select
          label="Who can open it"
          {...{ ...word, value: who, options: people }}
          onChange={(chosen) => onChange({ who: chosen })}
        />
        <span>with the link{(password || share?.has_password) && " and the password"}</span>
        {of === "folder" ? (
          <span>can watch its recordings</span>
        ) : (
          <Select
            label="Permission"
            {...{ ...word, value: permission_type, options: permissions }}
            onChange={(chosen) => onChange({ permission_type: chosen })}
          />
        )}
        <span>and it</span>
        <Select
          label="Expires"
          {...{ ...word, value: expiry, options: endsOf(share) }}
          onChange={(chosen) => onChange({ expiry: chosen })}
        />
      </div>
      {who === "private" && (
        <TextField
          label="Their email address"
          type="email"
          autoComplete="off"
          value={email}
          hint={canSendMail ? EMAILS : NO_EMAILS}
          name="allowed_email"
          onChange={(event) => onChange({ email: event.currentTarget.value })}
        />
      )}
    </>
  );
}

const switches = [
  ["allow_download", "Allow downloads", "People with edit permission may download in any case."],
  ["guests_may_comment", "Guests may comment", "People without an account take part by a name."],
  ["watch_live", "Show while recording", "Off, the link shows the recording when it is finished."],
] as const;

interface OptionsProps extends Omit<Props, "share"> {
  password: { label: string; hint: string };
}

export function ShareOptions({ of, draft, password, onChange }: OptionsProps) {
  return (
    <>
      <PasswordField
        {...password}
        autoComplete="new-password"
        value={draft.password}
        name="password"
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
      {switches.map(([name, label, hint]) =>
        of === "folder" && name === "watch_live" ? null : (
          <Switch
            key={name}
            {...{ label, hint }}
            checked={draft[name]}
            onChange={(isOn) => onChange({ [name]: isOn })}
          />
        ),
      )}
      <TextField
        label="Label"
        hint="Only you see it, for example the name of the person."
        maxLength={100}
        value={draft.label}
        name="label"
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
    </>
  );
}
