import { type Credentials, type Registration, Session } from "#contract/auth.ts";
import { request } from "#web/lib/request.ts";

export const logIn = (body: Credentials) => request("POST", "/auth/login", Session, { body });

export const logInWithGoogle = (token: string) =>
  request("POST", "/auth/google", Session, { body: { token } });

export const register = (body: Registration) =>
  request("POST", "/auth/register", Session, { body });

/** A fresh session for the one in use. */
export const renewSession = () => request("POST", "/auth/renew", Session);
