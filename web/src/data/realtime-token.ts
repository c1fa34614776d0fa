import type { RealtimeToken } from "#contract/config.ts";
import { sessionToken } from "#web/lib/session.ts";
import type { ShareScope } from "#web/lib/share-scope.ts";
import { newRealtimeToken } from "./config.ts";

const EARLY_MS = 60_000;

interface Held extends RealtimeToken {
  /** The session it was given to; with another, the server wants another token. */
  session: string | undefined;
}

/** supabase-js asks at every heartbeat; a new one is fetched a minute before the end of the last. */
export function realtimeToken(share: ShareScope | undefined): () => Promise<string | null> {
  let held: Held | undefined;
  let fetching: Promise<Held> | undefined;
  const isGood = ({ expires_at, session }: Held) =>
    Date.parse(expires_at) - Date.now() > EARLY_MS && session === sessionToken();
  return async () => {
    if (!share && !sessionToken()) return null; // a page that is left after signing out
    if (held && isGood(held)) return held.token;
    fetching ??= fetchToken(share).finally(() => {
      fetching = undefined;
    });
    held = await fetching.catch(() => held);
    return held?.token ?? null;
  };
}

async function fetchToken(share: ShareScope | undefined): Promise<Held> {
  const session = sessionToken();
  return { ...(await newRealtimeToken(share)), session };
}
