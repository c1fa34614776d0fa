import { atom, getDefaultStore } from "jotai";
import type { GoogleSignIn, Session, SignedIn, Ticket } from "#contract/auth.ts";
import { signInWithGoogle, signInWithPassword } from "#web/data/sign-in.ts";
import { serversWords, unlessAtField, type Write, write } from "#web/data/write.ts";
import { signIn } from "#web/lib/session.ts";

/** The ticket for the second step while that is still to be done, whichever way the first was. */
export const ticketAtom = atom<Ticket | null>(null);

/** The guest guard leads on from here, once the session has changed. */
export function arrive(_cache: unknown, answer: SignedIn) {
  getDefaultStore().set(ticketAtom, "ticket" in answer ? answer : null);
  if ("token" in answer) signIn(answer);
}

const welcome: Pick<Write<unknown, SignedIn>, "keep" | "success"> = {
  keep: arrive,
  success: (answer) => ("token" in answer ? `Welcome back, ${answer.user.username}!` : undefined),
};

export const passwordSignIn = write<FormData, SignedIn>({
  ...welcome,
  send: signInWithPassword,
  failure: unlessAtField("Login failed"),
});

/** Where a letter to the address comes first, there is no session yet: the page says what to do with the letter. */
export const registration = (awaitLetter: (form: FormData) => void) =>
  write({
    keep: (_cache, answer) => "token" in answer && signIn(answer),
    success: (answer) =>
      "token" in answer ? `Welcome to Kinora, ${answer.user.username}!` : "The email was sent",
    // The code that sends this form is loaded when it is needed.
    send: async (form: FormData) =>
      (await import("#web/data/auth-forms.ts")).sendRegistration(form),
    done: (answer, form) => {
      if (!("token" in answer)) awaitLetter(form);
    },
    failure: unlessAtField("Registration failed"),
  });

export const googleSignIn = write<GoogleSignIn, SignedIn>({
  ...welcome,
  send: signInWithGoogle,
  failure: serversWords("Google login failed"),
});

/** The proof: a code, or a passkey. */
export const secondStep = (done: () => Promise<void> = async () => {}) =>
  write({
    ...welcome,
    send: (attempt: () => Promise<Session>) => attempt(),
    done,
  });
