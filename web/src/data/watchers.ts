import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { Id } from "#contract/common.ts";
import { listWatchersCall, MOST_WATCHERS, watchCall } from "#contract/watchers.ts";
import { call } from "#web/lib/request.ts";
import { session } from "#web/lib/session.ts";
import { shareHeaders } from "#web/lib/share-scope.ts";
import { read } from "./read.ts";

/** The people behind the keys; only the owner is told. */
export const watchersQuery = (recordingId: string, keys: readonly string[]) =>
  queryOptions({
    ...read(["watchers", recordingId, keys], listWatchersCall, {
      params: { id: recordingId },
      query: { keys: keys.slice(0, MOST_WATCHERS).join(",") },
    }),
    select: ({ watchers }) => watchers,
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

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
