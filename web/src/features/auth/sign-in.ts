import { atom, getDefaultStore } from "jotai";
import type { GoogleSignIn, Registered, Session, SignedIn, Ticket } from "#contract/auth.ts";
import { serversWords, unlessAtField, type Write, write } from "#web/data/write.ts";
import { signIn } from "#web/lib/session.ts";

/** Where the second step is still to be done, whichever way the first was. */
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

// What sends them comes when it is needed.

export const passwordSignIn = write<FormData, SignedIn>({
  ...welcome,
  send: async (form) => (await import("./send-form.ts")).sendCredentials(form),
  failure: unlessAtField("Login failed"),
});

/** No session comes where a letter to the address comes first: then the page says what to do with it. */
export const registration = (awaitLetter: (form: FormData) => void) =>
  write<FormData, Registered>({
    keep: (_cache, answer) => "token" in answer && signIn(answer),
    success: (answer) =>
      "token" in answer ? `Welcome to Kinora, ${answer.user.username}!` : "The letter was sent",
    send: async (form) => (await import("./send-form.ts")).sendRegistration(form),
    done: (answer, form) => {
      if (!("token" in answer)) awaitLetter(form);
    },
    failure: unlessAtField("Registration failed"),
  });

export const googleSignIn = write<GoogleSignIn, SignedIn>({
  ...welcome,
  send: async (body) => (await import("#web/data/auth.ts")).logInWithGoogle(body),
  failure: serversWords("Google login failed"),
});

/** The proof: a code, or a passkey. */
export const secondStep = (done: () => Promise<void> = async () => {}) =>
  write<() => Promise<Session>, Session>({
    ...welcome,
    send: (attempt) => attempt(),
    done,
  });
