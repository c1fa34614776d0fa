import type { NewPasswordSession } from "#contract/auth.ts";
import type { Done } from "#contract/common.ts";
import { serversWords, unlessAtField, write } from "#web/data/write.ts";
import { signIn } from "#web/lib/session.ts";

// What sends them comes when it is needed.

export const letterRequest = write<FormData, Done>({
  send: async (form) => (await import("./send-form.ts")).sendForgotten(form),
  failure: unlessAtField("The letter could not be sent"),
});

/** `token`: from the letter. */
export const passwordReset = (token: string, done: () => Promise<void>) =>
  write<FormData, NewPasswordSession>({
    send: async (form) => (await import("./send-form.ts")).sendReset(form, token),
    keep(cache, session) {
      signIn(session);
      void import("#web/data/drive.ts").then(({ offerToCut }) => offerToCut(cache, session));
    },
    success: () => "Password changed successfully",
    done,
    failure: serversWords("Failed to change password"),
  });
