import type { GoogleSignIn, Ticket } from "#contract/auth.ts";
import { request } from "#web/lib/request.ts";
import { isSession } from "#web/lib/stored-session.ts";

// Sent and read by hand: the contract's schemas would bring zod into the first load of the sign-in page.

/** As it was typed: the server says at which field something is wrong, in the contract's words. */
export const signInWithPassword = (form: FormData) =>
  request("POST", "/auth/login", signedIn, { body: Object.fromEntries(form) });

export const signInWithGoogle = (body: GoogleSignIn) =>
  request("POST", "/auth/google", signedIn, { body });

const signedIn = {
  safeParse: (answer: unknown) =>
    isSession(answer) || isTicket(answer)
      ? ({ success: true, data: answer } as const)
      : ({ success: false, error: "neither a session nor a ticket" } as const),
};

const isTicket = (answer: unknown): answer is Ticket =>
  "ticket" in Object(answer) && Array.isArray(Object(answer).ways);
