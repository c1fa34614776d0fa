import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { NewPasswordField, PasswordField } from "#web/ui/password-field.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { GoogleButton } from "./google-button.tsx";
import { Or } from "./or.tsx";
import { registration } from "./sign-in.ts";
import { TEXT_LINK } from "./text-link.ts";
import { warmUp } from "./warm-up.ts";

/** `redirect`: where the person was going. */
export function RegisterPage({ redirect }: { redirect?: string | undefined }) {
  const { mutate, isPending, error } = useMutation(registration);
  return (
    <AuthFrame
      title="Create Account"
      help="A minute from now you can send your first recording."
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
        <GoogleButton purpose="signup" />
        <Or />
        <Form onData={mutate} error={error} onFocus={warmUp} className="grid gap-5">
          <Fields error={error} />
          <Button type="submit" tone="primary" size="lg" block busy={isPending}>
            {isPending ? "Creating Account..." : "Create Account"}
          </Button>
        </Form>
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
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        error={fieldError(error, "email")}
      />
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
