import { z } from "zod";
import { Credentials, Registration, Session } from "#contract/auth.ts";
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
  const { confirmPassword: _same, ...body } = readForm(RegistrationForm, form);
  const session = await request("POST", "/auth/register", Session, { body });
  signIn(session);
  toast.success(`Welcome to Kinora, ${session.user.username}!`);
}

/** Both are said at once: what the contract objects to, and that the passwords differ. */
const RegistrationForm = Registration.extend({ confirmPassword: z.string() }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ["confirmPassword"], message: "Passwords do not match", when: () => true },
);

/** The guest guard leads on from here, once the session has changed. */
function welcomeBack(session: Session) {
  signIn(session);
  toast.success(`Welcome back, ${session.user.username}!`);
}
