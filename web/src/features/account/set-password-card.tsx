import { useMutation } from "@tanstack/react-query";
import { setPassword } from "#web/data/account.ts";
import { fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { NewPasswordField } from "#web/ui/controls/password-field.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";

/** For accounts made with Google. Once a password is set, the card for changing it takes this one's place. */
export function SetPasswordCard() {
  const { mutate, isPending, error } = useMutation(setPassword);
  return (
    <SettingsCard
      title="Set Password"
      anchor="password"
      help="You sign in with Google. With a password you can sign in by email as well."
    >
      <Form onData={mutate} error={error} className="grid gap-5">
        <NewPasswordField
          label="Password"
          name="password"
          required
          error={fieldError(error, "password")}
        />
        <Button type="submit" tone="primary" className="justify-self-start" busy={isPending}>
          {isPending ? "Setting Password..." : "Set Password"}
        </Button>
      </Form>
    </SettingsCard>
  );
}
