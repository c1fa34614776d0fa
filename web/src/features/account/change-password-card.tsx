import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { changePassword } from "#web/data/account.ts";
import { fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { NewPasswordField, PasswordField } from "#web/ui/controls/password-field.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";

export function ChangePasswordCard() {
  const [changes, setChanges] = useState(0);
  const { mutate, isPending, error } = useMutation(
    changePassword(() => setChanges((count) => count + 1)),
  );
  return (
    <SettingsCard
      title="Change Password"
      anchor="password"
      help="Every other device and browser is signed out when it changes."
    >
      <Form key={changes} onData={mutate} error={error} className="grid gap-5">
        <PasswordField
          label="Current password"
          name="current_password"
          autoComplete="current-password"
          required
          error={fieldError(error, "current_password")}
        />
        <NewPasswordField
          label="New password"
          name="new_password"
          required
          error={fieldError(error, "new_password")}
        />
        <Button type="submit" tone="primary" className="justify-self-start" busy={isPending}>
          {isPending ? "Changing Password..." : "Change Password"}
        </Button>
      </Form>
    </SettingsCard>
  );
}
