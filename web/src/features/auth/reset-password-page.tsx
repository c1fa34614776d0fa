import { useMutation } from "@tanstack/react-query";
import { fieldError } from "#web/lib/api-error.ts";
import { NewPasswordField } from "#web/ui/controls/password-field.tsx";
import { AuthForm, AuthFrame, TextLink } from "./auth-frame.tsx";
import { passwordReset } from "./forgotten.ts";

interface Props {
  token: string;
  onDone: () => Promise<void>;
}

export function ResetPasswordPage({ token, onDone }: Props) {
  const sending = useMutation(passwordReset(token, onDone));
  const refused = fieldError(sending.error, "token");
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
        sending={sending}
        failure="Failed to change password"
        words={["Change Password", "Changing Password..."]}
      >
        <NewPasswordField label="New password" name="password" required />
        {refused && (
          <p role="alert" className="text-14 text-red-ink">
            {refused}
          </p>
        )}
      </AuthForm>
    </AuthFrame>
  );
}
