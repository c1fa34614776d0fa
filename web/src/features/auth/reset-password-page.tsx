import { useMutation } from "@tanstack/react-query";
import { fieldError } from "#web/lib/api-error.ts";
import { NewPasswordField } from "#web/ui/controls/password-field.tsx";
import { AuthForm } from "./auth-form.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { passwordReset } from "./forgotten.ts";
import { TextLink } from "./text-link.tsx";

interface Props {
  /** The token from the letter. */
  token: string;
  onDone: () => Promise<void>;
}

export function ResetPasswordPage({ token, onDone }: Props) {
  const { mutate, isPending, error } = useMutation(passwordReset(token, onDone));
  const refused = fieldError(error, "token");
  return (
    <AuthFrame
      onDone={onDone}
      title="Choose a New Password"
      help="Every device that is signed in now is signed out."
      other={
        <>
          The email is too old? <TextLink to="/forgot-password">Ask for a new one</TextLink>
        </>
      }
    >
      <AuthForm
        onData={mutate}
        error={error}
        isPending={isPending}
        failure="Failed to change password"
        words={["Change Password", "Changing Password..."]}
      >
        <NewPasswordField
          label="New password"
          name="password"
          required
          error={fieldError(error, "password")}
        />
        {refused && (
          <p role="alert" className="text-14 text-red-ink">
            {refused}
          </p>
        )}
      </AuthForm>
    </AuthFrame>
  );
}
