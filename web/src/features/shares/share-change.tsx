import { Popover } from "@base-ui/react/popover";
import { useMutation, useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Share } from "#contract/shares.ts";
import { configQuery } from "#web/data/config.ts";
import { changeShare } from "#web/data/shares.ts";
import { fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { TextField } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { popupLook } from "#web/ui/menu.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Segmented } from "#web/ui/segmented.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { type Draft, type Expiry, expiries, hoursOf, NO_LETTERS, permissions } from "./draft.ts";

/** The settings that can still be changed about a link that is out there already. */
export function ShareChange({ share }: { share: Share }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <IconButton label="Change this link" size="sm">
            <SlidersHorizontal />
          </IconButton>
        }
      />
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} className="z-50">
          <Popover.Popup className={cx(popupLook, "w-80 max-w-(--available-width) p-4")}>
            <Popover.Title className="sr-only">Change this link</Popover.Title>
            <ChangeForm share={share} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const people = [
  { value: "public", label: "Anyone" },
  { value: "private", label: "One person" },
] as const;

const keep = { value: "keep", label: "As it is" } as const;

function ChangeForm({ share, onDone }: { share: Share; onDone: () => void }) {
  const { mutate: change, isPending, error } = useMutation(changeShare(share, onDone));
  const [label, setLabel] = useState(share.label);
  const [password, setPassword] = useState("");
  const [allowDownload, setAllowDownload] = useState(share.allow_download);
  const [expiry, setExpiry] = useState<Expiry | "keep">("keep");
  const [terms, setTerms] = useState(() => termsOf(share));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({
      label,
      ...termsSent(terms),
      allow_download: allowDownload,
      ...(password && { password }),
      ...(expiry !== "keep" && { expires_in_hours: hoursOf(expiry) }),
    });
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <TermsFields
        terms={terms}
        error={fieldError(error, "allowed_email")}
        onChange={(part) => setTerms({ ...terms, ...part })}
      />
      <TextField
        label="Label"
        maxLength={100}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Select label="Expires" value={expiry} options={[keep, ...expiries]} onChange={setExpiry} />
      <Switch label="Allow downloads" checked={allowDownload} onChange={setAllowDownload} />
      <PasswordField
        label={share.has_password ? "New password" : "Password"}
        autoComplete="new-password"
        hint="Whoever is watching now will be asked for it."
        value={password}
        error={fieldError(error, "password")}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {/* The buttons stay in sight however far the fields are scrolled on a phone. */}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap justify-end gap-2 border-line border-t bg-raised px-4 py-3">
        {share.has_password && (
          <Button
            size="sm"
            tone="quiet"
            busy={isPending}
            onClick={() => change({ password: null })}
          >
            Remove password
          </Button>
        )}
        <Button type="submit" size="sm" tone="primary" busy={isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

type Terms = Pick<Draft, "who" | "email" | "permission">;

const termsOf = (share: Share): Terms => ({
  who: share.is_public ? "public" : "private",
  email: share.allowed_email ?? "",
  permission: share.permission_type,
});

const termsSent = ({ who, email, permission }: Terms) => ({
  permission_type: permission,
  is_public: who === "public",
  allowed_email: who === "private" ? email.trim() || null : null,
});

interface TermsProps {
  terms: Terms;
  /** The server's objection to the address. */
  error: string | undefined;
  onChange: (part: Partial<Terms>) => void;
}

function TermsFields({ terms: { who, email, permission }, error, onChange }: TermsProps) {
  const canSendMail = useQuery(configQuery).data?.mail ?? true;
  return (
    <>
      <Segmented
        label="Who can open it"
        value={who}
        choices={people}
        onChange={(chosen) => onChange({ who: chosen })}
      />
      {who === "private" && (
        <TextField
          label="Their e-mail address"
          type="email"
          autoComplete="off"
          value={email}
          hint={canSendMail ? undefined : NO_LETTERS}
          error={error}
          onChange={(event) => onChange({ email: event.currentTarget.value })}
        />
      )}
      <Segmented
        label="Permission"
        value={permission}
        choices={permissions}
        onChange={(chosen) => onChange({ permission: chosen })}
      />
    </>
  );
}
