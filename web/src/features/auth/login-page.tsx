import { useMutation } from "@tanstack/react-query";
import { PasswordField } from "#web/ui/controls/password-field.tsx";
import { AuthForm, AuthFrame, EmailField, TextLink } from "./auth-frame.tsx";
import { GoogleFirst, GoogleLast } from "./google-button.tsx";
import { passwordSignIn } from "./sign-in.ts";

export function LoginPage({ redirect }: { redirect?: string | undefined }) {
  const sending = useMutation(passwordSignIn);
  return (
    <AuthFrame
      title="Welcome Back"
      help="Sign in to your recordings."
      other={
        <>
          New here?{" "}
          <TextLink to="/register" redirect={redirect}>
            Create an account
          </TextLink>
        </>
      }
    >
      <div className="grid gap-6">
        <GoogleFirst purpose="signin" />
        <AuthForm
          sending={sending}
          failure="Login failed"
          words={["Sign In", "Signing In..."]}
          after={
            <p className="text-center text-13">
              <TextLink to="/forgot-password">Forgot password?</TextLink>
            </p>
          }
        >
          <EmailField />
          <PasswordField label="Password" name="password" required />
        </AuthForm>
        <GoogleLast />
      </div>
    </AuthFrame>
  );
}
