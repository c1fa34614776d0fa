import { useQuery } from "@tanstack/react-query";
import type { Watcher } from "#contract/watchers.ts";
import { useOtherViewers } from "#web/data/realtime.ts";
import { watchersQuery } from "#web/data/watchers.ts";
import { useUser } from "#web/lib/session.ts";
import { WatchingNow } from "#web/ui/watching-now.tsx";

export function Watching({ recordingId }: { recordingId: string }) {
  const self = useUser().id;
  const keys = useOtherViewers(recordingId);
  const named = keys.filter((key) => key !== undefined).sort();
  const { data: watchers = [], ...query } = useQuery(watchersQuery(recordingId, named));
  const isAsking = query.isPlaceholderData || query.isLoading;
  // A newcomer is counted once it is known who that is.
  const answered = keys.filter(
    (key) => !key || !isAsking || watchers.some((watcher) => watcher.key === key),
  );
  const others = othersBehind(answered, watchers, self);
  const count = others.names.length + others.unnamed;
  return (
    <WatchingNow
      count={count}
      words={count === 1 ? "other is watching now" : "others are watching now"}
      who={query.isError ? undefined : whoInWords(others)}
    />
  );
}

/** The people behind the keys on the channel, without the owner's own other tabs. */
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

const MOST_NAMES = 3;

/** 'Ada, Ben and 2 with the link', 'Ada, Ben, Cleo and 4 more'. */
export function whoInWords({ names, unnamed }: ReturnType<typeof othersBehind>): string {
  const said = names.slice(0, MOST_NAMES);
  const more = names.length - said.length;
  if (more > 0) return listed([...said, `${more + unnamed} more`]);
  if (unnamed === 0) return listed(said);
  return listed([...said, unnamed === 1 ? "somebody with the link" : `${unnamed} with the link`]);
}

const listed = (parts: readonly string[]) => new Intl.ListFormat("en-GB").format(parts);
