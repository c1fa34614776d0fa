import {
  askForPasswordLetterCall,
  type ForgotPassword,
  Registered,
  type Registration,
  type ResetPassword,
  renewSessionCall,
  resetPasswordCall,
  signOutCall,
} from "#contract/auth.ts";
import { call, request } from "#web/lib/request.ts";
import { signOut } from "#web/lib/session.ts";

/** One of two answers, each with a status of its own. */
export const register = (body: Registration) =>
  request("POST", "/auth/register", Registered, { body });

export const askForLetter = (body: ForgotPassword) => call(askForPasswordLetterCall, { body });

export const resetPassword = (body: ResetPassword) => call(resetPasswordCall, { body });

/** Here at once, also where the server is out of reach; there as soon as it hears of it. */
export function logOut() {
  const ended = call(signOutCall, { keepalive: true });
  signOut();
  ended.catch(() => undefined); // the session of a token that is thrown away ends by itself, too
}

export const renewSession = () => call(renewSessionCall);
