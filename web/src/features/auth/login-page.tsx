import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { GoogleButton } from "./google-button.tsx";
import { Or } from "./or.tsx";
import { passwordSignIn } from "./sign-in.ts";
import { TEXT_LINK } from "./text-link.ts";
import { warmUp } from "./warm-up.ts";

/** `redirect`: where the person was going. */
export function LoginPage({ redirect }: { redirect?: string | undefined }) {
  const { mutate, isPending, error } = useMutation(passwordSignIn);
  return (
    <AuthFrame
      title="Welcome Back"
      help="Sign in to your recordings."
      other={
        <>
          New here?{" "}
          <Link to="/register" search={redirect ? { redirect } : {}} className={TEXT_LINK}>
            Create an account
          </Link>
        </>
      }
    >
      <div className="grid gap-6">
        <GoogleButton purpose="signin" />
        <Or />
        <Form onData={mutate} error={error} onFocus={warmUp} className="grid gap-5">
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            error={fieldError(error, "email")}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            error={fieldError(error, "password")}
          />
          <Button type="submit" tone="primary" size="lg" block busy={isPending}>
            {isPending ? "Signing In..." : "Sign In"}
          </Button>
          <p className="text-center text-13">
            <Link to="/forgot-password" className={TEXT_LINK}>
              Forgot password?
            </Link>
          </p>
        </Form>
      </div>
    </AuthFrame>
  );
}
