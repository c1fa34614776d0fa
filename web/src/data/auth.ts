import { renewSessionCall, signOutCall } from "#contract/auth.ts";
import { call } from "#web/lib/request.ts";
import { signOut } from "#web/lib/session.ts";

/** Here at once, also where the server is out of reach; there as soon as it hears of it. */
export function logOut() {
  const ended = call(signOutCall, { keepalive: true });
  signOut();
  ended.catch(() => undefined); // the session of a token that is thrown away ends by itself, too
}

export const renewSession = () => call(renewSessionCall);
