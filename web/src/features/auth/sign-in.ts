import { Credentials, Registration, Session } from "#contract/auth.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { readForm } from "#web/lib/form.ts";
import { request } from "#web/lib/request.ts";
import { signIn } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";

// The pages import this file only when a form is sent: it brings zod and the contract.

export async function signInWithPassword(form: FormData) {
  const body = readForm(Credentials, form);
  welcomeBack(await request("POST", "/auth/login", Session, { body }));
}

export async function signInWithGoogle(token: string) {
  welcomeBack(await request("POST", "/auth/google", Session, { body: { token } }));
}

export async function register(form: FormData) {
  if (form.get("password") !== form.get("confirmPassword")) {
    throw new ApiError(422, "invalid", undefined, { confirmPassword: "Passwords do not match" });
  }
  const body = readForm(Registration, form);
  const session = await request("POST", "/auth/register", Session, { body });
  signIn(session);
  toast.success(`Welcome to Kinora, ${session.user.username}!`);
}

/** The guest guard leads on from here, once the session has changed. */
function welcomeBack(session: Session) {
  signIn(session);
  toast.success(`Welcome back, ${session.user.username}!`);
}
