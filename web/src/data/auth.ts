import {
  type Credentials,
  type ForgotPassword,
  type GoogleSignIn,
  Registered,
  type Registration,
  type ResetPassword,
  Session,
  SignedIn,
  SignedInAnew,
} from "#contract/auth.ts";
import { Done } from "#contract/common.ts";
import { request } from "#web/lib/request.ts";
import { signOut } from "#web/lib/session.ts";

export const logIn = (body: Credentials) => request("POST", "/auth/login", SignedIn, { body });

export const logInWithGoogle = (body: GoogleSignIn) =>
  request("POST", "/auth/google", SignedIn, { body });

export const register = (body: Registration) =>
  request("POST", "/auth/register", Registered, { body });

export const askForLetter = (body: ForgotPassword) =>
  request("POST", "/auth/forgot-password", Done, { body });

/** `body.token` is from the letter. */
export const resetPassword = (body: ResetPassword) =>
  request("POST", "/auth/reset-password", SignedInAnew, { body });

/** Here at once, also where the server is out of reach; there as soon as it hears of it. */
export function logOut() {
  const ended = request("POST", "/auth/logout", Done, { keepalive: true });
  signOut();
  ended.catch(() => undefined); // the session of a token that is thrown away ends by itself, too
}

/** A fresh session for the one in use. */
export const renewSession = () => request("POST", "/auth/renew", Session);
