import { useEffect } from "react";
import { userTopic } from "#contract/events.ts";
import { ping, readUser } from "#web/data/account.ts";
import { renewSession } from "#web/data/auth.ts";
import { useTopic } from "#web/data/realtime.ts";
import { serverNow } from "#web/lib/server-clock.ts";
import { sessionToken, signIn, useUser } from "#web/lib/session.ts";
import { useEvery } from "#web/lib/use-later.ts";

const INTERVAL = 300_000;
const RENEW_AFTER = 86_400_000;

/** Says that the account is in use and keeps its session fresh; news of the account, such as a role, counts at once. */
export function useKeepAlive() {
  useTopic(userTopic(useUser().id), (name) => {
    if (name === "account") void refreshUser();
  });
  useEffect(() => {
    void keepAlive();
    void refreshUser();
  }, []);
  useEvery(INTERVAL, keepAlive);
}

async function keepAlive() {
  await quietly(ping());
  const token = sessionToken();
  if (!token || ageOf(token) < RENEW_AFTER) return;
  const renewed = await quietly(renewSession());
  if (renewed && sessionToken() === token) signIn(renewed);
}

/** The stored user may be from before a role or a picture changed. */
async function refreshUser() {
  const token = sessionToken();
  const user = await quietly(readUser());
  if (token && user && sessionToken() === token) signIn({ token, user });
}

/** Nobody asked for these calls: where one fails, the next one will do. */
const quietly = <Answer>(call: Promise<Answer>) => call.catch(() => undefined);

/** Milliseconds since the token was issued; only a hint, the server decides what is valid. */
function ageOf(token: string) {
  try {
    const [, payload = ""] = token.split(".");
    const { iat } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof iat === "number" ? serverNow() - iat * 1_000 : 0;
  } catch {
    return 0;
  }
}
