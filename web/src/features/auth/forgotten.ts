import { serversWords, unlessAtField, write } from "#web/data/write.ts";
import { signOut } from "#web/lib/session.ts";
import { arrive } from "./sign-in.ts";

// The code that sends the forms is loaded when it is needed.

export const letterRequest = write({
  send: async (form: FormData) => (await import("#web/data/auth-forms.ts")).sendForgotten(form),
  failure: unlessAtField("The email could not be sent"),
});

export const passwordReset = (token: string, done: () => Promise<void>) =>
  write({
    send: async (form: FormData) =>
      (await import("#web/data/auth-forms.ts")).sendReset(form, token),
    keep(cache, answer) {
      if ("ticket" in answer) signOut(); // every session has ended with the password, also the one here
      arrive(cache, answer);
      if ("token" in answer)
        void import("#web/data/drive.ts").then(({ offerToCut }) => offerToCut(cache, answer));
    },
    success: () => "Password changed successfully",
    done: (answer) => ("token" in answer ? done() : undefined),
    failure: serversWords("Failed to change password"),
  });
