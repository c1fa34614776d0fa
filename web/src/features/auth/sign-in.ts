import type { GoogleSignIn, Registered, Session } from "#contract/auth.ts";
import { serversWords, unlessAtField, type Write, write } from "#web/data/write.ts";
import { signIn } from "#web/lib/session.ts";

/** The guest guard leads on from here, once the session has changed. */
const welcome: Pick<Write<unknown, Session>, "keep" | "success"> = {
  keep: (_cache, session) => signIn(session),
  success: ({ user }) => `Welcome back, ${user.username}!`,
};

// What sends them comes when it is needed.

export const passwordSignIn = write<FormData, Session>({
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

export const googleSignIn = write<GoogleSignIn, Session>({
  ...welcome,
  send: async (body) => (await import("#web/data/auth.ts")).logInWithGoogle(body),
  failure: serversWords("Google login failed"),
});
