import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { fieldError } from "#web/lib/api-error.ts";
import { TextField } from "#web/ui/field.tsx";
import { NewPasswordField, PasswordField } from "#web/ui/password-field.tsx";
import { AuthForm, EmailField } from "./auth-form.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { GoogleFirst, GoogleLast } from "./google-button.tsx";
import { registration } from "./sign-in.ts";
import { TEXT_LINK } from "./text-link.ts";

interface Props {
  /** Where the person was going. */
  redirect?: string | undefined;
  /** What they were invited with. */
  invitation?: string | undefined;
}

export function RegisterPage({ redirect, invitation }: Props) {
  const { mutate, isPending, error } = useMutation(registration);
  return (
    <AuthFrame
      title="Create Account"
      help={
        invitation
          ? "You are invited. A minute from now you can send your first recording."
          : "A minute from now you can send your first recording."
      }
      other={
        <>
          Already have an account?{" "}
          <Link to="/login" search={redirect ? { redirect } : {}} className={TEXT_LINK}>
            Sign in
          </Link>
        </>
      }
    >
      <div className="grid gap-6">
        <GoogleFirst purpose="signup" invitation={invitation} />
        <AuthForm
          onData={mutate}
          error={error}
          isPending={isPending}
          failure="Registration failed"
          words={["Create Account", "Creating Account..."]}
        >
          {invitation && <input type="hidden" name="invitation" value={invitation} />}
          <Fields error={error} />
        </AuthForm>
        <GoogleLast />
      </div>
    </AuthFrame>
  );
}

function Fields({ error }: { error: unknown }) {
  return (
    <>
      <TextField
        label="Username"
        name="username"
        autoComplete="nickname"
        required
        error={fieldError(error, "username")}
      />
      <EmailField error={error} />
      <NewPasswordField
        label="Password"
        name="password"
        required
        error={fieldError(error, "password")}
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={fieldError(error, "confirmPassword")}
      />
    </>
  );
}
