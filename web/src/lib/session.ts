import { atom, getDefaultStore, useAtomValue } from "jotai";
import type { Session, User } from "#contract/auth.ts";
import { isolate } from "./listeners.ts";
import { storedSession } from "./stored-session.ts";

type SessionState =
  | { status: "loading" }
  | { status: "signed-in"; token: string; user: User }
  | {
      status: "signed-out";
      /** Ended by the server, not by the person. */
      expired: boolean;
      /** The user whose session it was: a page being left still has a name to show. */
      last: User | undefined;
    };

export const SESSION_EXPIRED = "Session expired. Please log in again.";

const store = getDefaultStore();
const sessionAtom = atom<SessionState>({ status: "loading" });

export const session = () => store.get(sessionAtom);
export const onSessionChange = (listener: () => unknown) =>
  store.sub(sessionAtom, isolate(listener));

/** Reads the session that an earlier visit left, and from then on follows the other tabs. */
export function restoreSession() {
  follow(storedSession.read());
  storedSession.follow(follow);
}

export function signIn({ token, user }: Session) {
  storedSession.write({ token, user });
  store.set(sessionAtom, { status: "signed-in", token, user });
}

export function signOut() {
  storedSession.remove();
  leave(false);
}

/** The server refused this token. Only the first refusal of the token in use counts; a tab that slept may have an old one. */
export function expireSession(token: string) {
  if (sessionToken() !== token) return;
  const kept = storedSession.read();
  if (kept && kept.token !== token) return follow(kept);
  storedSession.remove();
  leave(true);
}

let isPageHeld = () => false;
const HELD_LOOK_MS = 250;

/** A page that says itself what an ended session keeps from it, such as a recorder that runs, is not left for it. */
export function holdPageWhile(isHeld: () => boolean) {
  isPageHeld = isHeld;
}

export async function untilPageIsFree() {
  while (isPageHeld()) await new Promise((resolve) => setTimeout(resolve, HELD_LOOK_MS));
}

/** Of this account only: another person who signs in meanwhile has nothing to do with what it sends. */
export const tokenOf = (userId: string) =>
  sessionUserId() === userId ? sessionToken() : undefined;

/** The server refused this account's session: the page says so and leads to signing in again. */
export function expireSessionOf(userId: string) {
  const token = tokenOf(userId);
  if (token) expireSession(token);
}

function signedIn() {
  const state = session();
  return state.status === "signed-in" ? state : undefined;
}

export const sessionToken = () => signedIn()?.token;
export const sessionUserId = () => signedIn()?.user.id;
export const sessionRole = () => signedIn()?.user.role;

/** The page after signing in: the one before, but not after a logout, and not where signing in leads anyway. */
export function wayBack({ pathname, href }: { pathname: string; href: string }) {
  const state = session();
  const loggedOut = state.status === "signed-out" && state.last && !state.expired;
  return loggedOut || pathname === "/dashboard" ? {} : { redirect: href };
}

export const useSession = () => useAtomValue(sessionAtom);

/** For pages behind a guard. */
export function useUser(): User {
  const user = userOf(useAtomValue(sessionAtom));
  if (!user) throw new Error("useUser() outside of a signed-in page");
  return user;
}

export const isAdmin = (user: User) => user.role === "admin" || user.role === "super_admin";

function userOf(state: SessionState) {
  if (state.status === "signed-in") return state.user;
  return state.status === "signed-out" ? state.last : undefined;
}

function follow(found: Session | undefined) {
  if (found) store.set(sessionAtom, { status: "signed-in", ...found });
  else leave(false);
}

function leave(expired: boolean) {
  store.set(sessionAtom, { status: "signed-out", expired, last: userOf(session()) });
}
