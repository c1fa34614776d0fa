import { Id } from "#contract/common.ts";
import { watchCall } from "#contract/watchers.ts";
import { call } from "#web/lib/request.ts";
import { session } from "#web/lib/session.ts";
import { shareHeaders } from "#web/lib/share-scope.ts";

/** The key by which the owner sees who watches here; undefined where there is no account. */
export async function watcherKey(recordingId: string, shareToken: string | undefined) {
  // In a frame on somebody else's page people do not know that they would be named.
  if (session().status !== "signed-in" || window.self !== window.top) return undefined;
  const { key } = await call(watchCall, {
    params: { id: recordingId },
    headers: shareHeaders(shareToken),
  });
  return key;
}

/** The key that an entry of the presence names, if it is one: others may have written anything there. */
export function keyIn(entry: object): string | undefined {
  const { success, data } = Id.safeParse(Reflect.get(entry, "key"));
  return success ? data : undefined;
}
