import { useQuery } from "@tanstack/react-query";
import { useOtherViewers } from "#web/data/realtime.ts";
import { watchersQuery } from "#web/data/watchers.ts";
import { useUser } from "#web/lib/session.ts";
import { WatchingNow } from "#web/ui/watching-now.tsx";
import { othersBehind, whoInWords } from "./who-watches.ts";

/** The other people who watch now, as the owner sees them. */
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
