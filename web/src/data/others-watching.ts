import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { listWatchersCall, MOST_WATCHERS, type Watcher } from "#contract/watchers.ts";
import { useUser } from "#web/lib/session.ts";
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

/** The people behind the keys on a recording's channel, without the owner's own other tabs; and whether they are known. */
export function useOthersBehind(recordingId: string, keys: readonly (string | undefined)[]) {
  const self = useUser().id;
  const named = keys.filter((key) => key !== undefined).sort();
  const { data: watchers = [], ...query } = useQuery(watchersQuery(recordingId, named));
  const isAsking = query.isPlaceholderData || query.isLoading;
  // A newcomer is counted once it is known who that is.
  const answered = keys.filter(
    (key) => !key || !isAsking || watchers.some((watcher) => watcher.key === key),
  );
  return { ...othersBehind(answered, watchers, self), isError: query.isError };
}

export function othersBehind(
  keys: readonly (string | undefined)[],
  watchers: readonly Watcher[],
  self: string,
) {
  const known = new Map(watchers.map((watcher) => [watcher.key, watcher]));
  const people = new Map<string, string>();
  let unnamed = 0; // without an account, or in a frame on another page
  for (const key of keys) {
    const watcher = known.get(key ?? "");
    if (!watcher) unnamed++;
    else if (watcher.user_id !== self) people.set(watcher.user_id, watcher.username);
  }
  return { names: [...people.values()], unnamed };
}
