import type { GoogleSignIn, Session } from "#contract/auth.ts";
import { serversWords, unlessAtField, type Write, write } from "#web/data/write.ts";
import { signIn } from "#web/lib/session.ts";

/** The guest guard leads on from here, once the session has changed. */
const welcome = (words: string): Pick<Write<unknown, Session>, "keep" | "success"> => ({
  keep: (_cache, session) => signIn(session),
  success: ({ user }) => `${words}, ${user.username}!`,
});

// What sends them comes when it is needed.

export const passwordSignIn = write<FormData, Session>({
  ...welcome("Welcome back"),
  send: async (form) => (await import("./send-form.ts")).sendCredentials(form),
  failure: unlessAtField("Login failed"),
});

export const registration = write<FormData, Session>({
  ...welcome("Welcome to Kinora"),
  send: async (form) => (await import("./send-form.ts")).sendRegistration(form),
  failure: unlessAtField("Registration failed"),
});

export const googleSignIn = write<GoogleSignIn, Session>({
  ...welcome("Welcome back"),
  send: async (body) => (await import("#web/data/auth.ts")).logInWithGoogle(body),
  failure: serversWords("Google login failed"),
});
